"""The answer next to the iterations: how the solve ended, the solution, and how to continue."""

from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from solver.boards.solution import draw_solution
from solver.engine.core.i18n import ALPHABET
from solver.engine.methods import joins, ladder
from solver.engine.techniques.events import JOIN
from solver.models import Puzzle, Solve
from solver.solves.reading import IterationSnapshot
from solver.solves.solutions import Solutions, solutions_of

from ..choices import Link
from ..labels import say_method
from .player import SolveChain
from .solve_view import SHOW, SOLUTION, SolveView

MOST_LINKS = 3  # to solves that continue this one
[LIMIT] = joins.method.options


def build_answer_context(
    requested: SolveView, view: SolveView, snapshot: IterationSnapshot, chain: SolveChain
) -> dict[str, Any] | None:
    """Return the answer to a finished solve, or None. `chain` has the solves before and after it.

    `view` is what `requested` opens at. A page that has opened by itself shows the solution at the end.
    """
    solve = view.solve
    if solve.status != Solve.Status.FINISHED:
        return None
    title, known = _ending(solve)
    solution = _solution(view, snapshot) if view.show == SOLUTION and solve.solutions else None
    is_reached = solve.outcome == Solve.Outcome.SOLVED and solve.verdict == Puzzle.Verdict.UNIQUE
    continuation = chain.later if chain.later and chain.later.is_own else None
    remaining = snapshot.lefts[-1]
    answer = {
        "title": title,
        "known": known,
        # Shows or hides the solution.
        "toggle": _toggle(requested) if solve.solutions and (solution or not is_reached) else None,
        "solution": solution,
        # On the button for it, or blank if there is none.
        "continue_words": _say_continue(solve) if solve.can_go_on and not continuation else "",
        # To the continuation that this visitor has started.
        "continuation": _link_on(continuation, solve, _("Show how it continued"))
        if continuation
        else None,
        "note": ngettext(
            "From its last board, with the %d candidate left on it, not from the start.",
            "From its last board, with the %d candidates left on it, not from the start.",
            remaining,
        )
        % remaining
        if solve.can_go_on and not continuation
        else "",
        "links": [*_links_before(chain.earlier), *_links_after(solve, continuation)],
    }
    return answer if answer["title"] or answer["toggle"] or answer["links"] else None


# --- How it ended -------------------------------------------------------------------------------------


def _ending(solve: Solve) -> tuple[str, str]:
    """Return how the solve ended and what is known about its solutions, blank if there is nothing to add."""
    match solve.outcome:
        case "stalled":
            return _("No technique found anything more."), _after_all(solve)
        case "limit":
            return _("Stopped at a limit."), _after_all(solve)
        case "solved" if solve.verdict != "multiple":
            return "", ""
        case "solved" if solve.method == joins.method.name:
            count = len(solve.solutions)
            return _("All solutions were found: %d.") % count, ""
        case "solved":
            return _("There are other solutions."), _("Stopped at the first solution.")
        case _contradiction:
            return "", ""


def _after_all(solve: Solve) -> str:
    match solve.verdict:
        case "unique":
            return _("The puzzle still has one solution.")
        case "multiple" if solve.outcome == "stalled":
            return _("The puzzle has several solutions, and no technique can choose between them.")
        case "multiple":
            return _("The puzzle has several solutions.")
        case "none":
            return _("The puzzle has no solution.")
        case _unknown:
            return _("How many solutions the puzzle has is not known.")


def _say_continue(solve: Solve) -> str:
    if solve.method == ladder.method.name:
        return _("Continue by guessing")
    return _("Continue as a person would")


# --- The solution -------------------------------------------------------------------------------------


def _toggle(view: SolveView) -> Link:
    count = len(view.solve.solutions)
    if view.show == SOLUTION:
        label = ngettext("Hide the solution", "Hide solutions", count)
        return Link(label, view.but(show=SHOW[0]).href)
    label = ngettext("Show the solution", "Show solutions", count)
    return Link(label, view.but(show=SOLUTION).href)


