"""Stored ratings of puzzles: writing, reading, and finding puzzles without an up-to-date rating."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from solver.engine import BudgetSpent, Deadline, rating as ratings
from solver.engine.core.position import Position
from solver.engine.core.shape import boxed
from solver.engine.ladder.hodoku_order import QueuedPosition
from solver.engine.ladder.search import LARGEST
from solver.engine.rating import Rating
from solver.engine.rating.explainer import CUT_SHORT, ExplainerRatings, rate_by_explainer
from solver.engine.rating.packing import pack_path, unpack_path
from solver.engine.rating.path import PathStep, easiest_path, hardest_by_sets
from solver.models import Puzzle
from solver.models.puzzle import KEPT, WAITING

FIELDS = ("level", "score", "reach", "path", "rated_by", "er", "ep", "ed", "er_by")
NODES_AT_ONCE = 8_000  # about a tenth of a second
SEEN_FIRST = 100  # puzzles of the inbox that are rated
ABOVE = round(10 * ratings.HIGHEST) + 1  # stored for a rating of Sudoku Explainer above HIGHEST
FIRST_ABOVE = 95  # the same by version 1, which rated up to 9.4
BY_SETS_TURNS = 2  # RATING_NODES for the order by sets, which compares the steps of all techniques
# RATING_NODES for Sudoku Explainer's ratings. The hardest puzzles take two minutes.
EXPLAINER_TURNS = 16


def rate(puzzle: Puzzle, with_er: bool = False) -> None:
    """Set the rating of a puzzle without saving it. Puzzles without a unique solution have none.

    Neither have puzzles whose rating takes more than RATING_NODES. This is the same on every machine, so this
    version does not try again. With `with_er`, Sudoku Explainer's ratings are set too. If they take too long,
    `er` stays None beside `er_by`. A level that an editor has set stays.
    """
    clear(puzzle)
    puzzle.rated_by = ratings.VERSION
    if puzzle.verdict != Puzzle.Verdict.UNIQUE or puzzle.size > LARGEST:
        return
    with suppress(BudgetSpent):
        with Deadline(settings.RATING_NODES):
            rating = ratings.rate(puzzle.grid)
        store(puzzle, rating)
        with Deadline(BY_SETS_TURNS * settings.RATING_NODES):
            by_sets = hardest_by_sets(puzzle.grid)
        store(puzzle, replace(rating, by_sets=by_sets))
    if with_er and puzzle.board == boxed(3):
        puzzle.er = puzzle.ep = puzzle.ed = None
        puzzle.er_by = ratings.versions.EXPLAINED_VERSION
        with suppress(BudgetSpent), Deadline(EXPLAINER_TURNS * settings.RATING_NODES):
            store_explained(puzzle, rate_by_explainer(Position.of(puzzle.grid)))


def rate_at_once(puzzle: Puzzle) -> dict[str, Any]:
    """Return the columns of the rating of a puzzle that turned out to have one solution, for its solve's page.

    If NODES_AT_ONCE run out, return the level alone if it is the highest already, or else nothing. The puzzle
    still counts as not rated: upkeep rates and grades it.
    """
    is_tried = puzzle.rated_by is not None and puzzle.verdict == Puzzle.Verdict.UNIQUE
    if puzzle.level or is_tried or puzzle.size > LARGEST:
        return {}
    rating, is_whole = _rate_within(puzzle, Deadline(min(NODES_AT_ONCE, settings.RATING_NODES)))
    if not is_whole:
        is_extreme = rating.level == ratings.LEVELS[-1]
        return {"level": len(ratings.LEVELS)} if is_extreme else {}
    store(puzzle, rating)
    return {name: getattr(puzzle, name) for name in ("level", "score", "reach", "path")}


def rate_in_time(puzzle: Puzzle, seconds: float) -> None:
    """Set the rating of a puzzle with one solution without saving it, in so many CPU seconds.

    If the time runs out, set the level alone: that of the steps so far, but at least hard.
    """
    rating, is_whole = _rate_within(puzzle, Deadline(seconds=seconds))
    if is_whole:
        store(puzzle, rating)
    else:
        level = max(rating.level, "hard", key=ratings.LEVELS.index)
        puzzle.level = ratings.LEVELS.index(level) + 1


def _rate_within(puzzle: Puzzle, deadline: Deadline) -> tuple[Rating, bool]:
    """Return the rating by the steps until the deadline, and whether these are the whole path."""
    path: list[PathStep] = []
    with suppress(BudgetSpent), deadline:
        path.extend(easiest_path(QueuedPosition.of(puzzle.grid), is_unique=True))
        return Rating(tuple(path)), True
    return Rating(tuple(path)), False


def store(puzzle: Puzzle, rating: Rating) -> None:
    """Set the columns of a puzzle from a rating, without saving it.

    A rating without Sudoku Explainer's ratings leaves their columns unchanged.
    """
    puzzle.score, puzzle.reach = rating.score, rating.reach
    puzzle.path = pack_path(rating)
    if not puzzle.is_level_set:
        puzzle.level = ratings.LEVELS.index(rating.level) + 1
    if rating.explained:
        store_explained(puzzle, rating.explained)


def store_explained(puzzle: Puzzle, known: ExplainerRatings) -> None:
    puzzle.er, puzzle.ep, puzzle.ed = map(_tenths, (known.er, known.ep, known.ed))
    puzzle.er_by = ratings.versions.EXPLAINED_VERSION


def clear(puzzle: Puzzle) -> None:
    """Clear a puzzle's rating, but not Sudoku Explainer's or a level that was set, without saving it."""
    puzzle.level = puzzle.level if puzzle.is_level_set else None
    puzzle.score = puzzle.reach = puzzle.rated_by = None
    puzzle.path = ""


def rating_of(puzzle: Puzzle) -> Rating | None:
    """Return the stored rating of a puzzle.

    Return None if it has none, or if this version lacks a technique of its path.
    """
    known = unpack_path(puzzle.path)
    if puzzle.score is None or known is None:
        return None
    return replace(known, explained=_explained(puzzle))


def _explained(puzzle: Puzzle) -> ExplainerRatings | None:
    is_first = puzzle.er_by == 1
    if puzzle.er is None:
        return None if puzzle.er_by is None or is_first else CUT_SHORT
    if is_first and puzzle.er == FIRST_ABOVE:
        return None
    return ExplainerRatings(_rated(puzzle.er), _rated(puzzle.ep), _rated(puzzle.ed))


def computed_level(puzzle: Puzzle) -> int | None:
    """Return the number of the level that follows from the stored rating, or None without one."""
    rating = rating_of(puzzle)
    return ratings.LEVELS.index(rating.level) + 1 if rating else None


def to_be_rated() -> QuerySet[Puzzle]:
    """Return puzzles of the library that are not rated, or by a version whose result may differ from today's.

    The newest unrated puzzles of the inbox are included, because an editor will look at them soon.
    """
    late = Q(rated_by=None)
    for version in ratings.versions.CHANGES:
        index = ratings.changed_since(version)
        if index is not None:
            late |= Q(rated_by=version, reach__gte=index)
    newest = Puzzle.objects.filter(WAITING).order_by("-created_at", "-id")[:SEEN_FIRST]
    in_sight = Q(pk__in=list(newest.values_list("pk", flat=True)), rated_by=None)
    return Puzzle.objects.filter(Q(KEPT, late) | in_sight)


def to_be_explained() -> QuerySet[Puzzle]:
    """Return puzzles whose Sudoku Explainer ratings are by a version whose ratings may differ from today's."""
    late = Q(pk__in=[])
    for version in ratings.versions.EXPLAINED:
        least = ratings.versions.explained_since(version)
        if least is not None:
            late |= Q(er_by=version, er__gte=round(10 * least))
    return Puzzle.objects.filter(KEPT, late)


def say_explained(explained: ExplainerRatings) -> str:
    """Return Sudoku Explainer's ER as text."""
    return _("not searched to the end") if explained.is_cut_short else say_er(explained.er)


def say_er(er: float | None) -> str:
    """Return a Sudoku Explainer rating as text, `7.2`. None is a text that it is above HIGHEST."""
    if er is None:
        return _("above %(most)s") % {"most": ratings.HIGHEST}
    return str(er)


def _tenths(rating: float | None) -> int:
    return ABOVE if rating is None else round(10 * rating)


def _rated(tenths: int | None) -> float | None:
    return None if tenths is None or tenths == ABOVE else tenths / 10
