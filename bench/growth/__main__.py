"""How the site grows: bytes, pages, jobs and upkeep over a hundred thousand and over millions of stored solves.

    python -m bench.growth [--solves 100000 3000000] [--folder /tmp/growth] [--keep] [--only pages …]

Starts a PostgreSQL that keeps its promises (fsync, journal) below the folder, a database for each number in it,
and fills them by SQL. Milliseconds are of the processor, of this process, which draws the pages, and of its
backend. What is once filled is gone on from with --keep, else it is deleted at the end. --only has some of
`sizes`, `pages`, `jobs` and `upkeep`.
"""

import logging
import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from sudokusite.local.postgresql import DATABASE
from sudokusite.local.services import PostgreSQL, Redis

from ..common import arguments, set_up

SIZES = """
    SELECT relname, pg_relation_size(oid) + coalesce(
           (SELECT pg_relation_size(t.oid) FROM pg_class t WHERE t.oid = c.reltoastrelid), 0)
      FROM pg_class c WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
       AND (relname ~ '^(solver_(solve|chapter|puzzle|job|jobpart)|solve_|puzzle_|job_|jobpart_)')
       AND pg_relation_size(oid) > 0 ORDER BY 2 DESC LIMIT 24"""
Found = dict[
    str, dict[int, tuple[float, ...]]
]  # figures by what they are of and the number of solves


def start(folder: Path, stack: ExitStack) -> None:
    """The services; their addresses and whatever else the settings read stand in the environment then."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for server in (PostgreSQL(folder, durable=True), Redis(folder, durable=False)):
        stack.callback(server.stop)
        server.start()
        os.environ |= server.addresses
    many = {"UNFINISHED_SOLVES": "1000000", "UNFINISHED_JOBS": "1000000"}
    set_up(**many, KEPT_PAGES="0", SOLVE_NODES="25000", CONN_MAX_AGE="100000")
    logging.disable()


def use(count: int) -> None:
    """Let Django work in the database of that many solves, which is made where there is none."""
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


def measure(section: str, count: int, found: Found, chosen: Any) -> None:
    from . import looking
    from .costs import cost_of

    if section == "sizes":
        with connection.cursor() as cursor:
            cursor.execute(SIZES)
            for name, size in cursor.fetchall():
                found.setdefault(f"bytes a solve: {name}", {})[count] = (size / count,)
        return
    for name, deed, times in looking.pages(chosen.times) if section == "pages" else looking.jobs():
        cost = found.setdefault(name, {})[count] = cost_of(deed, times)
        shown = "".join(f"{each:10.1f}" for each in cost)
        print(f"{count:12,} {name:40}{shown}", flush=True)


def write(found: Found, counts: list[int]) -> None:
    """Markdown: here and in PostgreSQL, medians, and the most that PostgreSQL took."""
    print("\n| |" + "".join(f" {count:,} |" for count in counts) + "\n|---|" + "---|" * len(counts))
    for name, by_count in found.items():
        cells = (by_count.get(count, ()) for count in counts)
        shown = (", ".join(f"{each:,.1f}" for each in figures) for figures in cells)
        print(f"| {name} | " + " | ".join(shown) + " |")


def main() -> None:
    sections = ["sizes", "pages", "jobs", "upkeep"]
    defaults = {"solves": [100_000, 3_000_000], "folder": Path, "times": 9, "only": sections}
    chosen = arguments(__doc__, **defaults, keep=False)
    folder = chosen.folder or Path("/tmp/growth")
    with ExitStack() as stack:
        start(folder, stack)
        from . import filling, upkeep

        found: Found = {}
        for count in chosen.solves:
            use(count)
            filling.fill(count)
            for section in sections[:3]:
                if section in chosen.only:
                    measure(section, count, found, chosen)
        write(found, chosen.solves)
        if "upkeep" in chosen.only:
            upkeep.look()
    if not chosen.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