def _solution(view: SolveView, snapshot: IterationSnapshot) -> dict[str, Any]:
    solve, grid = view.solve, view.solve.grid
    solutions = solutions_of(solve)
    total = len(solutions.lines)
    number = min(max(view.number, 1), total)
    differing = {
        cell for cell, digits in enumerate(zip(*solutions.lines, strict=True)) if len({*digits}) > 1
    }
    facts = {"number": number, "total": f"{total}{'' if solutions.are_all else '+'}"}
    label = _("The solution")
    if total > 1 or not solutions.are_all:
        label = _("Solution %(number)s of %(total)s") % facts
    board = draw_solution(
        grid,
        tuple(map(ALPHABET.index, solutions.lines[number - 1])),
        snapshot.iteration.candidates,
        differing,
        label=_("Board of solution %(number)s of %(total)s") % facts,
    )
    sentences = _sentences(solutions, len(differing))
    return {
        "board": board,
        "words": label,
        # The same for a screen reader, with what follows.
        "say": " ".join([f"{label}.", *sentences]),
        "previous": view.but(number=number - 1).href if number > 1 else "",
        "next": view.but(number=number + 1).href if number < total else "",
        "sentences": sentences,
        # A way to raise the limit that was reached.
        "more": None if solutions.are_all else _more(solve, total),
    }


def _sentences(solutions: Solutions, differing: int) -> list[str]:
    sentences = []
    if differing:
        sentences.append(
            ngettext(
                "%d cell differs between these solutions; it is marked ≠.",
                "%d cells differ between these solutions; they are marked ≠.",
                differing,
            )
            % differing
        )
    if not solutions.are_all:
        count = len(solutions.lines)
        sentences.append(
            ngettext(
                "There is at least %d solution: the search stopped there.",
                "There are at least %d solutions: the search stopped there.",
                count,
            )
            % count
        )
    return sentences


def _more(solve: Solve, count: int) -> Link | None:
    """Return a link to the form with the method that finds all solutions and its highest limit.

    Return None if that limit was reached, or if a solve by that method had too many lines to join any.
    """
    name = joins.method.name
    joined = solve.method != name or solve.chapters.filter(techniques__contains=[JOIN]).exists()
    if count >= LIMIT.most or not joined:
        return None
    params = {"solve": solve.pk, "method": name, f"{name}-{LIMIT.name}": LIMIT.most}
    facts = {"most": LIMIT.most, "method": say_method(name)}
    label = _("Look for up to %(most)d by %(method)s") % facts
    return Link(label, reverse("home", query=params))


# --- What it goes on from, and what goes on from it ---------------------------------------------------


def _links_before(earlier: Solve | None) -> list[Link]:
    words = _("The solve that this one continues")
    return [Link(words, earlier.get_absolute_url())] if earlier else []


def _links_after(solve: Solve, continuation: Solve | None) -> list[Link]:
    """Return links to the public solves that continue this one, except `known`."""
    if not solve.can_go_on:
        return []
    is_public = Q(visibility=Solve.Visibility.PUBLIC)
    finished = solve.continuations.filter(is_public, status=Solve.Status.FINISHED)
    others = finished.exclude(pk=continuation.pk) if continuation else finished
    return [_link_on(other, solve, _say_how_it_went(other)) for other in others[:MOST_LINKS]]


def _say_how_it_went(solve: Solve) -> str:
    """Return, for example, `Goes on here: solved, 20 iterations`."""
    count = solve.iteration_count
    iterations = ngettext("%d iteration", "%d iterations", count) % count
    return _("Continued here: %(state)s, %(iterations)s") % {
        "state": solve.state_words,
        "iterations": iterations,
    }


def _link_on(continuation: Solve, solve: Solve, label: str) -> Link:
    """Return a link to the first iteration that `solve` does not have."""
    following = solve.iteration_count + 1
    has_it = continuation.is_over and continuation.iteration_count >= following
    query = f"?iteration={following}" if has_it else ""
    return Link(label, f"{continuation.get_absolute_url()}{query}")
