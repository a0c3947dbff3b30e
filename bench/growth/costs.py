"""What something costs: seconds of the processor, here and in PostgreSQL, and bytes of its journal."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from django.db import connection

from ..common import backend, processor_ms

SLOW = 4  # ms of the processor: the plan of a statement that takes longer is worth a look


@dataclass
class Cost:
    """The cost of one thing, tried some times: ms of the processor, here and in PostgreSQL, for each time."""

    here: list[float] = field(default_factory=list)
    there: list[float] = field(default_factory=list)
    slow: dict[str, tuple[float, Any]] = field(default_factory=dict)  # ms, parameters, by statement

    @property
    def columns(self) -> tuple[float, float, float]:
        return median(self.here), median(self.there), max(self.there)


def cost_of(deed: Callable[[int], object], times: int) -> Cost:
    """The cost of a deed, which is told how many went before."""
    cost = Cost()
    pid = backend()
    for number in range(times):
        here, there = time.process_time(), processor_ms(pid)
        with connection.execute_wrapper(_noting(cost, pid)):
            deed(number)
        cost.here.append(1000 * (time.process_time() - here))
        cost.there.append(processor_ms(pid) - there)
    return cost


def _noting(cost: Cost, pid: int) -> Callable[..., Any]:
    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        before = processor_ms(pid)
        try:
            return execute(sql, params, many, context)
        finally:
            took = processor_ms(pid) - before
            is_one = isinstance(sql, str) and not many
            if took > SLOW and is_one and took > cost.slow.get(sql, (0, None))[0]:
                cost.slow[sql] = (took, params)

    return note


def plan_of(sql: str, params: Any) -> str:
    """The plan of a statement as it was carried out, whose changes are taken back."""
    words = sql.lstrip().split(" ", 1)[0].upper()
    if words not in ("SELECT", "UPDATE", "DELETE", "INSERT", "WITH"):
        return ""
    with connection.cursor() as cursor, suppress(Exception):
        cursor.execute("BEGIN")
        try:
            cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) {sql}", params)
            return "\n".join(f"    {line[:170]}" for (line,) in cursor.fetchall())
        finally:
            cursor.execute("ROLLBACK")
    return ""


def journal() -> int:
    """Bytes that PostgreSQL has written to its journal (WAL) so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'")
        return int(cursor.fetchone()[0])
