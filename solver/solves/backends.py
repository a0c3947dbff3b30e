"""Where the method of a solve runs: in Python, or as SQL in PostgreSQL, watched by the engine."""

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
    """ValueError, in a sentence, where a solve cannot run in PostgreSQL."""
    if not settings.SETS_DATABASE_URL:
        raise ValueError(why_not())
    sets.refuse_unknown(method, options)


def why_not() -> str:
    """A sentence for whoever finds that a solve cannot run in PostgreSQL here; empty where it can."""
    if settings.SETS_DATABASE_URL:
        return ""
    return _("No database is set up here in which methods can run as SQL.")


class Backend:
    """A method at work. `solving` is iterated over, and each of its iterations shown to `look`."""

    def __init__(self, solving: engine.Solving) -> None:
        self.solving = solving

    def look(self, iteration: engine.Iteration) -> None:
        """Nobody else tells this story."""

    def row(self) -> DatabaseRun | None:
        """What is kept of it beside its story."""
        return None


class PostgresBackend(Backend):
    """A method at work in PostgreSQL; the engine tells each iteration too."""

    def __init__(self, solving: engine.Solving, database: sets.Database) -> None:
        super().__init__(solving)
        self.database = database
        watching = engine.Budget(nodes=settings.SOLVE_NODES)
        self.witness = sets.CrossCheck(solving.grid, solving.method.name, solving.options, watching)

    def look(self, iteration: engine.Iteration) -> None:
        self.witness.look(iteration)

    def row(self) -> DatabaseRun:
        """Compares the end too. Where a budget ran out, the story so far is what is compared."""
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
    """The method of a solve, where it is to run. Raises `sets.ConnectionLost` when that database is away."""
    if solve.runs_in == Solve.RunsIn.PYTHON:
        yield Backend(engine.Solving(grid, solve.method, solve.options, budget))
        return
    # PostgreSQL's seconds of the processor are nobody's to see but its own: statements and rows count as nodes.
    budget = replace(budget, seconds=None)
    with database().solving() as used:
        tell = partial(sets.solvers()[solve.method], used)
        solving = engine.Solving(grid, solve.method, solve.options, budget, tell)
        yield PostgresBackend(solving, used)


def database() -> sets.Database:
    """The connection of this process. Raises `sets.ConnectionLost` where there is no such database."""
    url = settings.SETS_DATABASE_URL
    if not url:
        raise sets.ConnectionLost("SETS_DATABASE_URL is empty")
    return _databases.setdefault(url, sets.Database(url, settings.SETS_STATEMENT_SECONDS))
