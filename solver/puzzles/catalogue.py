"""The library's puzzles: verdicts, isomorphs, grades, members of collections, history and search."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.postgres.search import SearchQuery, SearchVectorExact
from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet, Value
from django.db.models.functions import Collate, Now, StrIndex
from django.utils import timezone

from solver import engine
from solver.engine.core.shape import boxed
from solver.engine.ladder.search import LARGEST
from solver.models import SEARCHED, Collection, Job, Membership, Puzzle, Solve, User
from solver.models.puzzle import KEPT, UNEXAMINED, WAITING
from solver.models.said import Said
from solver.models.statements import fetch_rows

FACTS = ("verdict", "canonical", "grade", "grade_rank")  # computed by `examine`
# Columns that are updated if a visitor's puzzle is added to the library.
ADDED = (
    *("title", "author", "source", "licence", "notes", "tags", "is_published", "number"),
    *("created_at", "job", "in_inbox", "dismissed_at", "level", "score", "reach", "path"),
    *("rated_by", *FACTS),
)
LONGEST_SLUG = 40  # characters, which leaves room for a number
DAYS = 30  # in the inbox. Older puzzles count as dismissed
VERDICTS = ("none", "unique", "multiple")  # by the count of solutions, up to two


def verdicts(grids: Sequence[engine.Grid]) -> list[str]:
    """Return for each grid whether it has one, several or no solution.

    9×9 grids are counted together, others one by one with a budget, which may leave the verdict unknown.
    """
    usual = boxed(3)
    counts = iter(engine.count_many([grid for grid in grids if grid.shape == usual]))
    return [VERDICTS[next(counts)] if grid.shape == usual else _verdict(grid) for grid in grids]


def examine(puzzles: Sequence[Puzzle]) -> None:
    """Set verdict, canonical form and grade of puzzles without saving them.

    A known verdict stays if the count runs out of its budget. Raise BudgetSpent if an enclosing deadline ends.
    The puzzles before are complete then, and the next rating does the others.
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
    """Return whether the puzzle's verdict, canonical form and grade are known as far as they can be."""
    if puzzle.verdict == Puzzle.Verdict.UNKNOWN or puzzle.size > LARGEST:
        return puzzle.verdict != Puzzle.Verdict.UNKNOWN
    is_graded = puzzle.grade or puzzle.verdict != Puzzle.Verdict.UNIQUE
    return bool(is_graded and (puzzle.canonical or not engine.has_canonical_form(puzzle.board)))


def keep_known(puzzle: Puzzle, now: Puzzle) -> None:
    """Keep a level that was set meanwhile, and the verdict if a count ran out of its budget.

    `now` is the row as it is stored now.
    """
    if now.is_level_set:
        puzzle.level = now.level
    elif puzzle.is_level_set:  # no longer, so it is rated again
        puzzle.level = puzzle.rated_by = None
    if puzzle.verdict == Puzzle.Verdict.UNKNOWN:
        puzzle.verdict, puzzle.grade, puzzle.grade_rank = now.verdict, now.grade, now.grade_rank


def grade_of(grid: engine.Grid, verdict: str) -> str:
    """Return the puzzle's grade: the easiest rules that solve it.

    Return an empty string without a unique solution or for a board too large to grade.
    """
    is_graded = verdict == "unique" and grid.size <= LARGEST
    return engine.grade_of(grid) if is_graded else ""


def _verdict(grid: engine.Grid) -> str:
    return engine.enumerate_solutions(grid, limit=2, nodes=settings.VERDICT_NODES).verdict


def add(puzzles: Iterable[Puzzle]) -> dict[str, UUID]:
    """Add new puzzles to the library, lock all until the commit, and return the ids of the rows by `line`.

    Puzzles that visitors had entered become puzzles of the library. They keep their ids and solves.
    """
    in_order = sorted(puzzles, key=lambda puzzle: (puzzle.givens, puzzle.shape))
    Puzzle.objects.bulk_create(in_order, ignore_conflicts=True)
    rows = lock(Puzzle.objects.filter(givens__in=[puzzle.givens for puzzle in in_order]))
    stored = {puzzle.line: puzzle for puzzle in rows}
    accepted = [
        puzzle for puzzle in in_order if not puzzle.in_inbox and stored[puzzle.line].in_inbox
    ]
    for puzzle in accepted:
        puzzle.pk = stored[puzzle.line].pk
    Puzzle.objects.bulk_update(accepted, ADDED)
    return {line: puzzle.pk for line, puzzle in stored.items()}


