"""The branches of a split on the page of its solve: one as a list with reasons, the others as small boards."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _, ngettext

from solver.boards.miniature import draw_branch
from solver.engine import BudgetSpent, Deadline
from solver.engine.core.geometry import Geometry
from solver.engine.core.grid import Grid
from solver.engine.core.masks import mask_of, masks
from solver.engine.core.position import Position
from solver.engine.core.proof import candidate_name
from solver.engine.core.steps import candidate_numbers
from solver.engine.ladder.listing import has_no_count, say_no_count
from solver.engine.techniques.forcing.branches import (
    NetPart,
    parts_of_split,
    say_ending,
    say_supposed,
)
from solver.engine.techniques.proof_text import reasons_of
from solver.engine.techniques.splits.finder import SPLITS
from solver.engine.techniques.wording import say_set_of
from solver.solves.reading import IterationSnapshot

from .solve_view import SolveView

NODES = 4_000  # for finding out whether a count would do, some 0.1 s
KEPT = 256  # positions about which that is known, because each branch has a page of its own
MOST_LINES = 12  # of a branch. Of more all but the last ones are folded
LAST_LINES = 8


def build_split_branches(
    view: SolveView, snapshot: IterationSnapshot, letters: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the branches of the selected step, which has these letters for them.

    The one that the view asks for has its lines, the others have a small board each.
    """
    geometry, before = snapshot.grid.geometry, snapshot.before
    step = snapshot.iteration.steps[(view.step or 1) - 1]
    left = mask_of(candidate_numbers(geometry, enumerate(before)))
    parts = parts_of_split(masks(geometry.shape), left, step)
    chosen = min(view.branch, len(letters))
    branches = []
    for number, (letter, part) in enumerate(zip(letters, parts, strict=False), 1):
        lines = _lines(geometry, left, part) if number == chosen else []
        folded = len(lines) - LAST_LINES if len(lines) > MOST_LINES else 0
        branch = {
            "href": view.but(branch=number).href,
            "is_chosen": number == chosen,
            "letter": letter,
            "fact": candidate_name(geometry, part.supposed[-1]),  # what is supposed, as `r2c7=1`
            # The same and the candidate that fails, in a sentence.
            "supposed": say_supposed(geometry, part),
            "length": _length(part),
            "ending": _ending(geometry, part, is_short=number != chosen),
            "earlier": lines[:folded],  # folded
            "lines": lines[folded:],
            # Of one that is not chosen.
            "board": None
            if number == chosen
            else draw_branch(geometry, step, before, part.supposed[-1], part.forced),
        }
        branches.append(branch)
    return branches


def say_no_count_before(snapshot: IterationSnapshot) -> str:
    """Return a sentence if no proof by counting exists before a split, and that is found out soon."""
    if snapshot.iteration.steps[0].technique in SPLITS:
        with suppress(BudgetSpent), Deadline(NODES):
            if _has_no_count(replace(snapshot.grid, marks=tuple(snapshot.before))):
                return say_no_count()
    return ""


@lru_cache(KEPT)
def _has_no_count(grid: Grid) -> bool:
    return has_no_count(Position.of(grid))


def _length(part: NetPart) -> str:
    count = len(part.forced)
    words = [ngettext("%d digit follows", "%d digits follow", count) % count] if count else []
    if part.counted:
        sets = len(part.counted.truths) + len(part.counted.links)
        words.append(ngettext("%d set is counted", "%d sets are counted", sets) % sets)
    return ", ".join(words) or _("nothing follows")


def _ending(geometry: Geometry, part: NetPart, is_short: bool) -> str:
    if part.counted and is_short:
        words = {"set": say_set_of(geometry, part.ending)}
        return _("A count leaves nothing for %(set)s.") % words
    return say_ending(geometry, part)


def _lines(geometry: Geometry, left: int, part: NetPart) -> list[dict[str, Any]]:
    """Return what follows in a branch, each digit with its reason."""
    earlier = (*part.supposed, *part.earlier)
    reasons = reasons_of(masks(geometry.shape), left, earlier, part.forced)
    return [
        {
            "number": number,
            "fact": candidate_name(geometry, each.candidate),
            "reason": each.say(geometry),
        }
        for number, each in enumerate(reasons, 1)
    ]
