"""Run the article's own SQL on the puzzle of a solve that has run in PostgreSQL, and keep what it did.

No promise depends on it. It comes after the answer of the solve, and what is lost is not done again.
"""

import logging
import uuid

from django.conf import settings

from solver.engine.core.shape import boxed
from solver.models import DatabaseRun, Solve
from solver.sets import ConnectionLost
from solver.sets.article_run import run_article
from solver.sets.articles import METHODS

log = logging.getLogger(__name__)


def record_article(solve_id: uuid.UUID) -> None:
    """Run the article of a finished solve, and store its passes. Do nothing for a board that it cannot take."""
    run = DatabaseRun.objects.select_related("solve__puzzle").filter(solve=solve_id).first()
    if run is None or not has_article(run.solve):
        return
    try:
        found = run_article(settings.SETS_DATABASE_URL, run.solve.method, run.solve.grid)
    except ConnectionLost as error:
        log.warning("solve %s: the article did not run: %s", solve_id, error)
        return
    DatabaseRun.objects.filter(solve=solve_id).update(article=found)


def has_article(solve: Solve) -> bool:
    """Return whether an article's own SQL can take the puzzle of a solve."""
    return solve.method in METHODS and solve.grid.shape == boxed(3)