def lock(puzzles: QuerySet[Puzzle], is_to_go: bool = False) -> list[Puzzle]:
    """Lock these puzzles until the commit, ordered by givens as everywhere, and return them.

    Others cannot change or delete them. With `is_to_go`, before deleting, nobody can add solves either.
    """
    return list(puzzles.order_by("givens", "shape").select_for_update(no_key=not is_to_go))


def put_into(collection_id: int | None, puzzle_ids: Sequence[Any]) -> bool:
    """Append puzzles to a collection, unless its id is None. Return False if it has been deleted since."""
    try:
        if collection_id:
            collect(collection_id, puzzle_ids)
    except Collection.DoesNotExist:
        return False
    return True


@transaction.atomic
def collect(collection_id: int, puzzle_ids: Sequence[Any]) -> set[Any]:
    """Append puzzles to a collection. Return the ids of the puzzles that are new in it.

    The collection is locked until the commit, because positions follow from its last one. Raise
    Collection.DoesNotExist if it has been deleted.
    """
    memberships = members_of(collection_id)
    present = set(memberships.filter(puzzle__in=puzzle_ids).values_list("puzzle", flat=True))
    last = memberships.aggregate(last=Max("position"))["last"] or 0
    new = [pk for pk in dict.fromkeys(puzzle_ids) if pk not in present]
    if Collection.objects.filter(pk=collection_id).exists():  # the library's, and no account's own
        Puzzle.objects.filter(pk__in=new, in_inbox=True).update(in_inbox=False)
    Membership.objects.bulk_create(
        [
            Membership(collection_id=collection_id, puzzle_id=pk, position=last + number)
            for number, pk in enumerate(new, 1)
        ]
    )
    return set(new)


@transaction.atomic
def arrange(collection_id: int, puzzle_ids: Sequence[UUID]) -> None:
    """Make these the puzzles of a collection, in this order. The collection is locked until the commit."""
    Collection.objects.select_for_update(no_key=True).get(pk=collection_id)
    memberships = Membership.objects.filter(collection=collection_id)
    memberships.exclude(puzzle__in=puzzle_ids).delete()
    with connection.cursor() as cursor:
        cursor.execute(ARRANGE, [collection_id, list(puzzle_ids)])


@transaction.atomic
def place(collection_id: int, positions: Mapping[int, int]) -> None:
    """Move puzzles of a collection, by the ids of their memberships, to these positions (from 1), all at once.

    The others keep their order around them, without gaps. A position beyond the end means the last one.
    """
    rows = list(members_of(collection_id).order_by("position", "pk").only("pk", "position"))
    order = [row for row in rows if row.pk not in positions]
    moved = [row for row in rows if row.pk in positions]
    for row in sorted(moved, key=lambda row: positions[row.pk]):
        order.insert(positions[row.pk] - 1, row)
    with connection.cursor() as cursor:
        cursor.execute(PLACE, [[row.pk for row in order]])


def free_slug(slug: str) -> str:
    """Return the slug, with a number if another collection has it."""
    slug = slug[:LONGEST_SLUG]
    taken = set(
        Collection._base_manager.filter(slug__startswith=slug).values_list("slug", flat=True)
    )
    numbered = (f"{slug}-{number}" for number in itertools.count(2))
    return slug if slug not in taken else next(name for name in numbered if name not in taken)


def publish_what_is_due() -> int:
    """Publish the collections and puzzles whose time has come, and return their number."""
    due = Collection.objects.filter(publish_at__lte=Now(), is_published=False)
    return sum(_publish(collection) for collection in due) + _publish_puzzles()


@transaction.atomic
def _publish_puzzles() -> int:
    due = lock(Puzzle.objects.filter(publish_at__lte=Now()))
    return publish(Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in due]))


def publish(puzzles: QuerySet[Puzzle]) -> int:
    """Publish puzzles, which must be locked. They leave the inbox, and wait for no time any more."""
    return puzzles.update(is_published=True, in_inbox=False, publish_at=None)


@transaction.atomic
def _publish(collection: Collection) -> bool:
    hidden = lock(Puzzle.objects.filter(collections=collection, is_published=False))
    due = Collection.objects.filter(pk=collection.pk, publish_at__lte=Now())
    if not due.update(is_published=True, publish_at=None):
        return False  # an editor has changed the time meanwhile
    publish(Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in hidden]))
    return True


def members_of(collection_id: int) -> QuerySet[Membership]:
    """Lock a collection until the commit, the library's or an account's, and return its memberships."""
    Collection._base_manager.select_for_update(no_key=True).get(pk=collection_id)
    return Membership.objects.filter(collection=collection_id)


