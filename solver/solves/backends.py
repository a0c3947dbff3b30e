"""Where a method runs: in Python, or as SQL in PostgreSQL while the engine checks it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from solver import engine, sets
from solver.models import DatabaseRun, Solve

_databases: dict[str, sets.Database] = {}  # of this process: a plan is made once a connection


def refuse_postgresql(method: str, options: Mapping[str, Any]) -> None:
    """Raise ValueError with a sentence if a solve cannot run in PostgreSQL."""
    if not settings.SETS_DATABASE_URL:
        raise ValueError(why_not())
    sets.refuse_unknown(method, options)


def why_not() -> str:
    """Return a sentence why no solve can run in PostgreSQL here, or an empty string if it can."""
    if settings.SETS_DATABASE_URL:
        return ""
    return _("No database is set up here in which methods can run as SQL.")


class Backend:
    """A running method. The caller iterates over `solving` and passes each iteration to `look`."""

    def __init__(self, solving: engine.Solving) -> None:
        self.solving = solving

    def look(self, iteration: engine.Iteration) -> None:
        """Do nothing: a run in Python is not compared with another one."""

    def row(self) -> DatabaseRun | None:
        """Return the row to store with the solve: None, because nothing ran in PostgreSQL."""
        return None


class PostgresBackend(Backend):
    """A method that runs in PostgreSQL. The engine repeats each iteration to compare."""

    def __init__(self, solving: engine.Solving, database: sets.Database) -> None:
        super().__init__(solving)
        self.database = database
        watching = engine.Budget(nodes=settings.SOLVE_NODES)
        self.witness = sets.CrossCheck(solving.grid, solving.method.name, solving.options, watching)

    def look(self, iteration: engine.Iteration) -> None:
        self.witness.look(iteration)

    def row(self) -> DatabaseRun:
        """Return the unsaved row about the run in PostgreSQL, after comparing its end with the engine's too.

        If a budget ran out, only the iterations are compared.
        """
        witness, database = self.witness, self.database
        witness.close(self.solving.ending, self.solving.iteration_count)
        return DatabaseRun(
            server=database.version,
            statements=database.statements,
            rows_found=database.rows,
            steps=witness.steps,
            same_steps=witness.same,
            differs_in=witness.differs_in,
            plans=database.plans,
        )


@contextmanager
def open_backend(solve: Solve, grid: engine.Grid, budget: engine.Budget) -> Iterator[Backend]:
    """Yield the method of a solve, ready to run, in Python or in PostgreSQL.

    Raise `sets.ConnectionLost` if the solve needs PostgreSQL and it is away.
    """
    if solve.runs_in == Solve.RunsIn.PYTHON:
        yield Backend(engine.Solving(grid, solve.method, solve.options, budget))
        return
    # The CPU time of PostgreSQL is not known here. Its statements and rows count as nodes instead.
    budget = replace(budget, seconds=None)
    with database().solving() as used:
        tell = partial(sets.solvers()[solve.method], used)
        solving = engine.Solving(grid, solve.method, solve.options, budget, tell)
        yield PostgresBackend(solving, used)


def database() -> sets.Database:
    """Return this process's connection for methods in PostgreSQL.

    Raise `sets.ConnectionLost` if no database is set up.
    """
    url = settings.SETS_DATABASE_URL
    if not url:
        raise sets.ConnectionLost("SETS_DATABASE_URL is empty")
    return _databases.setdefault(url, sets.Database(url, settings.SETS_STATEMENT_SECONDS))
