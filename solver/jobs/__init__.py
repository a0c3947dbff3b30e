"""Long work in the background, one kind a module, found by walking this package.

Adding a kind is adding a module here with a `kind` in it; `running` does the rest: parts, progress, crashes.
"""

from functools import cache

from solver.engine.core.discovery import things_in
from solver.models import Job, Solve
from solver.models.job import JobQuerySet

from .kind import AGAIN, SET_ASIDE, Kind, Row

__all__ = ["AGAIN", "SET_ASIDE", "Kind", "Row", "find_kind", "kinds", "known_jobs", "lane_of"]

FEW = 50  # items


@cache
def kinds() -> dict[str, Kind]:
    """Every kind by its name."""
    found = things_in(__name__, Kind)  # type: ignore[type-abstract]
    return {kind.name: kind for kind in found}


def find_kind(name: str) -> Kind:
    """The kind of that name; ValueError, naming those there are, when there is none."""
    if name not in kinds():
        raise ValueError(f"there is no kind of job {name!r}; choose one of {', '.join(kinds())}")
    return kinds()[name]


def known_jobs() -> JobQuerySet:
    """The jobs whose kind this version knows; those of a newer one wait for its workers."""
    return Job.objects.filter(kind__in=kinds())


def lane_of(job: Job) -> str:
    """Return the lane that a new job has its turns in.

    It is the interactive one if somebody waits for few items. In the bulk lane they would come after the part
    that is being done there. What the site does by itself comes after all that anybody has asked for.
    """
    kind = find_kind(job.kind)
    if kind.is_brief and job.owner_id and job.total <= FEW:
        return Solve.Lane.INTERACTIVE
    is_asked_for = job.owner_id or job.session_digest or job.network
    return Solve.Lane.SITE if kind.is_upkeep and not is_asked_for else Solve.Lane.BULK
