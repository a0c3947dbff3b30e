"""Long work in the background, one job type a module, found by walking this package.

To add a job type, add a module here with a `job_type` in it. `running` does the rest: parts, progress, crashes.
"""

from functools import cache

from solver.engine.core.discovery import discover
from solver.models import Job, Solve
from solver.models.job import JobQuerySet

from .job_type import AGAIN, SET_ASIDE, JobType, Row

FEW = 50  # items


@cache
def job_types() -> dict[str, JobType]:
    """Return every job type by its name."""
    types = discover(__name__, JobType)  # type: ignore[type-abstract]
    return {job_type.name: job_type for job_type in types}


def find_job_type(name: str) -> JobType:
    """Return the job type of this name. Raise ValueError, with the known names, if there is none."""
    if name not in job_types():
        raise ValueError(f"there is no job type {name!r}; choose one of {', '.join(job_types())}")
    return job_types()[name]


def known_jobs() -> JobQuerySet:
    """Return the jobs whose type this version knows. Jobs of a newer version wait for its workers."""
    return Job.objects.filter(kind__in=job_types())


def lane_of(job: Job) -> str:
    """Return the lane (queue) of a new job: interactive, bulk or the site's own.

    A few items that somebody waits for go into the interactive lane, because in the bulk lane they would wait
    for the part that is being done there. The site's own work comes after all work that was asked for.
    """
    job_type = find_job_type(job.kind)
    if job_type.is_brief and job.owner_id and job.total <= FEW:
        return Solve.Lane.INTERACTIVE
    is_asked_for = job.owner_id or job.session_digest or job.network
    return Solve.Lane.SITE if job_type.is_upkeep and not is_asked_for else Solve.Lane.BULK
