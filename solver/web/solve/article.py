"""The article's own SQL beside PostgreSQL, with what each statement did on a solve's puzzle, pass by pass."""

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Case, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from solver.boards.cells import DrawnBoard, draw_board
from solver.engine.core.geometry import Geometry
from solver.models import DatabaseRun, Solve
from solver.queue import submission
from solver.sets.article_rows import (
    GROUPS,
    RANGES,
    Group,
    State,
    enclosed,
    fitting,
    hidden,
    matched,
    naked,
    say_digits,
)
from solver.sets.articles import STATEMENTS, Section, articles
from solver.solves.article_run import has_article
from solver.solves.backends import why_not

from ..choices import ChoiceItem
from ..labels import say_method
from ..shortcuts import find_solve, owner_of, takes_form, whole_number
from ..sql_text import mark_sql

TALLEST = 48  # pixels of the bar of the longest pass
MOST_ROWS = 6  # of a statement
PATIENCE = timedelta(minutes=1)  # with a text that runs after its solve


class ShownRow(NamedTuple):
    values: Sequence[object]
    cells: str  # numbers of cells from 0, separated by spaces
    is_lit: bool = False


class Rows(NamedTuple):
    """Some rows of a statement at a moment, those that changed the board first."""

    columns: Sequence[str]
    rows: Sequence[ShownRow]
    total: str


