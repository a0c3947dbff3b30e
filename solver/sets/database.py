"""The connection on which rules run: the limits of one statement, and what its errors mean.

The limits are set with the role in docker/sets.sql. They are set here again, for a server that was made
without it.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors
from psycopg.rows import namedtuple_row

from solver.engine.core.board import Board
from solver.engine.core.deadline import spend
from solver.engine.core.errors import BudgetSpent
from solver.engine.core.geometry import Geometry

from .plans import Plan, plan_of
from .sql_rules import rules

log = logging.getLogger(__name__)

STATEMENT_SECONDS = 5.0  # by the clock, of one statement
CONNECT_SECONDS = 3
STEPS_A_CELL = 10  # steps of a deadline for a statement, without the rows that it finds
MOST_SECONDS_TO_EXPLAIN = 1.0  # of a statement that is run once more for its plan
# One plan for each statement and connection, because planning takes longer than most statements run. There is
# no index and no table, and the planner cannot know the rows of an array. So nested loops are off.
SETTINGS = {
    "default_transaction_read_only": "on",
    "lock_timeout": "500ms",
    "idle_in_transaction_session_timeout": "30s",
    "client_connection_check_interval": "1s",
    "work_mem": "16MB",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    "plan_cache_mode": "force_generic_plan",
    "enable_nestloop": "off",
    "enable_mergejoin": "off",
}
# Errors if a statement exceeds a limit: time, room on disk, memory, size of a value.
EXCEEDED = (
    errors.QueryCanceled,
    errors.DiskFull,
    errors.OutOfMemory,
    errors.ConfigurationLimitExceeded,
    errors.ProgramLimitExceeded,
    errors.StatementTooComplex,
)
# The last one happens to a worker that was stopped for a while. In psycopg it is no OperationalError.
LOST = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.IdleInTransactionSessionTimeout,
)


class ConnectionLost(Exception):
    """The database of the rules is away, or went away meanwhile. Another attempt may succeed."""


class Database:
    """A connection for one solve after the other. Its counts start again with each solve."""

    def __init__(self, url: str, statement_seconds: float = STATEMENT_SECONDS) -> None:
        self.url = url
        self.timeout = {"statement_timeout": f"{round(1000 * statement_seconds)}ms"}
        self.statements = 0
        self.rows = 0
        self.plans: dict[str, Plan] = {}  # of each rule when it first found something
        self._connection: psycopg.Connection[Any] | None = None

    @contextmanager
    def solving(self) -> Iterator["Database"]:
        """Open a read-only transaction for a solve, rolled back at its end, and yield this object.

        Raise ConnectionLost if the database is away.
        """
        self.statements = self.rows = 0
        self.plans = {}
        with self._errors():
            if self._connection is None or self._connection.closed:
                self._connection = _connect(self.url, SETTINGS | self.timeout)
            self._connection.execute("BEGIN READ ONLY")
        try:
            yield self
        finally:
            self._end()

    def find(self, name: str, board: Board, **values: Any) -> list[Any]:
        """Return the rows that an SQL rule, by its name, finds on a board. `values` are more values to bind.

        Raise BudgetSpent if a statement exceeds its limits or the deadline runs out, and ConnectionLost if the
        database is away.
        """
        spend(STEPS_A_CELL * board.geometry.cell_count)
        started = time.monotonic()
        with self._errors():
            rows = self._run(rules()[name].statement(board.geometry.shape), _given(board, values))
        self.statements += 1
        self.rows += len(rows)
        spend(len(rows))
        is_quick = time.monotonic() - started < MOST_SECONDS_TO_EXPLAIN
        if rows and name not in self.plans and is_quick:
            self.plans[name] = self._explain(name, board, values)
        return rows

    def _explain(self, name: str, board: Board, values: Mapping[str, Any]) -> Plan:
        """Return the plan of a rule on a board, after PostgreSQL has run it once more."""
        text = f"EXPLAIN (ANALYZE, FORMAT JSON) {rules()[name].statement(board.geometry.shape)}"
        with self._errors():
            ((plan,),) = self._run(text, _given(board, values))
        return plan_of(plan[0])

    @property
    def version(self) -> str:
        """The version of the server, such as `15.18`, or an empty string without a connection."""
        if self._connection is None:
            return ""
        return (self._connection.info.parameter_status("server_version") or "").split()[0]

    @property
    def backend(self) -> int | None:
        """The id of the server process that runs our statements, or None without a connection."""
        return self._connection.info.backend_pid if self._connection else None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _run(self, text: str, given: Mapping[str, Any]) -> list[Any]:
        if self._connection is None:
            raise ConnectionLost("it is not connected")
        cursor = self._connection.cursor(row_factory=namedtuple_row)
        return cursor.execute(text, given, prepare=not text.startswith("EXPLAIN")).fetchall()

    def _end(self) -> None:
        """Roll back. Close a connection that cannot do that, so that the next solve opens another."""
        try:
            if self._connection is not None:
                self._connection.execute("ROLLBACK")
        except psycopg.Error:
            self.close()

    def _begin_again(self) -> None:
        """Begin another transaction, because after an error nothing more can be asked in the same one."""
        self._end()
        if self._connection is not None and not self._connection.closed:
            self._connection.execute("BEGIN READ ONLY")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except EXCEEDED as error:
            log.info("a rule took more than it may: %s", error)
            self._begin_again()
            raise BudgetSpent from error
        except LOST as error:
            self.close()
            raise ConnectionLost(str(error)) from error


def _given(board: Board, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a statement, arrays as text. Else it would be planned for each width of integer."""
    given = {"candidates": board.candidates, "placed": board.placed, **values}
    if not board.geometry.shape.square_box:
        given |= _sets_of(board.geometry)
    return {
        name: _literal(each) if isinstance(each, list) else each for name, each in given.items()
    }


def _sets_of(geometry: Geometry) -> dict[str, Any]:
    """Return the sets of a board as columns: its units, groups and pairs, each with its cells."""
    rows = [
        (index, each.kind.partition(" ")[0] if each.kind.startswith("pair ") else each.kind, cell)
        for index, each in enumerate(geometry.links)
        for cell in each.cells
    ]
    units, kinds, cells = map(list, zip(*rows, strict=True))
    return {
        "set_units": units,
        "set_kinds": [f'"{kind}"' for kind in kinds],
        "set_cells": cells,
        "whole": len(geometry.units),
    }


def _literal(values: list[Any]) -> str:
    return f"{{{','.join(map(str, values))}}}"


def _connect(url: str, settings: Mapping[str, str]) -> psycopg.Connection[Any]:
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        tcp_user_timeout=1000 * CONNECT_SECONDS,
        options=options,
    )
