"""Long work in the background, one kind a module, found by walking this package.

Adding a kind is adding a module here with a `kind` in it; `running` does the rest: parts, progress, crashes.
"""

from functools import cache

from django.db.models import Q

from solver.engine.walk import things_in
from solver.models import Job, Solve

from .base import Kind, Row

__all__ = ["Kind", "Row", "are_soon_done", "find_kind", "kinds", "lane_of"]

FEW = 50  # items


@cache
def kinds() -> dict[str, Kind]:
    """Every kind by its name."""
    found = things_in(__name__, __path__, Kind)  # type: ignore[type-abstract]
    return {kind.name: kind for kind in found}


def find_kind(name: str) -> Kind:
    """The kind of that name; ValueError, naming those there are, when there is none."""
    if name not in kinds():
        raise ValueError(f"there is no kind of job {name!r}; choose one of {', '.join(kinds())}")
    return kinds()[name]


def are_soon_done() -> Q:
    """The jobs whose lane is the interactive one, as `lane_of` says it of one of them."""
    brief = [kind.name for kind in kinds().values() if kind.is_brief]
    return Q(kind__in=brief, owner__isnull=False, total__lte=FEW)


def lane_of(job: Job) -> str:
    """The lane that a job has its turns in: the interactive one where somebody waits for few items.

    In the bulk lane it would come after the part that is being done there, and after all that stand in line.
    """
    kind = kinds().get(job.kind)
    is_soon_done = kind and kind.is_brief and job.owner_id and job.total <= FEW
    return Solve.Lane.INTERACTIVE if is_soon_done else Solve.Lane.BULK
