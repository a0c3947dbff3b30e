"""Stored solves as a year of real life leaves them, written by SQL into the tables of the site.

Each day as many arrive. A fifth stays for good: an account's, or published. The rest are strangers' and are
forgotten after a month, so of earlier months only what stays is there. Three of ten come in batches of a
thousand. Stories are those of real solves by every method, their bytes copied; keys are in the order of time.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from solver import engine
from solver.models import Puzzle, Solve, User
from solver.models.sessions import session_digest
from solver.queue import submission
from solver.record import writing

from ..common import backend, processor_ms

SESSION = "a-visitor-with-many-past-solves-"  # as long as a key of Django's
DAYS, MONTH, STAYING = 365, 31, 0.2
# Of so many solves that follow each other the first come in a batch, which has its parts.
EVERY, BATCH, PART = 3_333, 1_000, 200
STEP = 15 * EVERY  # solves a transaction
MODELS = 24  # puzzles whose solves are copied
LEFT = 400  # of the newest are still queued
# How often a method is asked for, of a hundred.
ASKED = {
    "guessing": 34,
    "combos": 28,
    "best": 14,
    "ladder": 10,
    "branches": 6,
    "joins": 4,
    "rules": 4,
}


@contextmanager
def patience() -> Iterator[Any]:
    """A cursor whose statements may take as long as they take."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        yield cursor
        cursor.execute("RESET statement_timeout")


def fill(count: int) -> None:
    """Bring the database up to so many stored solves; what another run has filled is gone on from."""
    with patience() as cursor:
        cursor.execute(SHARES)
        cursor.execute("SELECT to_regclass('growth.progress')")
        if cursor.fetchone() == (None,):
            _prepare(cursor, count)
        cursor.execute("SELECT done, count FROM growth.progress")
        done, wanted = cursor.fetchone()
        assert wanted == count, f"this folder is being filled with {wanted:,}"
        started = time.monotonic()
        for first in range(done + 1, count + 1, STEP):
            last = min(first + STEP - 1, count)
            cursor.execute("BEGIN")
            facts = {"first": first, "last": last, "left": count - LEFT}
            for statement in (ROWS, SOLVES, CHAPTERS, JOBS, PARTS):
                cursor.execute(statement, facts)
            cursor.execute("UPDATE growth.progress SET done = %s", [last])
            cursor.execute("COMMIT")
            seconds = time.monotonic() - started
            worked = processor_ms(backend()) / 1000
            words = f"after {seconds:,.0f} s, {worked:,.0f} of the processor"
            print(f"{last:12,} of {count:,} stored {words}", flush=True)
        cursor.execute("VACUUM ANALYZE")


