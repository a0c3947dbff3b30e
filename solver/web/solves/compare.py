"""The page that compares solves. Its address names them, so it can be shared."""

import csv
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _, ngettext

from solver import engine
from solver.boards.thumbnails import draw_small_lines, draw_small_snapshot
from solver.models import Solve
from solver.models.validators import neutral
from solver.queue import submission
from solver.solves.comparison import MOST, SolveTotals, find_solves, totals_of_solves
from solver.solves.reading import find
from solver.web.entry.forms import SubmissionForm, given_options
from solver.web.entry.home import examples, form_of_solve, redirect_sent, refuse_form, render_home
from solver.web.page_cache import drawn_response
from solver.web.solve.context import HEADINGS
from solver.web.solve.player import Href, player_at
from solver.web.solve.rows import outcome_of, rows_of

from ..labels import say_elapsed, say_method, say_rule
from ..shortcuts import (
    SENT,
    is_fragment,
    iteration_number,
    owner_of,
    takes_form,
    visible_solves,
    visitors_solves,
)
from .compare_curves import draw_curves


@takes_form
def compare(request: HttpRequest) -> HttpResponse:
    """Compare the solves whose ids are in `?solves=`, at `?iteration=`. Without ids, show how to begin.

    POST a puzzle to have it solved by every method. A browser may keep a comparison that never changes.
    """
    if request.method == "POST":
        return start(request)
    ids_text = ",".join(request.GET.getlist("solves"))
    if not ids_text:
        is_refused = SENT in request.GET
        return begin(request, SubmissionForm.from_data(request.GET) if is_refused else None)
    if ids_text.count(",") >= MOST:
        messages.error(request, _("Choose from 1 to %d solves to compare.") % MOST)
        return redirect("solves")
    tallies = totals_of_solves(find_solves(ids_text, visible_solves(request)))
    if request.GET.get("as") == "csv":
        return as_csv(tallies)
    ids = ",".join(str(tally.solve.pk) for tally in tallies)

    def href(number: int) -> str:
        return f"?{urlencode({'solves': ids, 'iteration': number}, safe=',')}"

    requested = iteration_number(request)
    total = max(len(tally.lefts) for tally in tallies) - 1
    first_end = min(len(tally.lefts) for tally in tallies) - 1
    number = min(first_end if requested is None else requested, total)
    context = _context(tallies, number, total, href)
    context["poll_href"] = request.get_full_path() if context["unfinished"] else None
    context["csv_href"] = f"?{urlencode({'solves': ids, 'as': 'csv'}, safe=',')}"
    template = "solver/_compare.html" if is_fragment(request) else "solver/compare.html"
    is_for_good = all(
        tally.solve.status == Solve.Status.FINISHED
        and tally.solve.visibility != Solve.Visibility.PRIVATE
        for tally in tallies
    )
    return drawn_response(request, template, context, not is_for_good)


def _context(tallies: list[SolveTotals], number: int, total: int, href: Href) -> dict[str, object]:
    first = tallies[0].solve
    rows, boards = _rows(tallies), _boards(tallies, number)
    shapes = {tally.solve.grid.shape for tally in tallies}
    where = _("Iteration %(number)d of %(total)d.") % {"number": number, "total": total}
    text = _("%(number)d of %(total)d") % {"number": number, "total": total}
    say = " ".join([where, *(f"{board['method']}: {board['words']}." for board in boards)])
    return {
        "rows": rows,
        "boards": boards,
        "small_lines": [draw_small_lines(shape) for shape in shapes],
        "curves": draw_curves(tallies, number, href),
        "player": player_at(number, total, href, text, say),
        "puzzle": first.puzzle,
        "heading": _heading(tallies),
        "verdict": _verdict(tallies),
        "lede": _lede(rows, tallies),
        "unfinished": sum(not tally.solve.is_over for tally in tallies),
        "is_one_puzzle": len({tally.solve.puzzle_id for tally in tallies}) == 1,
    }


def begin(request: HttpRequest, form: SubmissionForm | None) -> HttpResponse:
    """Show the start of a comparison: a form for a puzzle, the visitor's latest solves, and examples.

    `form` is one that was refused.
    """
    latest = visitors_solves(request).select_related("puzzle").order_by("-created_at")[:MOST]
    context = {
        "form": form,
        "most": MOST,
        "count": len(engine.methods()),
        "rows": rows_of(list(latest)),
        "examples": examples(get_language() or ""),
    }
    return render(request, "solver/compare_begin.html", context, status=400 if form else 200)


def start(request: HttpRequest) -> HttpResponse:
    form = form_of_solve(request, request.POST) or SubmissionForm.from_data(request.POST)
    if form.grid is None and "begin" in request.POST:
        return redirect_sent(request, "compare") or begin(request, form)
    if form.grid is None:
        return refuse_form(request, form)
    try:
        options = {
            name: method.read_options(given_options(request.POST, method))
            for name, method in engine.methods().items()
        }
    except ValueError as error:
        form.error = str(error)
        return render_home(request, form, status=400)
    solves = submission.submit_to_all(form.grid, options, owner_of(request))
    ids = ",".join(str(solve.pk) for solve in solves)
    return redirect(f"{reverse('compare')}?solves={ids}")


