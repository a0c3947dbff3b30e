"""The catalogue of the library: verdict, twins and grade of its puzzles; collections, history, search."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.postgres.search import SearchQuery, SearchVectorExact
from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from solver import engine
from solver.engine.symmetry import LARGEST_BOX
from solver.models import SEARCHED, Collection, Membership, Puzzle, Solve, User
from solver.models.puzzle import KEPT, WAITING

FACTS = ("verdict", "canonical", "grade", "grade_rank")  # what `examine` works out
# What an editor brings along with a puzzle.
ADDED = (
    *(
        "title",
        "author",
        "source",
        "licence",
        "notes",
        "tags",
        "is_published",
        "number",
        "created_at",
    ),
    *("job", "in_inbox", "dismissed_at", "level", "score", "reach", "path", "rated_by", *FACTS),
)
DAYS = 30  # in the inbox; then it is as if it had been dismissed
VERDICTS = ("none", "unique", "multiple")  # by the count of solutions, up to two


def verdicts(grids: Sequence[engine.Grid]) -> list[str]:
    """The verdict on each grid. Many 9×9 boards are counted at once, others one at a time within a budget."""
    usual = [grid for grid in grids if grid.box == 3]
    counted = iter(engine.count_many(usual))
    return [VERDICTS[next(counted)] if grid.box == 3 else _verdict(grid) for grid in grids]


def examine(puzzles: Sequence[Puzzle]) -> None:
    """Work out what the library says of puzzles; they are not saved.

    What is known stays known: a count that ran out of its budget is no news. Raises BudgetSpent when a
    deadline around it runs out. What it had worked out by then is right, the rest comes with the next rating.
    """
    grids = [puzzle.grid for puzzle in puzzles]
    for puzzle, grid, verdict in zip(puzzles, grids, verdicts(grids), strict=True):
        puzzle.canonical = canonical_line(grid)
        if verdict == Puzzle.Verdict.UNKNOWN and puzzle.verdict != verdict:
            continue
        puzzle.verdict = verdict
        puzzle.grade = grade_of(grid, verdict)
        puzzle.grade_rank = engine.RANKS.get(puzzle.grade)


def is_examined(puzzle: Puzzle) -> bool:
    """Whether all is known that `examine` can find out."""
    if puzzle.verdict == Puzzle.Verdict.UNKNOWN or puzzle.box > LARGEST_BOX:
        return puzzle.verdict != Puzzle.Verdict.UNKNOWN
    return bool(puzzle.canonical and (puzzle.grade or puzzle.verdict != Puzzle.Verdict.UNIQUE))


def keep_known(puzzle: Puzzle, now: Puzzle) -> None:
    """Where a count ran out of its budget, leave what somebody else may have found since."""
    if puzzle.verdict == Puzzle.Verdict.UNKNOWN:
        puzzle.verdict, puzzle.grade, puzzle.grade_rank = now.verdict, now.grade, now.grade_rank


def grade_of(grid: engine.Grid, verdict: str) -> str:
    """Its grade; empty for what has no single solution, or is too large to be graded soon."""
    is_graded = verdict == "unique" and grid.box <= LARGEST_BOX
    return engine.grade_of(grid) if is_graded else ""


def _verdict(grid: engine.Grid) -> str:
    return engine.enumerate_solutions(grid, limit=2, nodes=settings.VERDICT_NODES).verdict


def add(puzzles: Iterable[Puzzle]) -> dict[str, UUID]:
    """Add those that are not there yet; the id of each one's row by its givens, all held until the commit.

    What only a visitor had brought is in the library then as if it were new, and keeps its id and its solves.
    """
    in_order = sorted(puzzles, key=lambda puzzle: puzzle.givens)
    Puzzle.objects.bulk_create(in_order, ignore_conflicts=True)
    rows = lock(Puzzle.objects.filter(givens__in=[puzzle.givens for puzzle in in_order]))
    there = {puzzle.givens: puzzle for puzzle in rows}
    kept = [puzzle for puzzle in in_order if not puzzle.in_inbox]
    accepted = [puzzle for puzzle in kept if there[puzzle.givens].in_inbox]
    for puzzle in accepted:
        puzzle.pk = there[puzzle.givens].pk
    Puzzle.objects.bulk_update(accepted, ADDED)
    return {puzzle.givens: puzzle.pk for puzzle in rows}


def lock(puzzles: QuerySet[Puzzle], is_to_go: bool = False) -> list[Puzzle]:
    """These puzzles, locked until the commit in the order that all go by: others may not change or delete them.

    Those that are to go must not be solved meanwhile, either.
    """
    return list(puzzles.order_by("givens").select_for_update(no_key=not is_to_go))


def put_into(collection_id: int | None, puzzle_ids: Sequence[Any]) -> bool:
    """Put puzzles at the end of a collection, where one was chosen; False when it has been deleted since."""
    try:
        if collection_id:
            collect(collection_id, puzzle_ids)
    except Collection.DoesNotExist:
        return False
    return True


@transaction.atomic
def collect(collection_id: int, puzzle_ids: Sequence[Any]) -> set[Any]:
    """Put puzzles at the end of a collection; returns the ids of those that were not in it yet.

    It is held until the commit: their places follow from how many it has. Collection.DoesNotExist when it has
    been deleted.
    """
    memberships = members_of(collection_id)
    there = set(memberships.filter(puzzle__in=puzzle_ids).values_list("puzzle", flat=True))
    last = memberships.aggregate(last=Max("position"))["last"] or 0
    new = [pk for pk in dict.fromkeys(puzzle_ids) if pk not in there]
    if Collection.objects.filter(pk=collection_id).exists():  # the library's, and no account's own
        Puzzle.objects.filter(pk__in=new, in_inbox=True).update(in_inbox=False)
    Membership.objects.bulk_create(
        [
            Membership(collection_id=collection_id, puzzle_id=pk, position=last + at)
            for at, pk in enumerate(new, 1)
        ]
    )
    return set(new)


@transaction.atomic
def arrange(collection_id: int, puzzle_ids: Sequence[UUID]) -> None:
    """Let a collection have these puzzles, in this order, and no others; held until the commit."""
    Collection.objects.select_for_update(no_key=True).get(pk=collection_id)
    memberships = Membership.objects.filter(collection=collection_id)
    memberships.exclude(puzzle__in=puzzle_ids).delete()
    there = {each.puzzle_id: each for each in memberships}
    new = []
    for at, pk in enumerate(puzzle_ids, 1):
        if pk in there:
            there[pk].position = at
        else:
            new.append(Membership(collection_id=collection_id, puzzle_id=pk, position=at))
    Membership.objects.bulk_update(there.values(), ["position"], batch_size=1_000)
    Membership.objects.bulk_create(new)


@transaction.atomic
def place(collection_id: int, wanted: Mapping[int, int]) -> None:
    """Give members of a collection, by their ids, the places that are wanted, all of them at once.

    The others keep their order around these, and no place is empty afterwards. One beyond the end is the last.
    """
    rows = list(members_of(collection_id).order_by("position", "pk").only("pk", "position"))
    order = [row for row in rows if row.pk not in wanted]
    moved = [row for row in rows if row.pk in wanted]
    for row in sorted(moved, key=lambda row: wanted[row.pk]):
        order.insert(wanted[row.pk] - 1, row)
    changed = [row for at, row in enumerate(order, 1) if row.position != at]
    for at, row in enumerate(order, 1):
        row.position = at
    Membership.objects.bulk_update(changed, ["position"], batch_size=1_000)


def publish_what_is_due() -> int:
    """Publish the collections whose time has come, each with its puzzles; returns how many."""
    due = Collection.objects.filter(publish_at__lte=Now(), is_published=False)
    return sum(_publish(collection) for collection in due)


@transaction.atomic
def _publish(collection: Collection) -> bool:
    hidden = lock(Puzzle.objects.filter(collections=collection, is_published=False))
    still = Collection.objects.filter(pk=collection.pk, publish_at__lte=Now())
    if not still.update(is_published=True, publish_at=None):
        return False  # its editor has thought better of it
    Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in hidden]).update(is_published=True)
    return True


def members_of(collection_id: int) -> QuerySet[Membership]:
    """The places of a collection, which is held until the commit, whoever's it is."""
    Collection._base_manager.select_for_update(no_key=True).get(pk=collection_id)
    return Membership.objects.filter(collection=collection_id)


