"""The page that lays several solves side by side; its address names them, so it can be shared."""

import csv
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from solver import engine, submission
from solver.chapters import find, start_of
from solver.comparison import MOST, Account, account_for, find_solves
from solver.drawing import SmallMoment, draw_small_lines, draw_small_moment
from solver.models import Solve
from solver.models.texts import neutral
from solver.web.lists import outcome_of

from .compare_curves import draw_curves
from .forms import SubmissionForm, given_options
from .player import Href, player_at
from .story import HEADINGS
from .views import form_again, iteration_number, owner_of, render_home, visible_solves
from .words import say_elapsed, say_method, say_rule


@dataclass(frozen=True)
class ComparedRow:
    href: str
    method: str
    style: int  # 1 to 5, a colour and a dash each
    state: str
    outcome: str
    iterations: int
    is_shortest: bool
    removed: int
    branches: str
    elapsed: str
    is_fastest: bool
    rules: list[tuple[str, int]]
    lefts: list[int]


@dataclass(frozen=True)
class ComparedBoard:
    """Where one of the solves stands at the iteration that is looked at."""

    method: str
    href: str
    board: SmallMoment
    words: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest) -> HttpResponse:
    """GET `?solves=` names solves, `iteration=` a moment. POST a puzzle to have it solved by every method."""
    if request.method == "POST":
        return start(request)
    chosen = ",".join(request.GET.getlist("solves"))
    if not chosen or chosen.count(",") >= MOST:
        messages.error(request, _("Choose from 1 to %d solves to compare.") % MOST)
        return redirect("solves")
    accounts = account_for(find_solves(chosen, visible_solves(request)))
    if request.GET.get("as") == "csv":
        return as_csv(accounts)
    ids = ",".join(str(account.solve.pk) for account in accounts)

    def href(number: int) -> str:
        return f"?{urlencode({'solves': ids, 'iteration': number}, safe=',')}"

    asked = iteration_number(request)
    total = max(len(account.lefts) for account in accounts) - 1
    first_end = min(len(account.lefts) for account in accounts) - 1
    number = min(first_end if asked is None else asked, total)
    context = _told(accounts, number, total, href)
    context["poll_href"] = request.get_full_path() if context["unfinished"] else None
    context["csv_href"] = f"?{urlencode({'solves': ids, 'as': 'csv'}, safe=',')}"
    is_fragment = request.headers.get("X-Requested-With") == "fetch"
    template = "solver/_compare.html" if is_fragment else "solver/compare.html"
    return render(request, template, context)


def _told(accounts: list[Account], number: int, total: int, href: Href) -> dict[str, object]:
    first = accounts[0].solve
    rows, boards = _rows(accounts), _boards(accounts, number)
    where = _("Iteration %(number)d of %(total)d.") % {"number": number, "total": total}
    text = _("%(number)d of %(total)d") % {"number": number, "total": total}
    say = " ".join([where, *(f"{board.method}: {board.words}." for board in boards)])
    return {
        "rows": rows,
        "boards": boards,
        "small_lines": [draw_small_lines(box) for box in {each.board.box for each in boards}],
        "curves": draw_curves(accounts, number, href),
        "player": player_at(number, total, href, text, say),
        "puzzle": first.puzzle,
        "heading": _heading(accounts),
        "verdict": _verdict(accounts),
        "lede": _lede(rows, accounts),
        "unfinished": sum(not account.solve.is_over for account in accounts),
        "is_one_puzzle": len({account.solve.puzzle_id for account in accounts}) == 1,
    }


def start(request: HttpRequest) -> HttpResponse:
    form = form_again(request, request.POST) or SubmissionForm.from_data(request.POST)
    if form.grid is None:
        return render_home(request, form, status=400)
    try:
        options = {
            name: method.read_options(given_options(request.POST, method))
            for name, method in engine.methods().items()
        }
    except ValueError as error:
        form.error = str(error)
        return render_home(request, form, status=400)
    solves = submission.submit_to_all(form.grid, options, owner_of(request))
    named = ",".join(str(solve.pk) for solve in solves)
    return redirect(f"{reverse('compare')}?solves={named}")