def _prepare(cursor: Any, count: int) -> None:
    slots = _models()
    cursor.execute("CREATE SCHEMA growth")
    cursor.execute(
        "CREATE TABLE growth.slot (number int PRIMARY KEY, solve uuid, puzzle uuid, box int)"
    )
    cursor.executemany("INSERT INTO growth.slot VALUES (%s, %s, %s, %s)", list(slots))
    _people(cursor, count // 1_000)
    _puzzles(cursor, count // 10)
    cursor.execute("CREATE TABLE growth.progress AS SELECT 0 AS done, %s AS count", [count])


def _models() -> Iterator[tuple[int, Any, Any, int]]:
    """Slots from which a solve draws its story: the more a method is asked for, the more are its own."""
    lines = Puzzle.objects.filter(is_published=True).order_by("box", "id")
    puzzles = [*lines.filter(box=3)[: MODELS - 4], *lines.exclude(box=3)[:4]]
    number = 0
    for method, share in ASKED.items():
        for puzzle in puzzles:
            solve = submission.submit(engine.read_line(puzzle.givens), method, lane=Solve.Lane.BULK)
            writing.record(solve.pk)
            for _ in range(share if Solve.objects.filter(pk=solve.pk, status="finished") else 0):
                yield number, solve.pk, puzzle.pk, puzzle.box
                number += 1


def _people(cursor: Any, count: int) -> None:
    User.objects.bulk_create([User(username=f"account-{number}") for number in range(count)])
    cursor.execute(
        "CREATE TABLE growth.account AS SELECT row_number() OVER (ORDER BY id) - 1 AS number, id"
        " FROM solver_user WHERE username LIKE 'account-%%'"
    )
    cursor.execute("ALTER TABLE growth.account ADD PRIMARY KEY (number)")
    cursor.execute("CREATE TABLE growth.visitor AS SELECT %s AS digest", [session_digest(SESSION)])


def _puzzles(cursor: Any, count: int) -> None:
    """Puzzles of 9×9 that visitors brought, one in fifty published: known ones with their digits renamed."""
    names = random.Random(17)
    known = list(Puzzle.objects.filter(box=3).values_list("pk", flat=True)[:200])
    turns = {"".join(names.sample("123456789", 9)) for _ in range(count // len(known) + 1)}
    cursor.execute(PUZZLES, [list(turns), known])


# A share of 1 by chance that is the same each time; and keys as `models.keys` makes them.
SHARES = """
    CREATE OR REPLACE FUNCTION pg_temp.share(n bigint, salt int) RETURNS float LANGUAGE sql IMMUTABLE
        AS 'SELECT (hashint8extended(n, salt) & 1099511627775) / 1099511627776.0';
    CREATE OR REPLACE FUNCTION pg_temp.key_at(t timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS
       'SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
               substring(int8send((extract(epoch FROM t) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
               52, 1), 53, 1), ''hex'')::uuid';"""
PUZZLES = f"""
    INSERT INTO solver_puzzle (id, givens, box, clue_count, verdict, title, author, source, notes, tags,
           is_published, in_inbox, created_at)
    SELECT gen_random_uuid(), translate(givens, '123456789', turn), box, clue_count, verdict, '', '', '', '',
           '{{}}', is_known, NOT is_known, now() - random() * interval '{DAYS} days'
      FROM solver_puzzle, unnest(%s::text[]) WITH ORDINALITY AS turns (turn, place),
           LATERAL (SELECT pg_temp.share(place, clue_count) < 0.02 AS is_known) AS chance
     WHERE id = ANY(%s) ORDER BY place
        ON CONFLICT DO NOTHING;
    CREATE TABLE growth.puzzle AS
        SELECT row_number() OVER () - 1 AS number, id FROM solver_puzzle WHERE box = 3;
    ALTER TABLE growth.puzzle ADD PRIMARY KEY (number);
    ANALYZE;"""
# Days before now: the older of what stays, then all of the last month; by night fewer than by day.
ROWS = f"""
    DROP TABLE IF EXISTS rows;
    CREATE TEMPORARY TABLE rows AS
    WITH sizes AS MATERIALIZED (SELECT
             (SELECT count(*) FROM growth.slot) AS slots, (SELECT count(*) FROM growth.account) AS accounts,
             (SELECT count(*) FROM growth.puzzle) AS puzzles, count,
             count * {(DAYS - MONTH) * STAYING / ((DAYS - MONTH) * STAYING + MONTH)} AS old
             FROM growth.progress),
         dated AS (SELECT i, sizes.*, i <= old AS is_old, i / {EVERY} AS job, i %% {EVERY} AS item,
             CASE WHEN i <= old THEN {DAYS} - i / old * {DAYS - MONTH}
                  ELSE (1 - (i - old) / (count - old)) * {MONTH} END AS ago
             FROM generate_series(%(first)s::bigint, %(last)s) AS i, sizes),
         owned AS (SELECT *, CASE WHEN item < {BATCH} THEN -job ELSE i END AS whose,
             now() - (ago + 0.1 * sin(2 * pi() * ago)) * interval '1 day' AS t FROM dated),
         kept AS (SELECT *, is_old OR pg_temp.share(whose, 1) < {STAYING} AS stays,
             pg_temp.share(whose, 2) < 0.25 AS is_public, pg_temp.share(whose, 3) AS who FROM owned)
    SELECT i, t, job, item, pg_temp.key_at(t) AS id, stays AND is_public AS is_public, slot.*,
           CASE WHEN stays AND NOT is_public THEN
                (SELECT id FROM growth.account WHERE number = floor(accounts * who * who)::bigint) END AS owner,
           CASE WHEN stays AND NOT is_public OR pg_temp.share(whose, 4) < 0.06 THEN ''
                WHEN floor(count / 20 * who ^ 3) = 0 THEN (SELECT digest FROM growth.visitor)
                ELSE left(encode(sha256(floor(count / 20 * who ^ 3)::bigint::text::bytea), 'hex'), 40)
                END AS session,
           CASE WHEN box <> 3 OR pg_temp.share(i, 5) < 0.25 THEN slot.puzzle
                ELSE (SELECT id FROM growth.puzzle
                       WHERE number = floor(puzzles * pg_temp.share(i, 6))::bigint) END AS of,
           CASE WHEN i > %(left)s THEN 'queued' WHEN pg_temp.share(i, 7) < 0.003 THEN 'failed'
                ELSE 'finished' END AS status
      FROM kept JOIN growth.slot ON number = floor(slots * pg_temp.share(i, 8));
    ANALYZE rows;"""
SOLVES = f"""
    INSERT INTO solver_solve (id, puzzle_id, method, options, owner_id, session_key, visibility, runs_in, lane,
           status, attempt, created_at, enqueued_at, started_at, finished_at, outcome, verdict, solutions,
           has_all_solutions, iteration_count, elapsed_ms, failure, failure_facts, engine_version, request_id,
           network, is_favourite, note)
    SELECT r.id, r.of, m.method, m.options, r.owner, r.session,
           CASE WHEN r.is_public THEN 'public' WHEN pg_temp.share(i, 9) < 0.1 THEN 'private'
                ELSE 'unlisted' END,
           m.runs_in, CASE WHEN r.item < {BATCH} OR r.status = 'queued' THEN 'bulk' ELSE 'interactive' END,
           r.status, CASE r.status WHEN 'queued' THEN 0 ELSE 1 END, r.t, r.t,
           CASE WHEN r.status <> 'queued' THEN r.t + interval '9 ms' END,
           CASE WHEN r.status <> 'queued' THEN r.t + interval '9 ms' + (m.finished_at - m.started_at) END,
           CASE r.status WHEN 'finished' THEN m.outcome ELSE '' END,
           CASE r.status WHEN 'finished' THEN m.verdict ELSE '' END,
           CASE r.status WHEN 'finished' THEN m.solutions ELSE '{{}}' END,
           r.status = 'finished' AND m.has_all_solutions,
           CASE r.status WHEN 'finished' THEN m.iteration_count ELSE 0 END,
           CASE r.status WHEN 'finished' THEN m.elapsed_ms END,
           CASE r.status WHEN 'failed' THEN 'worker-lost' ELSE '' END,
           CASE r.status WHEN 'failed' THEN '{{"times": 3}}'::jsonb ELSE '{{}}' END,
           m.engine_version, md5(r.whose::text), CASE WHEN r.owner IS NULL THEN '192.0.2.0/24' ELSE '' END,
           r.owner IS NOT NULL AND pg_temp.share(i, 10) < 0.02,
           CASE WHEN r.owner IS NOT NULL AND pg_temp.share(i, 11) < 0.01 THEN 'seen on a train' ELSE '' END
      FROM (SELECT *, CASE WHEN item < {BATCH} THEN -job ELSE i END AS whose FROM rows) r
      JOIN solver_solve m ON m.id = r.solve ORDER BY i"""
CHAPTERS = """
    INSERT INTO solver_chapter (solve_id, first, attempt, branches, lefts, parents, techniques, story)
    SELECT r.id, c.first, 1, c.branches, c.lefts, c.parents, c.techniques, c.story
      FROM rows r JOIN solver_chapter c ON c.solve_id = r.solve
     WHERE r.status = 'finished' ORDER BY i, c.first"""
JOBS = f"""
    INSERT INTO solver_job (id, kind, title, spec, owner_id, session_key, status, phase, cursor, total, done,
           counts, busy_seconds, attempt, created_at, enqueued_at, started_at, finished_at, failure,
           failure_facts, language, network, request_id)
    SELECT pg_temp.key_at(min(t)), 'solve', count(*) || ' × combos', '{{"method": "combos", "options": {{}}}}',
           min(owner), min(session), 'finished', 0, count(DISTINCT item / {PART}), count(*), count(*),
           json_build_object('solved', count(*)), 2.5, 1, min(t), min(t), min(t), max(t), '', '{{}}', 'en', '',
           md5((-job)::text)
      FROM rows WHERE item < {BATCH} AND status <> 'queued' GROUP BY job HAVING count(*) > 1"""
PARTS = f"""
    INSERT INTO solver_jobpart (job_id, number, first, items, given, report, keys, attempt)
    SELECT j.id, item / {PART}, min(item) + 1, count(*), jsonb_agg(p.givens ORDER BY i),
           jsonb_agg(jsonb_build_array('solved', p.givens, r.id, 'unique', p.givens, 15, 3.25) ORDER BY i),
           '{{}}', 1
      FROM rows r JOIN solver_puzzle p ON p.id = r.of JOIN solver_job j ON j.request_id = md5((-job)::text)
     WHERE item < {BATCH} AND r.status <> 'queued' GROUP BY j.id, item / {PART}"""
