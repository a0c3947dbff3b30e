"""Upkeep of what is stored: forgetting a day, vacuum, backup, restore, and the start after a crash."""

import io
import os
import re
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from solver.models import Solve
from sudokusite.local.postgresql import DATABASE, PostgreSQL

from . import filling
from .costs import backend, journal, seconds_of

TABLES = ("solver_solve", "solver_chapter")
DEAD = "SELECT relname, n_live_tup, n_dead_tup FROM pg_stat_user_tables WHERE relname = ANY(%s) ORDER BY 1"
LOST = 60_000  # solves whose pages are not yet in their files when the server is killed


@contextmanager
def told(what: str) -> Iterator[dict[str, float]]:
    """Prints what something took: by the clock, of our backend's processor, and of the journal."""
    facts: dict[str, float] = {}
    pid, started, wrote = backend(), time.monotonic(), journal()
    before = seconds_of(pid)
    yield facts
    took, of_processor = time.monotonic() - started, seconds_of(pid) - before
    facts |= {"journal, MB": (journal() - wrote) / 1e6}
    words = "".join(f", {name} {figure:,.1f}" for name, figure in facts.items())
    print(
        f"{what}: {took:,.1f} s, of PostgreSQL's processor {of_processor:,.1f} s{words}", flush=True
    )


def look(postgresql: PostgreSQL, folder: Path) -> None:
    forget()
    vacuum()
    back_up(postgresql, folder)
    crash(postgresql)


def forget() -> None:
    """The oldest day of strangers' solves, as `forget` does it once a day."""
    out = io.StringIO()
    before = Solve.objects.count()
    with filling.patience(), told("forget a day") as facts:
        here = time.process_time()
        call_command("forget", "--days", str(filling.MONTH - 1), stdout=out)
        facts["solves"] = before - Solve.objects.count()
        facts["seconds of the command"] = time.process_time() - here
    print("  " + out.getvalue().replace("\n", " "), flush=True)


def vacuum() -> None:
    """What a day leaves behind, cleared away as autovacuum does it, with its pauses, and without."""
    with filling.patience() as cursor:
        cursor.execute(
            "SELECT pg_stat_force_next_flush()" if connection.pg_version >= 150000 else "SELECT 1"
        )
        cursor.execute(DEAD, [list(TABLES)])
        for row in cursor.fetchall():
            print("  {}: {:,} rows, {:,} dead".format(*row))
        for pause in (2, 0):
            for table in TABLES:
                with told(f"vacuum {table}, pauses of {pause} ms"):
                    cursor.execute(f"SET vacuum_cost_delay = {pause}")
                    cursor.execute(f"VACUUM {table}")
        cursor.execute("RESET vacuum_cost_delay")


def back_up(postgresql: PostgreSQL, folder: Path) -> None:
    """Dumps in the forms that are worth a thought, and the restore of the last."""
    name = str(connection.settings_dict["NAME"])
    url = postgresql.url.removesuffix(DATABASE)
    for form, words in (("c", []), ("d", ["--jobs=2"])):
        dump = folder / f"dump.{form}"
        command = [*words, f"--format={form}", "--schema=public", f"--file={dump}", url + name]
        _run("pg_dump " + " ".join([f"-F{form}", *words]), ["pg_dump", *command], dump)
    _run(
        "dropdb, createdb", ["psql", "-q", "-c", "DROP DATABASE IF EXISTS restored", url + DATABASE]
    )
    _run("", ["psql", "-q", "-c", "CREATE DATABASE restored", url + DATABASE])
    restore = [
        "pg_restore",
        "--jobs=2",
        "--no-owner",
        f"--dbname={url}restored",
        str(folder / "dump.d"),
    ]
    _run("pg_restore --jobs=2", restore)
    _run("", ["psql", "-q", "-c", "DROP DATABASE restored", url + DATABASE])
    (folder / "dump.c").unlink()
    shutil.rmtree(folder / "dump.d")


def _run(what: str, command: list[str], made: Path | None = None) -> None:
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if what:
        files = [made] if made and made.is_file() else list(made.iterdir() if made else [])
        size = f", {sum(file.stat().st_size for file in files) / 1e6:,.0f} MB" if made else ""
        took = time.monotonic() - started
        print(f"{what}: {took:,.1f} s, of its own processor {seconds:,.1f} s{size}", flush=True)


def crash(postgresql: PostgreSQL) -> None:
    """SIGKILL for the whole server while its newest pages are in the journal alone; the start after it."""
    with filling.patience() as cursor:
        cursor.execute("CHECKPOINT")
        with told(f"write {LOST:,} solves"):
            cursor.execute(AGAIN, [LOST])
    name = connection.settings_dict["NAME"]
    connection.close()
    postgresql.kill_group()
    started = time.monotonic()
    postgresql.start()
    print(f"answers {time.monotonic() - started:.1f} s after the start")
    for line in re.findall(r"redo .*", postgresql.log.read_text(errors="replace"))[-2:]:
        print(f"  {line}")
    assert connection.settings_dict["NAME"] == name
    print(f"  load {os.getloadavg()[0]:.1f}", flush=True)


AGAIN = """
    WITH old AS (SELECT id, gen_random_uuid() AS copy FROM solver_solve LIMIT %s),
         solves AS (INSERT INTO solver_solve
            SELECT (jsonb_populate_record(s, jsonb_build_object('id', copy))).*
              FROM solver_solve s JOIN old USING (id))
    INSERT INTO solver_chapter
    SELECT (jsonb_populate_record(c, jsonb_build_object('solve_id', copy))).*
      FROM solver_chapter c JOIN old ON id = solve_id"""
