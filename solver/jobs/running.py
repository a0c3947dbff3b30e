"""Claim a job, run part after part for a turn, then requeue or end the job.

A worker may die at any point. A part's changes and the job's progress are one transaction, which renews the
lease first, so the next worker continues with the first part that is not done. It takes fewer items of that
part, because an item may have killed the worker. In a shared job each part has a lease of its own.
"""

import logging
import uuid

from django.db import connection
from django.utils.translation import override

from solver.models import Job
from solver.models.leased_work import PASSING, LeaseLost, new_token
from solver.operations.logs import request

from . import find_job_type, known_jobs
from .job_type import JobFailed
from .runner import JobRunner, OnPart, OnWorkLeft, ParallelJobRunner, ShouldYield

log = logging.getLogger(__name__)


def run(
    job_id: uuid.UUID, on_part: OnPart | None = None, on_work_left: OnWorkLeft | None = None
) -> bool:
    """Work on a job for a turn. Return True if there is more to do, so that the caller enqueues the job.

    Do nothing if the job is over, paused or claimed by another worker. `on_part` is called after the commit of
    each part, with the solves that it left queued. `on_work_left` is called when another worker could help.
    """
    token = new_token()
    if not known_jobs().claim(job_id, token):
        return False
    return run_claimed(job_id, token, on_part, on_work_left)


def run_claimed(
    job_id: uuid.UUID,
    token: uuid.UUID,
    on_part: OnPart | None = None,
    on_work_left: OnWorkLeft | None = None,
    should_yield: ShouldYield | None = None,
) -> bool:
    """Work for a turn on a job that this token has claimed. Return True if there is more to do.

    `on_part` and `on_work_left` are as for `run`. `should_yield` is called after each part and may end the turn
    early.
    """
    job = Job.objects.get(pk=job_id)
    runner = (ParallelJobRunner if find_job_type(job.kind).is_shared else JobRunner)(job, token)
    with request(job.request_id), override(job.language):  # the report is in the owner's language
        try:
            return runner.run(on_part or (lambda job, left: None), on_work_left, should_yield)
        except KeyboardInterrupt:  # at a shell: a worker may continue at once
            runner.release()
            raise
        except LeaseLost:
            log.info("job %s: stopped or in other hands, part %s", job_id, job.cursor)
            runner.come_back()
            return runner.abandon()
        except JobFailed as reason:
            runner.fail(reason.code, **reason.facts)
        except PASSING as error:
            log.warning("job %s: attempt %s at part %s: %s", job_id, job.attempt, job.cursor, error)
            connection.close_if_unusable_or_obsolete()
            runner.release()  # if that fails too, the lease runs out by itself
        except Exception:
            log.exception("job %s: a fault at part %s", job_id, job.cursor)
            runner.fail("fault-in-part")
    return False