def log(user: User | None, puzzles: Sequence[Puzzle], flag: int, message: str) -> None:
    """Note in the history of each puzzle what was done by whom; nothing where nobody is known."""
    if user is None:
        return
    content_type = ContentType.objects.get_for_model(Puzzle)
    LogEntry.objects.bulk_create(
        LogEntry(
            user=user,
            content_type=content_type,
            object_id=str(puzzle.pk),
            object_repr=str(puzzle)[:200],
            action_flag=flag,
            change_message=message,
        )
        for puzzle in puzzles
    )


def canonical_line(grid: engine.Grid) -> str:
    """The line that a grid shares with its twins; empty for a board that is too large for one."""
    return engine.canonical_form(grid)[0].text if grid.box <= LARGEST_BOX else ""


def matching(text: str) -> Q:
    """Puzzles with all these words, the last of which may be unfinished, or with these first givens."""
    words = re.findall(r"\w+", text)
    if not words:
        return Q(pk__in=[]) if text.strip() else Q()
    givens = re.sub(r"[.*_-]", "0", text.strip()).upper()
    by_givens = Q(givens__startswith=givens) if FIRST_GIVENS.fullmatch(givens) else Q()
    query = SearchQuery(
        " & ".join(f"'{word}'" for word in words) + ":*", config="simple", search_type="raw"
    )
    return Q(SearchVectorExact(SEARCHED, query)) | by_givens