def log(
    user: User | None, puzzles: Sequence[Puzzle], flag: int, message: Said, job: Job | None = None
) -> None:
    """Write an entry of Django's admin log for each puzzle: `flag` is ADDITION, CHANGE or DELETION.

    What a job does is one line in the list of the log, which links to the job. The entries of its puzzles are
    in their histories alone. Do nothing if the user is None.
    """
    if user is None:
        return
    content_type = ContentType.objects.get_for_model(Puzzle)
    about = as_message(message)
    if job:
        about = [{"job": str(job.pk), **about[0]}]
        _log_action(user, job, flag)
    LogEntry.objects.bulk_create(
        LogEntry(
            user=user,
            content_type=content_type,
            object_id=str(puzzle.pk),
            object_repr=str(puzzle)[:200],
            action_flag=flag,
            change_message=json.dumps(about, ensure_ascii=False),
        )
        for puzzle in puzzles
    )


def as_message(message: Said) -> list[dict[str, Any]]:
    """Return a message for Django's log, which is read in the language of the page."""
    return [{"words": message.facts}]


def _log_action(user: User, job: Job, flag: int) -> None:
    """Write the line of a job, unless an earlier part has."""
    content_type = ContentType.objects.get_for_model(Job)
    line = {"content_type": content_type, "object_id": str(job.pk)}
    if not LogEntry.objects.filter(**line).exists():
        facts = [{"title": job.said.facts, "puzzles": job.total}]
        text = json.dumps(facts, ensure_ascii=False)
        LogEntry.objects.create(
            **line, user=user, object_repr=job.title, action_flag=flag, change_message=text
        )


def canonical_line(grid: engine.Grid) -> str:
    """Return the canonical form of a grid, equal for all isomorphs of its shape, or "" if that is too much."""
    if not engine.has_canonical_form(grid.shape):
        return ""
    return engine.canonical_form(grid)[0].text


def matching(text: str) -> Q:
    """Return the condition for a search text: a puzzle's first givens, or all these words.

    The last word may be unfinished.
    """
    words = re.findall(r"\w+", text)
    if not words:
        return Q(pk__in=[]) if text.strip() else Q()
    givens = re.sub(r"[.*_-]", "0", text.strip()).upper()
    by_givens = Q()
    if FIRST_GIVENS.fullmatch(givens):
        # The index finds a range in any language's order, and first letters in that of bytes alone.
        within = Q(givens__gte=givens, givens__lte=f"{givens}Z")
        by_givens = within & Q(givens__startswith=givens)
    query = SearchQuery(
        " & ".join(f"'{word}'" for word in words) + ":*", config="simple", search_type="raw"
    )
    return Q(SearchVectorExact(SEARCHED, query)) | by_givens


def found_by(text: str) -> Q:
    """Return the condition for what an editor looks for: words, any part of the givens, or a puzzle.

    A puzzle is found in any form that is read, with its twins.
    """
    if whole := holding(text):
        return whole
    part = re.sub(r"[.*_-]", "0", re.sub(r"[\s|]", "", text)).upper()
    if not PART.fullmatch(part):
        return matching(text)
    # By bytes, it takes a seventh of the time of LIKE by the rules of a language.
    at = StrIndex(Collate("givens", "C"), Value(part))
    lines = Puzzle.objects.order_by().alias(at=at).filter(at__gt=0)
    some = list(lines.values_list("givens", flat=True)[: FEW + 1])
    by_part = Q(givens__in=some) if len(some) <= FEW else Q(givens__contains=part)
    return matching(text) | by_part


def holding(text: str) -> Q | None:
    """Return the condition for the puzzle in a text and its twins, or None if it contains none."""
    if len(text) < SMALLEST:
        return None
    try:
        with engine.Deadline(settings.VERDICT_NODES):
            grid = engine.read(text)
            form = canonical_line(grid)
    except (engine.GridError, engine.BudgetSpent):
        return None
    of_puzzle = Puzzle.identity(grid)
    is_twin = Q(canonical=form, shape=of_puzzle["shape"]) if form else Q(pk__in=[])
    late = [puzzle.pk for puzzle in late_twins([grid])]
    return Q(**of_puzzle) | is_twin | Q(pk__in=late)


def late_twins(grids: Sequence[engine.Grid]) -> list[Puzzle]:
    """Return puzzles of the library that were not examined yet and are isomorphs of a given 9×9 grid.

    They get their canonical form, which is not saved. At most MOST_LATE are looked at.
    """
    usual = [grid for grid in grids if grid.shape == boxed(3)]
    likenesses = {_likeness(grid.text) for grid in usual}
    late = Puzzle.objects.filter(UNEXAMINED, clue_count__in={grid.clue_count for grid in usual})
    late = late.only("givens", "shape", "box", "title", "clue_count")[:MOST_LATE]
    alike = [puzzle for puzzle in late if _likeness(puzzle.givens) in likenesses]
    forms = {canonical_line(grid) for grid in usual} if alike else ()
    for puzzle in alike:
        puzzle.canonical = canonical_line(puzzle.grid)
    return [puzzle for puzzle in alike if puzzle.canonical in forms]


