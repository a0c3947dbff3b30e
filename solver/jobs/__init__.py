"""Long work in the background, one kind a module, found by walking this package.

Adding a kind is adding a module here with a `kind` in it; `running` does the rest: parts, progress, crashes.
"""

from functools import cache

from solver.engine.core.discovery import discover
from solver.models import Job, Solve
from solver.models.job import JobQuerySet

from .job_type import AGAIN, SET_ASIDE, JobType, Row

__all__ = [
    "AGAIN",
    "SET_ASIDE",
    "JobType",
    "Row",
    "find_job_type",
    "job_types",
    "known_jobs",
    "lane_of",
]

FEW = 50  # items


@cache
def job_types() -> dict[str, JobType]:
    """Every kind by its name."""
    found = discover(__name__, JobType)  # type: ignore[type-abstract]
    return {kind.name: kind for kind in found}


def find_job_type(name: str) -> JobType:
    """The kind of that name; ValueError, naming those there are, when there is none."""
    if name not in job_types():
        raise ValueError(
            f"there is no kind of job {name!r}; choose one of {', '.join(job_types())}"
        )
    return job_types()[name]


def known_jobs() -> JobQuerySet:
    """The jobs whose kind this version knows; those of a newer one wait for its workers."""
    return Job.objects.filter(kind__in=job_types())


def lane_of(job: Job) -> str:
    """Return the lane that a new job has its turns in.

    It is the interactive one if somebody waits for few items. In the bulk lane they would come after the part
    that is being done there. What the site does by itself comes after all that anybody has asked for.
    """
    kind = find_job_type(job.kind)
    if kind.is_brief and job.owner_id and job.total <= FEW:
        return Solve.Lane.INTERACTIVE
    is_asked_for = job.owner_id or job.session_digest or job.network
    return Solve.Lane.SITE if kind.is_upkeep and not is_asked_for else Solve.Lane.BULK
