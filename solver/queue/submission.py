"""Submit solves and jobs: check the owner's limit, save the rows, and enqueue them after the commit."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import get_language, gettext as _

from solver import engine
from solver.engine.core.steps import pack
from solver.engine.methods import best, ladder
from solver.jobs import AGAIN, SET_ASIDE, JobType, find_job_type, lane_of
from solver.models import Job, JobPart, Puzzle, Solve, User
from solver.models.job import WORDS
from solver.models.leased_work import requeue_fields
from solver.models.locking import advisory_lock, protect_from_deletion
from solver.models.said import Said, said
from solver.operations.logs import current_request
from solver.solves.backends import refuse_postgresql

from .owners import Owner, TooManyUnfinished
from .tasks import enqueue, enqueue_job

AT_ONCE = 50  # parts in memory
Asking = User | AnonymousUser | None  # who asks, None for a command


def submit(
    grid: engine.Grid,
    method: str,
    options: Mapping[str, Any] | None = None,
    owner: Owner | None = None,
    lane: str = Solve.Lane.INTERACTIVE,
    visibility: str = Solve.Visibility.UNLISTED,
    continues: Solve | None = None,
    runs_in: str = Solve.RunsIn.PYTHON,
) -> Solve:
    """Save and enqueue a solve of a grid by a method, and return it.

    Once this returns, the row is committed and will be answered. `lane` is its queue. `continues` is a stalled
    solve that this one continues. Raise ValueError for an unknown method, option or option value, or if it
    cannot run in PostgreSQL. Raise TooManyUnfinished if the owner has too many unfinished solves.
    """
    owner = owner or Owner()
    valid_options = engine.find_method(method).read_options(options or {})
    if runs_in == Solve.RunsIn.POSTGRESQL:
        refuse_postgresql(method, valid_options)
        lane = Solve.Lane.SETS
    with transaction.atomic():
        _check_unfinished(Solve, owner, settings.UNFINISHED_SOLVES)
        solve = Solve.objects.create(
            puzzle=_puzzle_of(grid, owner),
            method=method,
            options=valid_options,
            start=pack(grid.marks, grid.size) if grid.marks else None,
            owner=owner.user,
            session_digest=owner.session_digest,
            network=owner.network,
            visibility=visibility,
            continues=continues,
            runs_in=runs_in,
            lane=lane,
            enqueued_at=Now(),
            request_id=current_request.get(),
        )
        # After the commit, or a quick worker would look for a row that is not there yet.
        # `enqueue` ignores a broker that is away: the row is committed, and the reaper enqueues it again.
        transaction.on_commit(lambda: enqueue(solve.pk, lane))
    return solve


def _puzzle_of(grid: engine.Grid, owner: Owner) -> Puzzle:
    """Return the row of a puzzle, which nobody may delete before its solve is there."""
    identity = Puzzle.identity(grid)
    known = protect_from_deletion(Puzzle.objects.filter(**identity))
    if known:
        return known[0]
    puzzles = Puzzle.objects.select_for_update(no_key=True)  # another request may be just as quick
    puzzle, _is_new = puzzles.get_or_create(**identity, defaults=inbox_defaults(owner))
    return puzzle


def inbox_defaults(owner: Owner) -> dict[str, Any]:
    """Return the values of a new puzzle that somebody has submitted: editors find it in their inbox.

    Puzzles of the site's own solves, such as showcases, are dismissed from the start.
    """
    return {"in_inbox": True, "dismissed_at": None if owner.is_somebody else Now()}


def continue_stalled(solve: Solve, owner: Owner) -> Solve:
    """Submit a solve that repeats a stalled one and continues by the ladder from its last board.

    If the owner has one already, return that. The new solve names the stalled solve only if that is public or
    the owner's own. Otherwise its readers would learn the address of another person's solve. The continuation
    of a private solve is private. Raise TooManyUnfinished if the owner has too many solves.
    """
    own = Solve.objects.filter(owner.owns) if owner.is_somebody else Solve.objects.none()
    if existing := own.going_on_from(solve).first():
        return existing
    is_known = solve.visibility == Solve.Visibility.PUBLIC or own.filter(pk=solve.pk).exists()
    is_private = solve.visibility == Solve.Visibility.PRIVATE
    return submit(
        solve.grid,
        best.method.name,
        best.method.still_offered(
            {"first": solve.method, **solve.options, "then": ladder.method.name}
        ),
        owner,
        visibility=Solve.Visibility.PRIVATE if is_private else Solve.Visibility.UNLISTED,
        continues=solve if is_known else None,
    )


def submit_to_all(
    grid: engine.Grid, options: Mapping[str, Mapping[str, Any]], owner: Owner | None = None
) -> list[Solve]:
    """Submit a solve of the grid by every method, and return the solves.

    `options` has the options of methods by their names.
    """
    with transaction.atomic():
        return [submit(grid, name, options.get(name), owner) for name in engine.methods()]


def retry(solve: Solve, asked_by: Asking = None) -> bool:
    """Requeue a failed solve and count its attempts from 0. Return False if it has not failed.

    Raise TooManyUnfinished if its owner has too many unfinished solves. `asked_by` is who asks, None for a
    command.
    """
    lane = Solve.Lane.INTERACTIVE if solve.lane == Solve.Lane.SLOW else solve.lane
    failed = Solve.objects.filter(pk=solve.pk, status=Solve.Status.FAILED)
    with transaction.atomic():
        if failed.exists():
            _check_one_more(solve, asked_by, settings.UNFINISHED_SOLVES)
        is_requeued = failed.update(status=Solve.Status.QUEUED, lane=lane, **requeue_fields())
    if is_requeued:
        enqueue(solve.pk, lane)
    return bool(is_requeued)


def submit_job(
    kind: str,
    items: Iterable[Any],
    title: str = "",
    spec: Mapping[str, Any] | None = None,
    owner: Owner | None = None,
    solve: Solve | None = None,
) -> Job:
    """Save and enqueue a job of this kind over these items, and return it.

    The items are stored as they come, so there may be a million. `spec` are the choices of the job. Raise
    TooManyUnfinished if the owner has too many unfinished jobs.
    """
    owner, job_type = owner or Owner(), find_job_type(kind)
    with transaction.atomic():
        _check_unfinished(Job, owner, settings.UNFINISHED_JOBS)
        job = Job.objects.create(
            kind=kind,
            title=title[:200] or said(job_type.title).facts[0],
            spec={**(spec or {}), WORDS: title.facts}
            if isinstance(title, Said)
            else dict(spec or {}),
            solve=solve,
            owner=owner.user,
            session_digest=owner.session_digest,
            network=owner.network,
            language=get_language() or settings.LANGUAGE_CODE,
            enqueued_at=Now(),
            request_id=current_request.get(),
        )
        parts = _parts(job, items, job_type)
        while batch := list(islice(parts, AT_ONCE)):
            JobPart.objects.bulk_create(batch)
            job.total += sum(part.items for part in batch)
        if job_type.question_before(job, 0):
            job.status = Job.Status.PAUSED
        job.lane = lane_of(job)
        job.save(update_fields=["total", "status", "lane"])
        if job.is_moving:
            transaction.on_commit(lambda: enqueue_job(job))
    return job


def _check_unfinished(model: type[Solve] | type[Job], owner: Owner, limit: int) -> None:
    """Raise TooManyUnfinished if the owner has reached the limit. Users who may add jobs have none.

    Call it in the transaction that submits. A lock lets in one submission of an owner at a time, or many at
    once would each be counted as the last. The rows are counted and not Redis, which may be away or forget.
    """
    if not _is_unlimited(owner.user):
        _check_count(model, *_counted_as(owner), limit)


def _check_one_more(row: Solve | Job, asked_by: Asking, limit: int) -> None:
    """Check the same for the owner of a finished row that is to run again, on anybody's request."""
    if not (_is_unlimited(asked_by) or _is_unlimited(row.owner)):
        _check_count(type(row), *_counted_with(row), limit)