def has_many_unexamined() -> bool:
    """Return whether so many puzzles are not examined yet that twins among them may be missed."""
    late = Puzzle.objects.filter(UNEXAMINED).order_by()
    return late[MOST_LATE : MOST_LATE + 1].exists()


def _likeness(givens: str) -> tuple[Any, ...]:
    """Return what is equal for all isomorphs of a 9×9 grid, and cheap to find: how many givens stand where."""
    at = [cell for cell, digit in enumerate(givens) if digit != "0"]
    digits = sorted(Counter(givens[cell] for cell in at).values())
    rows, columns, boxes = (
        sorted(Counter(map(unit, at)).values())
        for unit in (
            lambda cell: cell // 9,
            lambda cell: cell % 9,
            lambda cell: (cell // 27, cell % 9 // 3),
        )
    )
    return tuple(digits), tuple(boxes), tuple(sorted((tuple(rows), tuple(columns))))


def twins_of(puzzle: Puzzle) -> QuerySet[Puzzle]:
    """Return the library's other puzzles that are isomorphs of this one, oldest first."""
    if not puzzle.canonical:
        return Puzzle.objects.none()
    return (
        Puzzle.objects.filter(KEPT, canonical=puzzle.canonical, shape=puzzle.shape)
        .exclude(pk=puzzle.pk)
        .order_by("created_at")
    )


def waiting() -> QuerySet[Puzzle]:
    """Return the inbox: puzzles of visitors that no editor has handled, up to DAYS old."""
    return Puzzle.objects.filter(WAITING, created_at__gte=inbox_since())


def inbox_since() -> datetime:
    """Return the time since which all puzzles of the inbox and their solves were created."""
    return timezone.now() - timedelta(days=DAYS)


def solves_of(puzzle: Puzzle) -> QuerySet[Solve]:
    """Return the solves of a puzzle and of the puzzles that were merged into it."""
    if puzzle.in_inbox or not puzzle.canonical:
        return Solve.objects.filter(puzzle=puzzle)
    merged = Q(canonical=puzzle.canonical, shape=puzzle.shape, in_inbox=True)
    either = Puzzle.objects.filter(Q(pk=puzzle.pk) | merged)  # two conditions with an index each
    return Solve.objects.filter(puzzle__in=either.order_by().values("pk"))


def recent_tags() -> list[str]:
    """Return the tags of the newest puzzles in alphabetical order."""
    return [tag for (tag,) in fetch_rows(RECENT_TAGS, [RECENT])]


def count_tags() -> list[tuple[str, int]]:
    """Return all tags of the library in alphabetical order, each with its number of puzzles."""
    return [(tag, count) for tag, count in fetch_rows(COUNT_TAGS)]


PART = re.compile(r"[0-9A-P]{4,625}")  # of givens
FEW = 1_000  # lines
SMALLEST = 16  # cells
MOST_LATE = 2_000  # puzzles that are not examined yet among which twins are looked for
OF_A_JOB = '[{"job"'  # begins the message of a log entry about a puzzle of a job, for an index
FIRST_GIVENS = re.compile(r"[0-9A-P]{6,625}")  # a shorter text is a word
RECENT = 1_000  # puzzles
RECENT_TAGS = """
    SELECT DISTINCT unnest(tags) FROM (
        SELECT tags FROM solver_puzzle ORDER BY created_at DESC, id DESC LIMIT %s) newest ORDER BY 1"""
ARRANGE = """
    INSERT INTO solver_membership (collection_id, puzzle_id, position)
    SELECT %s, puzzle, at FROM unnest(%s::uuid[]) WITH ORDINALITY AS wanted (puzzle, at)
        ON CONFLICT (collection_id, puzzle_id) DO UPDATE SET position = excluded.position
     WHERE solver_membership.position <> excluded.position"""
PLACE = """
    UPDATE solver_membership SET position = at
      FROM unnest(%s::bigint[]) WITH ORDINALITY AS wanted (pk, at)
     WHERE id = pk AND position <> at"""
COUNT_TAGS = """
    SELECT tag, sum(n)::bigint FROM (
        SELECT tags, count(*) AS n FROM solver_puzzle WHERE NOT in_inbox GROUP BY tags
     ) alike, unnest(tags) tag GROUP BY tag ORDER BY lower(tag), tag"""