def as_csv(tallies: list[SolveTotals]) -> HttpResponse:
    """Return a CSV file of the candidates left: a row for each iteration and a column for each solve."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="comparison.csv"'
    writer = csv.writer(response)
    writer.writerow(["iteration", *(neutral(tally.solve.method) for tally in tallies)])
    for number in range(max(len(tally.lefts) for tally in tallies)):
        cells = [tally.lefts[number : number + 1] for tally in tallies]
        writer.writerow([number, *("".join(map(str, cell)) for cell in cells)])
    return response


# --- Words --------------------------------------------------------------------------------------------


def _verdict(tallies: list[SolveTotals]) -> str:
    return next((a.solve.verdict for a in tallies if a.solve.verdict), "")


def _heading(tallies: list[SolveTotals]) -> str:
    """Return, for example, `One solution, 4 of 5 reach it`."""
    verdict = _verdict(tallies)
    heading = str(HEADINGS.get(verdict, _("Being solved")))
    if verdict != "unique" or not all(tally.solve.is_over for tally in tallies):
        return heading
    solved = sum(tally.solve.outcome == Solve.Outcome.SOLVED for tally in tallies)
    if solved == len(tallies):
        return _("%(verdict)s, and all methods find it") % {"verdict": heading}
    reach = ngettext("%(solved)d of %(count)d finds it", "%(solved)d of %(count)d find it", solved)
    return f"{heading}, {reach % {'solved': solved, 'count': len(tallies)}}"


def _lede(rows: list[dict[str, Any]], tallies: list[SolveTotals]) -> str:
    """Return which solve needs the fewest iterations, and which ones got stuck."""
    shortest = next((row for row in rows if row["is_shortest"]), None)
    sentences = []
    if shortest and len(rows) > 1:
        sentences.append(
            _("%(method)s: the fewest iterations, %(count)d.")
            % {"method": shortest["method"], "count": shortest["iterations"]}
        )
    sentences += [
        _("%(method)s: stuck with %(left)d candidates left.")
        % {"method": row["method"], "left": tally.lefts[-1]}
        for row, tally in zip(rows, tallies, strict=True)
        if row["state"] == Solve.Outcome.STALLED
    ]
    return " ".join(sentences)


# --- The table ----------------------------------------------------------------------------------------


def _rows(tallies: list[SolveTotals]) -> list[dict[str, Any]]:
    solved = [a.solve for a in tallies if a.solve.outcome == Solve.Outcome.SOLVED]
    minimum = min((solve.iteration_count for solve in solved), default=-1)
    fastest = min((solve.elapsed_ms or 0 for solve in solved), default=-1)
    return [
        {
            "href": tally.solve.get_absolute_url(),
            "method": say_method(tally.solve.method, tally.solve.options),
            "style": at + 1,  # of its curve
            "state": tally.solve.state,
            "outcome": _short_outcome(tally),
            "iterations": tally.solve.iteration_count,
            "is_shortest": tally.solve in solved and tally.solve.iteration_count == minimum,
            "removed": tally.removed,
            "has_branches": tally.branches > 1,
            "branches": _say_branches(tally),
            "elapsed": say_elapsed(tally.solve.elapsed_ms),
            "is_fastest": tally.solve in solved and tally.solve.elapsed_ms == fastest,
            "rules": [(say_rule(rule), count) for rule, count in tally.steps_by_rule.most_common()],
            "lefts": tally.lefts,
        }
        for at, tally in enumerate(tallies)
    ]


def _short_outcome(tally: SolveTotals) -> str:
    """Return the outcome without the iterations, which have a column of their own."""
    if tally.solve.outcome == Solve.Outcome.SOLVED:
        return capfirst(tally.solve.state_words)
    return outcome_of(tally.solve, tally.lefts[-1])


def _say_branches(tally: SolveTotals) -> str:
    if tally.branches < 2:
        return "–"
    branches = ngettext("%d branch", "%d branches", tally.branches) % tally.branches
    return _("%(branches)s, %(depth)d deep") % {"branches": branches, "depth": tally.depth}


# --- The boards ---------------------------------------------------------------------------------------


def _boards(tallies: list[SolveTotals], number: int) -> list[dict[str, Any]]:
    """Return each solve's board at that iteration, or at its last one before it."""
    reached = {tally.solve.pk: min(number, len(tally.lefts) - 1) for tally in tallies}
    boards = []
    for tally in tallies:
        solve, at = tally.solve, reached[tally.solve.pk]
        is_over = solve.is_over and at == solve.iteration_count
        label = ngettext("%d left", "%d left", tally.lefts[at]) % tally.lefts[at]
        boards.append(
            {
                "method": say_method(solve.method, solve.options),
                "href": f"{solve.get_absolute_url()}?iteration={at}",
                "board": draw_small_snapshot(solve.grid, find(solve, at), ""),
                "words": outcome_of(solve, tally.lefts[-1]) if is_over else label,
            }
        )
    return boards
