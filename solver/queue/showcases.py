"""The public solves that show each technique and each lesson at work."""

from django.db import transaction

from solver import engine
from solver.models import Solve
from solver.puzzles.course import COURSE
from solver.puzzles.showcases import Showcase, showcase_for, showcase_of, solves_of

from . import submission


def solve_showcase(showcase: Showcase, lane: str = Solve.Lane.INTERACTIVE) -> Solve:
    """Return the public solve of a showcase, an example puzzle with a method. Submit it if there is none."""
    existing = solves_of(showcase).exclude(status=Solve.Status.FAILED).first()
    if existing:
        return existing
    with transaction.atomic():  # public before a worker can finish it
        solve = submission.submit(showcase.grid, showcase.method, showcase.options, lane=lane)
        solve.visibility = Solve.Visibility.PUBLIC
        solve.save(update_fields=["visibility"])
    return solve


def solve_showcases() -> int:
    """Submit a public solve for each technique and lesson without one. Return the number of new solves."""
    count_before = Solve.objects.count()
    of_techniques = map(showcase_for, engine.techniques())
    for showcase in (*of_techniques, *map(showcase_of, COURSE)):
        if showcase:
            solve_showcase(showcase, Solve.Lane.SITE)
    return Solve.objects.count() - count_before
