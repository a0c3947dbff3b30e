"""How the site grows: bytes, pages, jobs and upkeep over a hundred thousand and over millions of stored solves.

    python -m bench.growth [--solves 100000 3000000] [--folder /tmp/growth] [--keep] [--plans] [--only pages …]

Starts a PostgreSQL that keeps its promises (fsync, journal) below the folder, a database for each number in it,
and fills them by SQL. Seconds of the processor, of this process and of its backend: a page is drawn in this
process. What is once filled is gone on from with --keep, else it is deleted at the end.
"""

import argparse
import logging
import os
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path

from sudokusite.local.postgresql import DATABASE
from sudokusite.local.services import PostgreSQL, Redis

UNBOUNDED = ("REQUESTS", "SUBMISSIONS", "PASSWORDS", "PASSWORDS_ADDRESS")
SECTIONS = ("sizes", "pages", "jobs", "dividing", "upkeep")


def start(folder: Path, stack: ExitStack) -> PostgreSQL:
    """The services; their addresses and whatever else the settings read stand in the environment then."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for server in (postgresql := PostgreSQL(folder, durable=True), Redis(folder, durable=False)):
        stack.callback(server.stop)
        server.start()
        os.environ |= server.addresses
    os.environ |= {f"LIMIT_{name}": "" for name in UNBOUNDED} | {
        "DJANGO_SETTINGS_MODULE": "sudokusite.settings",
        "SECRET_KEY": "a1b2c3d4" * 8,
        "KEPT_PAGES": "0",
        "SOLVE_SECONDS": "1",
        "UNFINISHED_SOLVES": "1000000",
        "UNFINISHED_JOBS": "1000000",
        "CONN_MAX_AGE": "100000",
    }
    return postgresql


def use(count: int) -> None:
    """Let Django work in the database of that many solves, which is made where there is none."""
    from django.core.cache import cache
    from django.core.management import call_command
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = DATABASE
    name = f"growth_{count}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(f"CREATE DATABASE {name}")
            # All that a statement takes is its backend's then.
            cursor.execute(f"ALTER DATABASE {name} SET max_parallel_workers_per_gather = 0")
    connection.close()
    connection.settings_dict["NAME"] = name
    # Where many share the machine a statement may wait; what takes its five seconds is seen all the same.
    connection.settings_dict["OPTIONS"]["options"] = "-c statement_timeout=60s"
    cache.clear()
    call_command("migrate", verbosity=0)
    call_command("load_starter_library", verbosity=0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solves", type=int, nargs="+", default=[100_000, 3_000_000])
    parser.add_argument("--folder", type=Path, default=Path("/tmp/growth"))
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--plans", action="store_true", help="of statements that take long")
    parser.add_argument("--times", type=int, default=9, help="that each page is asked for")
    parser.add_argument("--only", nargs="*", choices=SECTIONS, default=SECTIONS)
    options = parser.parse_args()
    with ExitStack() as stack:
        postgresql = start(options.folder, stack)
        import django

        django.setup()
        logging.disable()
        from . import dividing, filling, tables, upkeep

        found: dict[str, dict[int, list[float]]] = {}
        for count in options.solves:
            use(count)
            filling.fill(count)
            for section in ("sizes", "pages", "jobs"):
                if section in options.only:
                    tables.measure(section, count, found, options)
        tables.write(found, options.solves)
        if "dividing" in options.only:
            dividing.compare()
        if "upkeep" in options.only:
            upkeep.look(postgresql, options.folder)
    if not options.keep:
        shutil.rmtree(options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
