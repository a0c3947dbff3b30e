"""The same solves in one table and in a partition a day, side by side: what each way costs.

Keys are in the order of time, so they are what days are told by: no other column has to be in them. The tables
are copies of the newest days, in a schema of their own; a year of partitions stands there.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from solver.models import Solve
from solver.models.sessions import session_digest

from . import filling
from .costs import cost_of, journal

DAYS, FILLED, LATEST = (
    365,
    8,
    1,
)  # partitions, days that are copied, of these the last is what is measured
WAYS = ("whole", "divided")
FORGOTTEN = "owner_id IS NULL AND visibility <> 'public' AND status IN ('finished', 'failed')"
LIST = """
    SELECT id FROM growth.{way}_solve WHERE owner_id IS NULL AND session_key = %s
     ORDER BY created_at DESC, id DESC LIMIT 26"""
WAITING = "SELECT count(*) FROM growth.{way}_solve WHERE status IN ('queued', 'running')"
FORGET = (
    """
    WITH keys AS MATERIALIZED (SELECT id FROM growth.{way}_solve
           WHERE finished_at < %s AND """
    + FORGOTTEN
    + """ ORDER BY id LIMIT 500),
         chapters AS (DELETE FROM growth.{way}_chapter WHERE solve_id IN (SELECT id FROM keys))
    DELETE FROM growth.{way}_solve WHERE id IN (SELECT id FROM keys)"""
)
KEEP = f"""
    CREATE TEMPORARY TABLE kept AS SELECT * FROM growth.divided_solve_%s WHERE NOT ({FORGOTTEN});
    CREATE TEMPORARY TABLE kept_stories AS
        SELECT c.* FROM growth.divided_chapter_%s c JOIN kept ON id = solve_id;
    DROP TABLE growth.divided_solve_%s, growth.divided_chapter_%s;"""


def compare() -> None:
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    with filling.patience() as cursor:
        _make(cursor, midnight)
        for way in WAYS:
            _copy(cursor, way, midnight - timedelta(days=FILLED), midnight - timedelta(days=LATEST))
        cursor.execute("ANALYZE")
    for way in WAYS:
        _measure(way, midnight)


def _make(cursor: Any, midnight: datetime) -> None:
    for kind, key in (("solve", "id"), ("chapter", "solve_id")):
        cursor.execute(f"DROP TABLE IF EXISTS growth.whole_{kind}, growth.divided_{kind}")
        like = f"(LIKE solver_{kind} INCLUDING ALL)"
        cursor.execute(f"CREATE TABLE growth.whole_{kind} {like}")
        cursor.execute(f"CREATE TABLE growth.divided_{kind} {like} PARTITION BY RANGE ({key})")
        for ago in range(-1, DAYS):
            day = midnight - timedelta(days=ago)
            ends = f"FROM ('{first_key(day)}') TO ('{first_key(day + timedelta(days=1))}')"
            name = f"growth.divided_{kind}_{ago + 1}"
            cursor.execute(
                f"CREATE TABLE {name} PARTITION OF growth.divided_{kind} FOR VALUES {ends}"
            )


def first_key(day: datetime) -> str:
    """What no key of that day or later is below."""
    milliseconds = int(day.astimezone(UTC).timestamp() * 1000)
    return f"{milliseconds:012x}" + 20 * "0"


def _measure(way: str, midnight: datetime) -> None:
    keys = list(
        Solve.objects.filter(created_at__lt=midnight - timedelta(days=2))
        .order_by("-created_at")
        .values_list("pk", flat=True)[:5_000:5]
    )
    oldest = midnight - timedelta(days=FILLED - 1)

    def insert(_number: int) -> None:
        with filling.patience() as cursor:
            _copy(cursor, way, midnight - timedelta(days=LATEST), midnight)

    def look_up(_number: int) -> None:
        with connection.cursor() as cursor:
            for key in keys:
                cursor.execute(f"SELECT * FROM growth.{way}_solve WHERE id = %s", [key])

    def listed(_number: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(LIST.format(way=way), [session_digest(filling.SESSION)])

    def waiting(_number: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(WAITING.format(way=way))

    def forget(_number: int) -> None:
        with filling.patience() as cursor:
            deleted = 1
            while deleted:
                cursor.execute(FORGET.format(way=way), [oldest])
                deleted = cursor.rowcount
            cursor.execute(f"VACUUM growth.{way}_solve, growth.{way}_chapter")

    def drop(_number: int) -> None:
        with filling.patience() as cursor:
            cursor.execute(KEEP.replace("%s", str(FILLED)))

    _tell(way, "insert a day with its stories", insert, 1)
    _tell(way, f"{len(keys):,} solves by their id", look_up, 5)
    _tell(way, "past solves of a visitor", listed, 15)
    _tell(way, "what waits", waiting, 15)
    if way == "divided":
        _tell(way, "drop the oldest day, what stays put aside", drop, 1)
    else:
        _tell(way, "forget the oldest day, and vacuum", forget, 1)


def _copy(cursor: Any, way: str, since: datetime, until: datetime) -> None:
    ends = [first_key(since), first_key(until)]
    for kind, key in (("solve", "id"), ("chapter", "solve_id")):
        cursor.execute(
            f"INSERT INTO growth.{way}_{kind}"
            f" SELECT * FROM solver_{kind} WHERE {key} >= %s AND {key} < %s ORDER BY {key}",
            ends,
        )


def _tell(way: str, what: str, deed: Callable[[int], object], times: int) -> None:
    before = journal()
    took = cost_of(deed, times).columns[1]
    wrote = (journal() - before) / 1e6
    print(f"{way:8} {what:42} {took:10.1f} ms of PostgreSQL, journal {wrote:8.1f} MB", flush=True)
