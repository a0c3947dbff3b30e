"""The rating of a puzzle on its page: level, score, what it needs, and its path as a strip of steps."""

import math
import time
import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_noop, ngettext
from django.views.decorators.http import require_POST

from solver.boards.levels import Level
from solver.engine.core.i18n import say_list
from solver.engine.rating import MOST, Rating
from solver.engine.rating.path import BRUTE_FORCE, PathStep
from solver.engine.techniques.rungs import slug
from solver.models import Puzzle, Solve
from solver.puzzles import showcases
from solver.puzzles.rating import rating_of, say_er, say_explained
from solver.puzzles.showcases import BY_ITSELF, LADDER, Showcase
from solver.queue.showcases import solve_showcase

from ..labels import say_rule, technique_href
from ..shortcuts import find_puzzle

gettext_noop("brute force")  # a stage that is not a technique

PATIENCE = 1.0  # seconds to wait for a path that was only just requested
Fact = tuple[str, str, str]  # a name, a value, and more about it
HEIGHT = 48  # of the tallest bar. A bar with its gap is 10 wide.


def solve_of(puzzle: Puzzle) -> Solve | None:
    """Return the finished public solve along a puzzle's rated path, or None."""
    solves = showcases.solves_of(_showcase(puzzle))
    return solves.filter(status=Solve.Status.FINISHED).first()


def card_of(
    puzzle: Puzzle, find_solve: Callable[[Puzzle], Solve | None] = solve_of
) -> dict[str, Any] | None:
    """Return the rating of a puzzle for its page, or None if it is not rated."""
    rating = rating_of(puzzle)
    if rating is None or not rating.path:
        return None
    solve, bars = find_solve(puzzle), _bars(rating)
    hardest, width = bars[rating.hardest - 1], 10 * len(bars) - 2
    hardest_at = round(100 * (hardest["x"] + 4) / width)
    return {
        "needs": _say_needs(rating),
        "facts": list(_facts(rating)),
        "bars": bars,
        "width": width,
        "hardest": hardest,
        # Its middle in the strip of steps, in percent of the strip's width.
        "hardest_at": hardest_at,
        # Whether its words stand to its left, because there is more room.
        "is_late": hardest_at > 50,
        "hardest_technique": slug(rating.path[rating.hardest - 1].technique),
        "used": _used(rating, f"{solve.get_absolute_url()}?iteration=" if solve else ""),
        "steps": _say_steps(len(rating.path)),
        "is_solved": solve is not None,  # whether there is a stored solve to link to
    }