def as_csv(accounts: list[Account]) -> HttpResponse:
    """Candidates left, a row an iteration and a column a solve."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="comparison.csv"'
    writer = csv.writer(response)
    writer.writerow(["iteration", *(neutral(account.solve.method) for account in accounts)])
    for number in range(max(len(account.lefts) for account in accounts)):
        lefts = [account.lefts[number : number + 1] for account in accounts]
        writer.writerow([number, *("".join(map(str, left)) for left in lefts)])
    return response


# --- Words --------------------------------------------------------------------------------------------


def _verdict(accounts: list[Account]) -> str:
    return next((a.solve.verdict for a in accounts if a.solve.verdict), "")


def _heading(accounts: list[Account]) -> str:
    """`One solution, 4 of 5 reach it`"""
    verdict = _verdict(accounts)
    heading = str(HEADINGS.get(verdict, _("Being solved")))
    if verdict != "unique" or not all(account.solve.is_over for account in accounts):
        return heading
    solved = sum(account.solve.outcome == Solve.Outcome.SOLVED for account in accounts)
    if solved == len(accounts):
        return _("%(verdict)s, and all of them reach it") % {"verdict": heading}
    reach = ngettext(
        "%(solved)d of %(count)d reaches it", "%(solved)d of %(count)d reach it", solved
    )
    return f"{heading}, {reach % {'solved': solved, 'count': len(accounts)}}"


def _lede(rows: list[ComparedRow], accounts: list[Account]) -> str:
    """Who needs the fewest iterations, and who stalls."""
    shortest = next((row for row in rows if row.is_shortest), None)
    told = []
    if shortest and len(rows) > 1:
        told.append(
            _("%(method)s: the fewest iterations, %(count)d.")
            % {"method": shortest.method, "count": shortest.iterations}
        )
    told += [
        _("%(method)s: stalled with %(left)d candidates left.")
        % {"method": row.method, "left": account.lefts[-1]}
        for row, account in zip(rows, accounts, strict=True)
        if row.state == Solve.Outcome.STALLED
    ]
    return " ".join(told)


# --- The table ----------------------------------------------------------------------------------------


def _rows(accounts: list[Account]) -> list[ComparedRow]:
    solved = [a.solve for a in accounts if a.solve.outcome == Solve.Outcome.SOLVED]
    fewest = min((solve.iteration_count for solve in solved), default=-1)
    fastest = min((solve.elapsed_ms or 0 for solve in solved), default=-1)
    return [
        ComparedRow(
            href=account.solve.get_absolute_url(),
            method=say_method(account.solve.method),
            style=at % 5 + 1,
            state=account.solve.state,
            outcome=outcome_of(account.solve, account.lefts[-1]),
            iterations=account.solve.iteration_count,
            is_shortest=account.solve in solved and account.solve.iteration_count == fewest,
            removed=account.removed,
            branches=_say_branches(account),
            elapsed=say_elapsed(account.solve.elapsed_ms),
            is_fastest=account.solve in solved and account.solve.elapsed_ms == fastest,
            rules=[(say_rule(rule), count) for rule, count in account.steps_by_rule.most_common()],
            lefts=account.lefts,
        )
        for at, account in enumerate(accounts)
    ]


def _say_branches(account: Account) -> str:
    if account.branches < 2:
        return "–"
    words = ngettext("%d branch", "%d branches", account.branches) % account.branches
    return _("%(branches)s, %(depth)d deep") % {"branches": words, "depth": account.depth}


# --- The boards ---------------------------------------------------------------------------------------


def _boards(accounts: list[Account], number: int) -> list[ComparedBoard]:
    """Each at that iteration, or at its last one before it."""
    reached = {account.solve.pk: min(number, len(account.lefts) - 1) for account in accounts}
    boards = []
    for account in accounts:
        solve, at = account.solve, reached[account.solve.pk]
        told = find(solve, at) if at else engine.Iteration(0, (), start_of(solve))
        is_over = solve.is_over and at == solve.iteration_count
        words = ngettext("%d left", "%d left", account.lefts[at]) % account.lefts[at]
        boards.append(
            ComparedBoard(
                method=say_method(solve.method),
                href=f"{solve.get_absolute_url()}?iteration={at}",
                board=draw_small_moment(solve.grid, told, ""),
                words=outcome_of(solve, account.lefts[-1]) if is_over else words,
            )
        )
    return boards