def _is_unlimited(who: Asking) -> bool:
    return who is not None and who.has_perm("solver.add_job")


def _check_count(model: type[Solve] | type[Job], name: str, condition: Q, limit: int) -> None:
    advisory_lock(f"{model.__name__} of {name}")
    # A paused job can be resumed at any time.
    unfinished = ("queued", "running", "paused") if model is Job else ("queued", "running")
    if model.objects.filter(condition, status__in=unfinished)[:limit].count() >= limit:
        text = _(
            "You already have %(count)s waiting or running. Please wait until some have finished."
        )
        raise TooManyUnfinished(text % {"count": f"{limit:,}"})


def _counted_as(owner: Owner) -> tuple[str, Q]:
    """Return a name for the lock, and the condition of the rows that count together.

    Rows of a network count for the network for good: to submit as a stranger and then create an account, again
    and again, gains nothing.
    """
    if owner.network and not owner.user:
        return f"network {owner.network}", Q(network=owner.network)
    return owner.name, owner.owns


def _counted_with(row: Solve | Job) -> tuple[str, Q]:
    """Return the same for the owner of a row, which has no session key."""
    if row.owner or row.network or not row.session_digest:
        return _counted_as(Owner(row.owner, network=row.network))
    condition = Q(owner=None, session_digest=row.session_digest)
    return f"session {row.session_digest}", condition