@takes_form
def article(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show both texts, and the run that `?text=` and `?pass=` name. POST solves the puzzle in PostgreSQL.

    A solve that ran in Python shows what the article did on its puzzle after another solve.
    """
    solve = find_solve(request, solve_id)
    if not has_article(solve):
        raise Http404("no article has SQL for this")
    if request.method == "POST":
        where = Solve.RunsIn.POSTGRESQL
        again = submission.submit(
            solve.puzzle.grid, solve.method, None, owner_of(request), runs_in=where
        )
        return redirect("article", again.pk)
    runs = _runs_of(solve)
    name = request.GET.get("text", "")
    name = name if name in runs else next(iter(runs), solve.method)
    number = whole_number(request, "pass")
    run = _run_context(solve, name, runs[name], number) if runs else None
    of_article = articles()[solve.method]
    passes = _in_pass(runs[name], run["number"]) if run else []
    is_waiting = not runs and _is_waiting(solve)
    response = render(
        request,
        "solver/article.html",
        {
            "here": "home",
            "solve": solve,
            "article": of_article,
            "method": say_method(solve.method),
            "rebuilt": of_article.rebuilt and _(of_article.rebuilt),
            "differs": _(of_article.differs),
            "texts": _texts(solve, runs, name),
            "run": run,
            "sections": list(_sections(solve, name, passes)),
            "why_not": why_not(),
            "is_waiting": is_waiting,
        },
    )
    if is_waiting:
        response["Refresh"] = "2"
    return response


def _runs_of(solve: Solve) -> dict[str, Any]:
    """Return what ran by the names of the texts, word for word first.

    It depends on the puzzle and the method alone, so the run of another solve of them is as good.
    """
    of_puzzle = DatabaseRun.objects.filter(
        solve__puzzle=solve.puzzle_id, solve__method=solve.method
    )
    own_first = of_puzzle.exclude(article={}).order_by(
        Case(When(solve=solve, then=0), default=1), "pk"
    )
    found: dict[str, Any] = own_first.values_list("article", flat=True).first() or {}
    return {name: found[name] for name in sorted(found, key=len, reverse=True)}


def _is_waiting(solve: Solve) -> bool:
    """Return whether the article runs soon: after a solve in PostgreSQL that is not done, or just done."""
    since = timezone.now() - PATIENCE
    return solve.runs_in == Solve.RunsIn.POSTGRESQL and (
        solve.finished_at is None or solve.finished_at > since
    )


def _texts(solve: Solve, runs: Mapping[str, Any], name: str) -> list[ChoiceItem]:
    if len(runs) < 2:
        return []
    words = {
        "combos": _("Combos united"),
        "branches": _("With its index"),
    }
    return [
        ChoiceItem(
            words[each] if each == solve.method else _("Word for word"),
            each == name,
            href=_address(solve, each),
        )
        for each in runs
    ]


def _address(solve: Solve, name: str, number: int | None = None) -> str:
    address = f"{reverse('article', args=[solve.pk])}?text={name.replace(' ', '+')}"
    return address if number is None else f"{address}&pass={number}"


# --- What ran ------------------------------------------------------------------------------------------


class Done(NamedTuple):
    """A statement that ran, with the candidates of each cell before and after it."""

    statement: str
    touched: int
    ms: float
    before: State
    after: State


def _run_context(
    solve: Solve, name: str, run: Mapping[str, Any], number: int | None
) -> dict[str, Any]:
    times: dict[int, float] = {}
    for each, _statement, _touched, ms, _board in run["passes"]:
        times[each] = times.get(each, 0) + ms
    times.pop(0, None)
    numbers = sorted(times) or [0]
    number = number if number in times else numbers[0]
    longest = max(times.values(), default=0) or 1
    done = _in_pass(run, number)
    bars = [
        {
            "number": each,
            "height": max(2, round(TALLEST * times[each] / longest)),
            "href": _address(solve, name, each),
            "is_current": each == number,
            "words": _("Pass %(number)s: %(ms)s ms") % {"number": each, "ms": f"{times[each]:.1f}"},
        }
        for each in numbers
        if each
    ]
    solved = all(len(digits.lstrip("=")) == 1 for digits in run["board"].split(","))
    return {
        "bars": bars,
        "number": number,
        "total": (
            ngettext(
                "%(count)s pass, %(ms)s ms in all", "%(count)s passes, %(ms)s ms in all", len(bars)
            )
            % {"count": len(bars), "ms": f"{sum(times.values()):,.0f}"}
        ),
        "said": "" if solved else run["said"],
        "statements": [(each.statement, f"{each.touched:,}", f"{each.ms:.1f}") for each in done],
        "board": _draw(solve, done) if done else None,
        "messages": "\n".join(run["messages"]),
    }


def _in_pass(run: Mapping[str, Any], number: int) -> list[Done]:
    """Return the statements of a pass."""
    done, before = [], None
    for each, statement, touched, ms, board in run["passes"]:
        after = State.read(board)
        if each == number:
            done.append(Done(statement, touched, ms, before or after, after))
        before = after
    return done


def _draw(solve: Solve, done: Sequence[Done]) -> DrawnBoard:
    label = _("The board after this pass")
    return draw_board(solve.puzzle.grid, done[-1].after.masks, done[0].before.masks, label=label)


# --- The texts, and their rows --------------------------------------------------------------------------


def _sections(solve: Solve, name: str, done: Sequence[Done]) -> Iterator[dict[str, Any]]:
    of_article, geometry = articles()[solve.method], solve.grid.geometry
    statements = STATEMENTS[of_article.method]
    for section in of_article.sections(solve.puzzle.grid):
        begins = statements.get(section.key)
        if section.key in ("united", "update") and name:
            begins = begins if (section.key == "united") == (name == "combos") else None
        of_it = [each for each in done if begins and _is_of(each.statement, begins)]
        yield {
            "key": section.key,
            "says": _(section.says) if section.says else _("What this text has besides"),
            "tsql": mark_sql(section.tsql),
            "postgresql": mark_sql(section.postgresql),
            "touched": _say_touched(of_it),  # rows and milliseconds in this pass, or blank
            "rows": _rows(of_article.method, section, geometry, done, of_it),
        }


def _is_of(statement: str, begins: str) -> bool:
    """Return whether a statement is the one that begins so. One name begins with another."""
    return statement.startswith(begins) and not (
        begins == "DELETE Candidates" and statement != begins
    )


def _say_touched(done: Sequence[Done]) -> str:
    if not done:
        return ""
    touched = sum(each.touched for each in done)
    rows = ngettext("%(count)s row", "%(count)s rows", touched) % {"count": f"{touched:,}"}
    return f"{rows}, {sum(each.ms for each in done):.1f} ms"


def _rows(
    method: str,
    section: Section,
    geometry: Geometry,
    done: Sequence[Done],
    of_it: Sequence[Done],
) -> Rows | None:
    """Return the rows that a statement groups before it runs, or the cells that it changed."""
    rows = ROWS.get(method, {}).get(section.key)
    if rows is None:
        return _changes(geometry, of_it)
    # A CTE has no record of its own. It reads the board before the first statement of the pass.
    before = (*of_it, *done)[:1]
    return rows(geometry, before[0].before) if before else None


def _changes(geometry: Geometry, done: Sequence[Done]) -> Rows | None:
    """Return the cells that some statements changed."""
    rows = [
        ShownRow((geometry.cell_names[cell], say_digits(was), say_digits(now)), str(cell))
        for each in done
        for cell, (was, now) in enumerate(zip(each.before.masks, each.after.masks, strict=True))
        if was != now
    ]
    return _first((_("cell"), _("was"), _("is")), rows)


def _first(
    columns: Sequence[str], rows: Sequence[ShownRow], count: int | None = None
) -> Rows | None:
    total = len(rows) if count is None else count
    return Rows(columns, rows[:MOST_ROWS], f"{total:,}") if rows else None


def _numbers(cells: Sequence[int]) -> str:
    return " ".join(map(str, cells))


def _combos(state: State) -> list[Group]:
    """Return the enclosed combos, those that remove something first."""
    return sorted(enclosed(state), key=lambda group: not group.losing)


def _say_combo(group: Group) -> tuple[str, int]:
    return f"{group.digits} {say_digits(group.digits)}", group.digits.bit_count()


def _range(group: Group) -> int:
    return RANGES[group.unit.kind] * group.unit.number


def _temp_rows(geometry: Geometry, state: State) -> Rows | None:
    columns = (_("cell"), "combo", "NumOfChoices")
    return _fitting_rows(state, columns, lambda _group, cell: geometry.cell_names[cell], 1)


def _a_rows(_geometry: Geometry, state: State) -> Rows | None:
    columns = ("Range", "Combo", "NumOfChoices")
    return _fitting_rows(state, columns, lambda group, _cell: _range(group), 3)


def _fitting_rows(
    state: State, columns: Sequence[str], first: Callable[[Group, int], object], times: int
) -> Rows | None:
    """Return a row for each cell of some combos. `first` is its first column, `times` how often it stands."""
    groups = _combos(state)[:3]
    shown = [
        ShownRow((first(group, cell), *_say_combo(group)), str(cell), group == groups[0])
        for group in groups
        for cell in group.cells
    ]
    return _first(columns, shown, times * fitting(state))


def _x_rows(_geometry: Geometry, state: State) -> Rows | None:
    groups = _combos(state)
    shown = [
        ShownRow(
            (_range(group), *_say_combo(group), len(group.cells)),
            _numbers(group.cells),
            group == groups[0],
        )
        for group in groups
    ]
    return _first(("Range", "combo", "MAX", "COUNT"), shown)


def _naked_rows(geometry: Geometry, state: State) -> Rows | None:
    shown = [
        ShownRow((geometry.cell_names[cell], say_digits(mask)), str(cell))
        for cell, mask in naked(state)
    ]
    return _first((_("cell"), "Value"), shown)


def _hidden_rows(*kinds: str) -> Callable[[Geometry, State], Rows | None]:
    def rows(geometry: Geometry, state: State) -> Rows | None:
        return _group_rows(geometry, hidden(state, *kinds), (_("group"), "Value", _("cell")))

    return rows


def _matched_rows(partly: bool) -> Callable[[Geometry, State], Rows | None]:
    def rows(geometry: Geometry, state: State) -> Rows | None:
        groups = sorted(matched(state, partly=partly), key=lambda group: not group.losing)
        return _group_rows(geometry, groups, (_("group"), "SetValue", _("cells")))

    return rows


def _group_rows(geometry: Geometry, groups: Iterable[Group], columns: Sequence[str]) -> Rows | None:
    shown = [
        ShownRow(
            (
                f"{GROUPS[group.unit.kind]}{group.unit.number}",
                say_digits(group.digits),
                " ".join(geometry.cell_names[cell] for cell in group.cells),
            ),
            _numbers(group.cells),
            bool(group.losing),
        )
        for group in groups
    ]
    return _first(columns, shown)


# The rows of a CTE or of a statement's groups, by method and section. Other sections show the changed cells.
ROWS: dict[str, dict[str, Callable[[Geometry, State], Rows | None]]] = {
    "combos": {"temp": _temp_rows, "a": _a_rows, "x": _x_rows},
    "branches": {
        "solved": _naked_rows,
        "inrow": _hidden_rows("row"),
        "incol": _hidden_rows("column"),
        "insquare": _hidden_rows("box"),
    },
    "guessing": {
        "single": _naked_rows,
        "token": _hidden_rows("row", "column", "box"),
        "complete": _matched_rows(partly=False),
        "partial": _matched_rows(partly=True),
    },
    "rules": {
        "insert1": _naked_rows,
        "insert2": _hidden_rows("row"),
        "insert3": _hidden_rows("column"),
        "insert4": _hidden_rows("box"),
    },
}