def twins_of(puzzle: Puzzle) -> QuerySet[Puzzle]:
    """Other puzzles of the library that are this one turned round, oldest first."""
    if not puzzle.canonical:
        return Puzzle.objects.none()
    return (
        Puzzle.objects.filter(KEPT, canonical=puzzle.canonical)
        .exclude(pk=puzzle.pk)
        .order_by("created_at")
    )


def waiting() -> QuerySet[Puzzle]:
    """The inbox: what no editor has looked at, as long as it is not too old."""
    return Puzzle.objects.filter(WAITING, created_at__gte=timezone.now() - timedelta(days=DAYS))


def solves_of(puzzle: Puzzle) -> QuerySet[Solve]:
    """Its solves, and those of what was merged into it."""
    if puzzle.in_inbox or not puzzle.canonical:
        return Solve.objects.filter(puzzle=puzzle)
    merged = Q(canonical=puzzle.canonical, in_inbox=True)
    either = Puzzle.objects.filter(Q(pk=puzzle.pk) | merged)  # each found by an index of its own
    return Solve.objects.filter(puzzle__in=either.order_by().values("pk"))


def recent_tags() -> list[str]:
    """The tags of the newest puzzles, in the order of the alphabet."""
    with connection.cursor() as cursor:
        cursor.execute(RECENT_TAGS, [RECENT])
        return [tag for (tag,) in cursor.fetchall()]


def count_tags() -> list[tuple[str, int]]:
    """All tags of the library, each with its number of puzzles, in the order of the alphabet."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT_TAGS)
        return list(cursor.fetchall())


FIRST_GIVENS = re.compile(r"[0-9A-P]{6,625}")  # fewer would be a word
RECENT = 1_000  # puzzles
RECENT_TAGS = """
    SELECT DISTINCT unnest(tags) FROM (
        SELECT tags FROM solver_puzzle ORDER BY created_at DESC, id DESC LIMIT %s) newest ORDER BY 1"""
COUNT_TAGS = """
    SELECT tag, sum(n)::bigint FROM (
        SELECT tags, count(*) AS n FROM solver_puzzle WHERE NOT in_inbox GROUP BY tags
     ) alike, unnest(tags) tag GROUP BY tag ORDER BY lower(tag), tag"""