@require_POST
def rated_path(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Redirect to the public solve along the puzzle's rated path, which is created if there is none.

    `step` opens it at that step, once the solve has it.
    """
    puzzle = find_puzzle(request, puzzle_id)
    if not puzzle.is_published:
        raise Http404("its solve would be public")
    solve = solve_showcase(_showcase(puzzle))
    step = request.POST.get("step", "")
    if step in map(str, range(1, _iteration_count(solve))):
        return redirect(f"{solve.get_absolute_url()}?iteration={int(step) + 1}")
    return redirect(solve)


def _iteration_count(solve: Solve) -> int:
    """Return the number of iterations. Wait a moment for a solve that was only just requested."""
    deadline = time.monotonic() + PATIENCE
    while not solve.is_over and time.monotonic() < deadline:
        time.sleep(0.05)
        solve.refresh_from_db(fields=["status", "iteration_count"])
    return solve.iteration_count


def _showcase(puzzle: Puzzle) -> Showcase:
    """Return the solve along the rated path: by the ladder, one step per iteration after the givens."""
    return Showcase(str(puzzle), puzzle.grid, LADDER, BY_ITSELF)


def _say_needs(rating: Rating) -> SafeString:
    guesses = rating.techniques.get(BRUTE_FORCE, 0)
    if guesses:
        sentence = ngettext(
            "The techniques alone are not enough: %(count)s cell must be tried.",
            "The techniques alone are not enough: %(count)s cells must be tried.",
            guesses,
        )
        return format_html("{}", sentence % {"count": guesses})
    name = rating.path[rating.hardest - 1].technique
    prefix, suffix = _(NEEDS[_article(name)]).split("%(technique)s")
    return format_html("{}{}{}", prefix, _link(name), suffix)


NEEDS = {
    "a": gettext_noop("Needs a %(technique)s, nothing harder."),
    "an": gettext_noop("Needs an %(technique)s, nothing harder."),
    "": gettext_noop("Needs %(technique)s, nothing harder."),
}


def _article(name: str) -> str:
    """Return the English article of a technique's name."""
    if name in ("pointing", "claiming", "sets") or "colours" in name:
        return ""
    return "an" if name.startswith(("a", "e", "i", "o", "A", "MSLS", "SK", "X")) else "a"


def _link(name: str) -> str | SafeString:
    href = technique_href(name)
    return format_html('<a href="{}">{}</a>', href, _(name)) if href else _(name)


def _say_steps(count: int) -> str:
    return ngettext("%(count)s step", "%(count)s steps", count) % {"count": count}


def _facts(rating: Rating) -> list[Fact]:
    steps = _say_steps(len(rating.path))
    limit = MOST[rating.level]
    note = steps
    if math.isfinite(limit):
        ends = {"level": Level.named(rating.level).words, "score": say_number(int(limit))}
        note = (
            f"{steps}; " + _("%(level)s goes up to %(score)s points, if no step is harder") % ends
        )
    facts = [(_("Score"), say_number(rating.score), note)]
    if rating.explained:
        er, ep, ed = map(say_er, (rating.explained.er, rating.explained.ep, rating.explained.ed))
        text = _("opens at %(ed)s, first digit at %(ep)s") % {"ed": ed, "ep": ep}
        if rating.explained.is_cut_short:
            er, text = say_explained(rating.explained), _("it took too long")
        facts.append((_("Sudoku Explainer (SE)"), er, text))
    largest = rating.path[rating.largest - 1]
    sets = ngettext("%(count)s set", "%(count)s sets", largest.sets) % {"count": largest.sets}
    text = f"{_say_sets(largest)}, " + _("step %(step)s") % {"step": rating.largest}
    facts.append((_("Largest proof"), sets, text))
    if rating.by_sets:
        facts.append(_by_sets(rating.by_sets))
    facts.append((_("Depth"), rating.depth, _say_depth(rating)))
    if rating.backdoor is not None:
        facts.append(_say_backdoor(rating.backdoor))
    return facts


def _say_backdoor(cells: tuple[str, ...]) -> Fact:
    """Return the fewest cells that have to be known before singles finish the puzzle."""
    count = ngettext("%(count)s cell", "%(count)s cells", len(cells)) % {"count": len(cells)}
    if not cells:
        return _("Backdoor"), count, _("singles alone solve it")
    text = ngettext(
        "singles finish it once %(cells)s is known",
        "singles finish it once %(cells)s are known",
        len(cells),
    )
    return _("Backdoor"), count, text % {"cells": say_list(cells)}


def _by_sets(step: PathStep) -> Fact:
    """Return the hardest step if each time the step of the fewest sets is taken."""
    sets = ngettext("%(count)s set", "%(count)s sets", step.sets) % {"count": step.sets}
    return _("Hardest step by sets"), sets, f"{_(step.technique)}, {_say_sets(step)}"


def _say_depth(rating: Rating) -> str:
    deepest = rating.deepest
    if deepest is None:
        return _("counting sets proves every step")
    leaves = ngettext("%(count)s branch", "%(count)s branches", deepest.leaves)
    sets = ngettext("%(count)s set", "%(count)s sets", deepest.leaf)
    facts = {
        "leaves": leaves % {"count": deepest.leaves},
        "sets": sets % {"count": deepest.leaf},
        "step": rating.path.index(deepest) + 1,
    }
    if deepest.depth == 1:
        text = _("a step splits into %(leaves)s, the largest of %(sets)s, step %(step)s")
    else:
        text = _("splits in splits, %(leaves)s in all, the largest of %(sets)s, step %(step)s")
    return text % facts


def _say_sets(step: PathStep) -> str:
    if not step.links:
        return _("one after the other")
    truths = ngettext("%(count)s truth", "%(count)s truths", step.truths)
    links = ngettext("%(count)s link", "%(count)s links", step.links)
    return f"{truths % {'count': step.truths}}, {links % {'count': step.links}}"


def say_number(value: int) -> str:
    return number_format(value, force_grouping=True)


def _bars(rating: Rating) -> list[dict[str, Any]]:
    """Return the bars. Their height is the logarithm of the score."""
    highest = math.log2(max(step.score for step in rating.path))
    bars = []
    for number, step in enumerate(rating.path, 1):
        kind = "hardest" if number == rating.hardest else step.level
        label = _("step %(step)s") % {"step": number} + f": {_(step.technique)}"
        height = HEIGHT * (math.log2(step.score) - 1) / max(highest - 1, 1)
        bars.append(
            {
                "x": 10 * (number - 1),
                "height": height,
                "kind": kind,  # the step's level, or `hardest`
                "words": label,
                "y": HEIGHT - height,
            }
        )
    return bars


def _used(rating: Rating, moments: str) -> list[dict[str, Any]]:
    names = [step.technique for step in rating.path]
    visible = names.index(BRUTE_FORCE) if BRUTE_FORCE in names else len(names)
    uses = []
    for name, times in rating.techniques.items():
        at = names.index(name)
        uses.append(
            {
                "name": say_rule(name),
                "href": technique_href(name),  # of its page, or blank
                "times": times,
                "score": say_number(times * rating.path[at].score),
                "step": at + 1,
                # Whether the solve shows it, before brute force begins.
                "is_shown": at < visible,
                # Blank if no stored solve shows it.
                "moment": f"{moments}{at + 2}" if moments and at < visible else "",
            }
        )
    return uses
