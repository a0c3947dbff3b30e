"""The connection on which rules run: what one statement may take, and what its errors mean.

The limits stand in docker/sets.sql with the role; they are set here once more, for a server that somebody made
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

from .plans import Plan, plan_of
from .sql_rules import rules

log = logging.getLogger(__name__)

STATEMENT_SECONDS = 5.0  # by the clock, of one statement
STEPS_A_CELL = 10  # of a deadline, that a statement counts for, beside the rows that it finds
MOST_SECONDS_TO_EXPLAIN = 1.0  # of a statement that is carried out once more for its plan
# One plan a statement and connection: planning takes longer than most of these run. There is no index and no
# table, and what a relation made of an array will hold is anybody's guess: never one row after the other.
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
# What one statement may take has run out: time, room on disk, memory, size of a value.
EXCEEDED = (
    errors.QueryCanceled,
    errors.DiskFull,
    errors.OutOfMemory,
    errors.ConfigurationLimitExceeded,
    errors.ProgramLimitExceeded,
    errors.StatementTooComplex,
)
# The last one comes to a worker that was stopped for a while; to psycopg it is no OperationalError.
LOST = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.IdleInTransactionSessionTimeout,
)


class ConnectionLost(Exception):
    """The database of the rules is away, or went away meanwhile: another attempt may do better."""


class Database:
    """A connection for one solve after the other; what it was asked is counted anew for each."""

    def __init__(self, url: str, statement_seconds: float = STATEMENT_SECONDS) -> None:
        self.url = url
        self.timeout = {"statement_timeout": f"{round(1000 * statement_seconds)}ms"}
        self.statements = 0
        self.rows = 0
        self.plans: dict[str, Plan] = {}  # of each rule when it first found something
        self._connection: psycopg.Connection[Any] | None = None

    @contextmanager
    def solving(self) -> Iterator["Database"]:
        """A read-only transaction around a solve, rolled back at its end. Raises Lost."""
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
        """The rows that a rule finds on a board.

        Raises BudgetSpent when one statement takes more than it may or the deadline runs out, and Lost.
        """
        spend(STEPS_A_CELL * board.geometry.cell_count)
        started = time.monotonic()
        with self._errors():
            rows = self._run(rules()[name].statement(board.geometry.box), _given(board, values))
        self.statements += 1
        self.rows += len(rows)
        spend(len(rows))
        is_quick = time.monotonic() - started < MOST_SECONDS_TO_EXPLAIN
        if rows and name not in self.plans and is_quick:
            self.plans[name] = self._explain(name, board, values)
        return rows

    def _explain(self, name: str, board: Board, values: Mapping[str, Any]) -> Plan:
        """The plan of a rule on a board, as PostgreSQL carried it out once more."""
        text = f"EXPLAIN (ANALYZE, FORMAT JSON) {rules()[name].statement(board.geometry.box)}"
        with self._errors():
            ((told,),) = self._run(text, _given(board, values))
        return plan_of(told[0])

    @property
    def version(self) -> str:
        """`15.18`"""
        if self._connection is None:
            return ""
        return (self._connection.info.parameter_status("server_version") or "").split()[0]

    @property
    def backend(self) -> int | None:
        """The process of the server that runs our statements."""
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
        """Roll back; a connection that cannot do that is given up, and the next solve makes another."""
        try:
            if self._connection is not None:
                self._connection.execute("ROLLBACK")
        except psycopg.Error:
            self.close()

    def _begin_anew(self) -> None:
        """After an error nothing more can be asked in the same transaction."""
        self._end()
        if self._connection is not None and not self._connection.closed:
            self._connection.execute("BEGIN READ ONLY")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except EXCEEDED as error:
            log.info("a rule took more than it may: %s", error)
            self._begin_anew()
            raise BudgetSpent from error
        except LOST as error:
            self.close()
            raise ConnectionLost(str(error)) from error


def _given(board: Board, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a statement is given: arrays as text, or a statement would be planned for each width of integer."""
    given = {"candidates": board.candidates, "placed": board.placed, **values}
    return {
        name: _literal(each) if isinstance(each, list) else each for name, each in given.items()
    }


def _literal(values: list[Any]) -> str:
    return f"{{{','.join(map(str, values))}}}"


def _connect(url: str, settings: Mapping[str, str]) -> psycopg.Connection[Any]:
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return psycopg.connect(
        url, autocommit=True, connect_timeout=3, tcp_user_timeout=3000, options=options
    )
