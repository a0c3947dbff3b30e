"""The line over a solve: how it ended, how hard the puzzle is, and how long the story is."""

from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext

from solver.boards.levels import Level
from solver.engine.methods import best, ladder
from solver.engine.rating import LEVELS
from solver.engine.techniques.events import GUESS, REVEAL
from solver.engine.techniques.rungs import rungs
from solver.models import Puzzle, Solve
from solver.puzzles.rating import rating_of, say_explained
from solver.solves.reading import hardest_technique, techniques_of

from .context import HEADINGS


def build_headline(solve: Solve) -> dict[str, Any]:
    level = _level_of(solve) if solve.verdict in ("", Puzzle.Verdict.UNIQUE) else None
    hardest = hardest_technique(solve) if solve.is_over else ""
    by_steps = solve.is_over and _goes_by_steps(solve)
    clues = ngettext("%d given", "%d givens", solve.puzzle.clue_count) % solve.puzzle.clue_count
    return {
        "outcome": capfirst(solve.state_words),
        "level": level,
        # Where there is no level.
        "verdict": "" if level or not solve.verdict else str(HEADINGS[solve.verdict]),
        # The technique of the hardest step, or blank.
        "hardest": _(hardest) if hardest else "",
        # For example, `62 steps, 28 givens`, after the name of a board that is not plain.
        "size": ", ".join([*_say_board(solve.puzzle), *_say_length(solve, by_steps), clues]),
        # For example, `score 1,036, SE 7.2`, or blank.
        "score": _say_score(solve.puzzle) if level else "",
        "by_steps": by_steps,  # whether each iteration is one step
    }


def _level_of(solve: Solve) -> Level | None:
    """Return the level of the puzzle, or of the way of a person through it if the puzzle is not rated (yet)."""
    if solve.puzzle.level or solve.outcome != Solve.Outcome.SOLVED or not _is_by_ladder(solve):
        return Level.of(solve.puzzle.level)
    if not techniques_of(solve).isdisjoint((GUESS, REVEAL)):
        return Level(len(LEVELS))
    hardest = hardest_technique(solve)
    return Level.named(rungs()[hardest].level) if hardest else None


def _say_board(puzzle: Puzzle) -> list[str]:
    """Return the board's name if it is not plain."""
    return [puzzle.board.title] if puzzle.shape else []


def _goes_by_steps(solve: Solve) -> bool:
    """Return whether each iteration of a finished solve is one step, but for the givens in the first."""
    is_one = solve.options.get("pace", "one") == "one"
    return is_one and _is_by_ladder(solve) and GUESS not in techniques_of(solve)


def _is_by_ladder(solve: Solve) -> bool:
    begins_so = ladder.method.name in (solve.method, solve.options.get("first"))
    return begins_so and solve.method in (ladder.method.name, best.method.name)


def _say_length(solve: Solve, by_steps: bool) -> list[str]:
    count = solve.iteration_count
    if not solve.is_over or not count:
        return []
    if by_steps:
        return [ngettext("%(count)s step", "%(count)s steps", count) % {"count": count}]
    return [ngettext("%d iteration", "%d iterations", count) % count]


def _say_score(puzzle: Puzzle) -> str:
    """Return the score and Sudoku Explainer's rating, as far as they are known."""
    rating = rating_of(puzzle)
    if rating is None:
        return ""
    score = _("score %(score)s") % {"score": number_format(rating.score, force_grouping=True)}
    if not rating.explained:
        return score
    return f"{score}, SE {say_explained(rating.explained)}"
