"""Upkeep of what is stored: forgetting a day, vacuum, and what is written to the journal."""

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection

from solver.models import Solve

from ..common import backend, processor_ms
from . import filling

TABLES = ("solver_solve", "solver_chapter")
DEAD = "SELECT relname, n_live_tup, n_dead_tup FROM pg_stat_user_tables WHERE relname = ANY(%s) ORDER BY 1"
WRITTEN = 60_000  # solves


@contextmanager
def told(what: str) -> Iterator[dict[str, float]]:
    """Prints what something took: by the clock, of our backend's processor, and of the journal."""
    facts: dict[str, float] = {}
    pid, started, wrote = backend(), time.monotonic(), journal()
    before = processor_ms(pid)
    yield facts
    took, of_processor = time.monotonic() - started, (processor_ms(pid) - before) / 1000
    facts |= {"journal, MB": (journal() - wrote) / 1e6}
    words = "".join(f", {name} {figure:,.1f}" for name, figure in facts.items())
    print(
        f"{what}: {took:,.1f} s, of PostgreSQL's processor {of_processor:,.1f} s{words}", flush=True
    )


def look() -> None:
    forget()
    vacuum()
    write()


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


def write() -> None:
    """So many solves after a checkpoint, where each page that is touched goes into the journal whole."""
    with filling.patience() as cursor:
        cursor.execute("CHECKPOINT")
        with told(f"write {WRITTEN:,} solves"):
            cursor.execute(AGAIN, [WRITTEN])


def journal() -> int:
    """Bytes that PostgreSQL has written to its journal (WAL) so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'")
        return int(cursor.fetchone()[0])


AGAIN = """
    WITH old AS (SELECT id, gen_random_uuid() AS copy FROM solver_solve LIMIT %s),
         solves AS (INSERT INTO solver_solve
            SELECT (jsonb_populate_record(s, jsonb_build_object('id', copy))).*
              FROM solver_solve s JOIN old USING (id))
    INSERT INTO solver_chapter
    SELECT (jsonb_populate_record(c, jsonb_build_object('solve_id', copy))).*
      FROM solver_chapter c JOIN old ON id = solve_id"""
