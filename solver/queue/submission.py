"""Before the queue: read a puzzle, save it with its solve, and ring for a worker once that is committed."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.core.steps import pack
from solver.engine.methods import best
from solver.jobs import AGAIN, SET_ASIDE, JobType, find_job_type, lane_of
from solver.models import Job, JobPart, Puzzle, Solve, User
from solver.models.leased_work import requeue_fields
from solver.operations.logs import current_request
from solver.solves.runs import refuse_postgresql

from .owners import Owner, TooManyUnfinished
from .tasks import enqueue, enqueue_job

AT_ONCE = 50  # parts in memory
Asking = User | AnonymousUser | None  # whoever asks, or a command


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
    """Promise a solve: once this returns, the row is committed and will be answered.

    Raises ValueError for an unknown method, option or option value, and for what cannot run where it is to
    run; and TooManyUnfinished.
    """
    owner = owner or Owner()
    chosen = engine.find_method(method).read_options(options or {})
    if runs_in == Solve.RunsIn.POSTGRESQL:
        refuse_postgresql(method, chosen)
        lane = Solve.Lane.SETS
    with transaction.atomic():
        _check_unfinished(Solve, owner, settings.UNFINISHED_SOLVES)
        # Held until the commit: nobody may delete it while its solve is not there yet.
        held = Puzzle.objects.select_for_update(no_key=True)
        puzzle, _is_new = held.get_or_create(givens=grid.text, defaults=inbox_defaults(owner))
        solve = Solve.objects.create(
            puzzle=puzzle,
            method=method,
            options=chosen,
            start=pack(grid.marks, grid.box) if grid.marks else None,
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
        # `enqueue` swallows a broker that is away: the promise is the row, and the reaper rings again.
        transaction.on_commit(lambda: enqueue(solve.pk, lane))
    return solve


def inbox_defaults(owner: Owner) -> dict[str, Any]:
    """What a puzzle begins with that somebody had solved: editors find it in their inbox.

    Of the site's own solves, as those that show a technique, there is nothing to be accepted.
    """
    return {"in_inbox": True, "dismissed_at": None if owner.is_somebody else Now()}


def continue_by_guessing(solve: Solve, owner: Owner) -> Solve:
    """Promise a solve that tells a stalled one's story and goes on by guessing from its last board.

    Whoever has one already is given that. It names the other where that is the owner's own or public: who may
    open the one would otherwise learn the address of the other, whatever that one's owner wanted. What is
    private stays so. Raises TooManyUnfinished.
    """
    own = Solve.objects.filter(owner.owns) if owner.is_somebody else Solve.objects.none()
    if kept := own.going_on_from(solve).first():
        return kept
    is_known = solve.visibility == Solve.Visibility.PUBLIC or own.filter(pk=solve.pk).exists()
    is_private = solve.visibility == Solve.Visibility.PRIVATE
    return submit(
        solve.grid,
        best.method.name,
        {"first": solve.method, **solve.options},
        owner,
        visibility=Solve.Visibility.PRIVATE if is_private else Solve.Visibility.UNLISTED,
        continues=solve if is_known else None,
    )


def submit_to_all(
    grid: engine.Grid, options: Mapping[str, Mapping[str, Any]], owner: Owner | None = None
) -> list[Solve]:
    """A solve by every method, each with its options from `options`, by its name."""
    with transaction.atomic():
        return [submit(grid, name, options.get(name), owner) for name in engine.methods()]


def retry(solve: Solve, asked_by: Asking = None) -> bool:
    """Queue a failed solve again, its attempts counted anew; False when it has not failed.

    Raises TooManyUnfinished: it is one more of its owner's.
    """
    lane = Solve.Lane.INTERACTIVE if solve.lane == Solve.Lane.SLOW else solve.lane
    failed = Solve.objects.filter(pk=solve.pk, status=Solve.Status.FAILED)
    with transaction.atomic():
        if failed.exists():
            _check_one_more(solve, asked_by, settings.UNFINISHED_SOLVES)
        again = failed.update(status=Solve.Status.QUEUED, lane=lane, **requeue_fields())
    if again:
        enqueue(solve.pk, lane)
    return bool(again)


def submit_job(
    kind: str,
    items: Iterable[Any],
    title: str = "",
    spec: Mapping[str, Any] | None = None,
    owner: Owner | None = None,
    solve: Solve | None = None,
) -> Job:
    """Promise a job over these items; they are stored as they come, so there may be a million.

    Raises TooManyUnfinished.
    """
    owner, chosen = owner or Owner(), find_job_type(kind)
    with transaction.atomic():
        _check_unfinished(Job, owner, settings.UNFINISHED_JOBS)
        job = Job.objects.create(
            kind=kind,
            title=title or str(chosen.title),
            spec=dict(spec or {}),
            solve=solve,
            owner=owner.user,
            session_digest=owner.session_digest,
            network=owner.network,
            language=get_language() or settings.LANGUAGE_CODE,
            enqueued_at=Now(),
            request_id=current_request.get(),
        )
        parts = _parts(job, items, chosen)
        while some := list(islice(parts, AT_ONCE)):
            JobPart.objects.bulk_create(some)
            job.total += sum(part.items for part in some)
        if chosen.question_before(job, 0):
            job.status = Job.Status.PAUSED
        job.lane = lane_of(job)
        job.save(update_fields=["total", "status", "lane"])
        if job.is_moving:
            transaction.on_commit(lambda: enqueue_job(job))
    return job


def _check_unfinished(model: type[Solve] | type[Job], owner: Owner, most: int) -> None:
    """Inside the transaction that submits; who may add jobs in the admin may have any number.

    One submission of an owner at a time, or many at the same moment would all be counted as the last. It is
    asked of the rows themselves and not of Redis: they are what waits, also when Redis is away or forgets.
    """
    if not _is_unlimited(owner.user):
        _check_count(model, *_counted_as(owner), most)


def _check_one_more(row: Solve | Job, asked_by: Asking, most: int) -> None:
    """The same for a row of theirs that was over and is to begin again, whoever asked for that."""
    if not (_is_unlimited(asked_by) or _is_unlimited(row.owner)):
        _check_count(type(row), *_counted_with(row), most)


def _is_unlimited(who: Asking) -> bool:
    return who is not None and who.has_perm("solver.add_job")


def _check_count(model: type[Solve] | type[Job], name: str, whose: Q, most: int) -> None:
    with connection.cursor() as cursor:
        lock = f"{model.__name__} of {name}"
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [lock])
    # A job that is paused can go on at any time.
    unfinished = ("queued", "running", "paused") if model is Job else ("queued", "running")
    if model.objects.filter(whose, status__in=unfinished)[:most].count() >= most:
        words = _("%(count)s of yours wait or run; when some of them are finished, there is room.")
        raise TooManyUnfinished(words % {"count": f"{most:,}"})


def _counted_as(owner: Owner) -> tuple[str, Q]:
    """A name for whoever counts as one, and the rows that count as theirs.

    A network's count as its own for good: who asks as a stranger and makes an account then, again and again,
    gains nothing by it.
    """
    if owner.network and not owner.user:
        return f"network {owner.network}", Q(network=owner.network)
    return owner.name, owner.owns


def _counted_with(row: Solve | Job) -> tuple[str, Q]:
    """The same for the owner of a row, which does not hold the key of a session."""
    if row.owner or row.network or not row.session_digest:
        return _counted_as(Owner(row.owner, network=row.network))
    whose = Q(owner=None, session_digest=row.session_digest)
    return f"session {row.session_digest}", whose


def resume_job(job: Job, asked_by: Asking = None) -> bool:
    """Let a paused or failed job go on where it stopped; False when it is neither.

    Raises TooManyUnfinished where it had failed: a paused one has been counted all the time.
    """
    with transaction.atomic():
        if Job.objects.filter(pk=job.pk, status=Job.Status.FAILED).exists():
            _check_one_more(job, asked_by, settings.UNFINISHED_JOBS)
        resumed = Job.objects.resume(job.pk)
    if resumed:
        enqueue_job(job)
    return resumed


def try_again(part: JobPart, asked_by: Asking = None) -> Job | None:
    """Begin again with the items of a part that were set aside; None if that was done since.

    The puzzles of a batch are solved again in their place. All other items go into a job of their own.
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
        if "seed" in spec:  # of the same one the same would come
            spec["seed"] = f"{spec['seed']}/{part.number}"
        owner = Owner(job.owner, network=job.network)
        return submit_job(job.kind, part.given, job.title, spec, owner)


def _parts(job: Job, items: Iterable[Any], kind: JobType) -> Iterator[JobPart]:
    """The parts of a job, one at a time."""
    first = 1
    for number, piece in enumerate(_pieces(job, items, kind)):
        yield JobPart(job=job, number=number, first=first, items=len(piece), given=piece)
        first += len(piece)


def _pieces(job: Job, items: Iterable[Any], kind: JobType) -> Iterator[list[Any]]:
    """The items of each part: as many as it takes of the costliest that is among them."""
    piece: list[Any] = []
    most = math.inf
    for item in items:
        piece.append(item)
        most = min(most, kind.size_of_part(job.spec, item))
        if len(piece) >= most:
            yield piece
            piece, most = [], math.inf
    if piece:
        yield piece