def resume_job(job: Job, asked_by: Asking = None) -> bool:
    """Let a paused or failed job continue where it stopped. Return False if it is neither.

    Raise TooManyUnfinished if it had failed and its owner may have no more unfinished jobs. A paused job is one
    of these already. `asked_by` is who asks, None for a command.
    """
    with transaction.atomic():
        if Job.objects.filter(pk=job.pk, status=Job.Status.FAILED).exists():
            _check_one_more(job, asked_by, settings.UNFINISHED_JOBS)
        resumed = Job.objects.resume(job.pk)
    if resumed:
        enqueue_job(job)
    return resumed


def try_again(part: JobPart, asked_by: Asking = None) -> Job | None:
    """Try the failed items of a part again. Return their job, or None if somebody has done that since.

    Puzzles of a batch are solved again in place. All other items go into a new job. `asked_by` is who asks,
    None for a command.
    """
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=part.job_id)
        part.refresh_from_db()
        if not part.failure:
            return None
        aside = [row for row in part.report if row[0] == SET_ASIDE]
        part.report = [[AGAIN, *row[1:]] if row[0] == SET_ASIDE else row for row in part.report]
        part.failure, part.failure_facts = "", {}
        part.save(update_fields=["report", "failure", "failure_facts"])
        counts = Counter(job.counts) - Counter({SET_ASIDE: len(aside)})
        job.counts = dict(counts + Counter({AGAIN: len(aside)}))
        job.save(update_fields=["counts"])
        if solves := find_job_type(job.kind).solves_of(aside):
            for solve in Solve.objects.filter(pk__in=solves):
                retry(solve, asked_by)
            return job
        spec = {**job.spec}
        if "seed" in spec:  # the same seed would generate the same puzzles
            spec["seed"] = f"{spec['seed']}/{part.number}"
        owner = Owner(job.owner, network=job.network)
        # What the site begins by itself has no words of its own, and is known again by its spec.
        title = job.said if WORDS in job.spec else job.title
        return submit_job(job.kind, part.given, title, spec, owner)


def _parts(job: Job, items: Iterable[Any], job_type: JobType) -> Iterator[JobPart]:
    """Yield the parts of a job."""
    first = 1
    for number, piece in enumerate(_pieces(job, items, job_type)):
        yield JobPart(job=job, number=number, first=first, items=len(piece), given=piece)
        first += len(piece)


def _pieces(job: Job, items: Iterable[Any], job_type: JobType) -> Iterator[list[Any]]:
    """Yield the items of each part, no more than the part size of the costliest item in it."""
    piece: list[Any] = []
    limit = math.inf
    for item in items:
        piece.append(item)
        limit = min(limit, job_type.size_of_part(job.spec, item))
        if len(piece) >= limit:
            yield piece
            piece, limit = [], math.inf
    if piece:
        yield piece
