"""A step of a solve as rows and as SQL: the statement that found it, its rows, and its result."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver.engine.core.board import Board
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import ALPHABET, say_set, say_unit
from solver.engine.core.proof import SetCount, candidate_name
from solver.engine.core.steps import Step, carried_out, count_removed
from solver.engine.techniques.events import GUESS
from solver.engine.techniques.wording import say_set_of, say_size
from solver.models import DatabaseRun, Solve
from solver.puzzles.course import lesson_about
from solver.sets import SqlRule
from solver.sets.proof import made_false
from solver.sets.short_statement import candidate_table, short_statement
from solver.sets.sql_rules import BOUND
from solver.sets.step_statements import first_argument, rule_of
from solver.solves.article_run import has_article
from solver.solves.reading import IterationSnapshot

from ..choices import ChoiceItem
from .proof import build_proof_context
from .ring import ring_of
from .solve_view import VIEWS, SolveView

VIEW_WORDS = {
    "board": gettext_lazy("Board"),
    "loop": gettext_lazy("Loop"),
    "sets": gettext_lazy("Sets"),
    "rows": gettext_lazy("Table rows"),
    "sql": gettext_lazy("SQL"),
}
# Rules that place digits. The removals from their peers are another statement's.
PLACING = ("naked_single", "hidden_single", "push", "guess")
TAGS = {"name": "mark", "comment": "i", "keyword": "b"}  # of what is marked in a statement
MARKED = re.compile(rf"{BOUND.pattern}|(?P<comment>--.*|/\*.*?\*/)|(?P<keyword>\b[A-Z]{{2,}}\b)")
MOST_ROWS = 120  # of the relation. A unit of 9×9 has at most 81.
MOST_GROUPS = 9  # rows beside a short statement
BAR = 120  # width of the longest bar of a plan


def build_sets_context(view: SolveView, snapshot: IterationSnapshot) -> dict[str, Any] | None:
    """Return the selected or first step as rows, SQL and proof, or None if the solve has no iterations yet."""
    if not snapshot.total:
        return None
    run = _run_of(view.solve)
    steps = snapshot.iteration.steps
    at = min(view.step or 1, len(steps)) - 1
    rule = rule_of(view.solve.method, steps[at], steps) if steps else None
    if rule and steps[at].proof and not view.solve.grid.shape.square_box:
        rule = None  # the statements that check proofs know the sets of plain boards alone
    proved = steps[at] if steps and steps[at].proof else None
    ring = ring_of(view.solve.grid.geometry, proved)
    offered = _offered(rule, proved, bool(ring))
    selected = view.view if view.view in offered else VIEWS[0]
    candidates, together = board_before(snapshot, at) if rule else (snapshot.before, [])
    is_sql = selected == "sql"
    geometry = view.solve.grid.geometry
    step = steps[at] if rule else None
    before = sum(mask.bit_count() for mask in candidates)
    affected = sum(_rows_of(member, rule) for member in together)
    rows = list(_relation(geometry, candidates, step)) if step and selected == "rows" else []
    return {
        "choices": _choices(view, selected, offered),
        "view": selected,
        "ran": _say_run(run),
        # Whether the engine solves it differently.
        "is_other": run is not None and not run.is_same,
        "rule": rule,
        **_words(rule),
        # Whether the article's own SQL can be downloaded with this puzzle.
        "take_along": has_article(view.solve),
        # Name of the lesson about this statement, or blank.
        "lesson": _lesson(rule, bool(view.solve.grid.shape.square_box)),
        "step": at + 1,
        "technique": _(steps[at].technique) if steps else "",
        # The rows of this step in short.
        "notation": _in_short(geometry, step) if step else "",
        "before": before,
        "after": before - sum(count_removed(together)),
        "affected": affected,
        "share": _rows_of(step, rule) if step else 0,
        "rows": rows[:MOST_ROWS],
        "rows_of": say_unit(geometry, step.unit) if step and step.unit is not None else "",
        "more_rows": max(0, len(rows) - MOST_ROWS),
        "short": _short(geometry, candidates, step) if step and is_sql else None,
        "statement": _marked(rule, view.solve, step)
        if rule and step and is_sql
        else SafeString(""),
        "plan": _plan(run, rule) if is_sql else [],
        "plan_of": run.server if run else "",
        "ring": ring if selected == "loop" else [],  # of an SK loop
        "proof": build_proof_context(geometry, proved, snapshot.before)
        if proved and selected == "sets"
        else None,
        "proved": _say_proved(proved) if proved else "",  # how, in short, or blank
        **_certificate(geometry, candidates, step if is_sql else None),
    }


def _offered(rule: SqlRule | None, proved: Step | None, is_loop: bool) -> list[str]:
    """Return the views of a step, or [] if the board is the only one."""
    without = {"sets"} if proved is None else set()
    if not is_loop:
        without.add("loop")
    if rule is None:
        without |= {"rows", "sql"}
    names = [name for name in VIEWS if name not in without]
    return names if len(names) > 1 else []


def _words(rule: SqlRule | None) -> dict[str, Any]:
    """Return the texts of a rule in the reader's language."""
    texts: dict[str, Any] = {"rule_title": "", "idea": "", "article": "", "postgresql": ""}
    if rule:
        for name in texts:
            texts[name] = _(getattr(rule, name.removeprefix("rule_")))
    return texts


def _lesson(rule: SqlRule | None, is_plain: bool) -> str:
    lesson = lesson_about(rule.name, is_plain) if rule else None
    return lesson.name if lesson else ""


def _run_of(solve: Solve) -> DatabaseRun | None:
    try:
        return solve.database_run if solve.runs_in == Solve.RunsIn.POSTGRESQL else None
    except ObjectDoesNotExist:  # it is still running
        return None


def _say_run(run: DatabaseRun | None) -> str:
    if run is None:
        return ""
    facts = {"same": f"{run.same_steps:,}", "steps": f"{run.steps:,}", "number": run.differs_in}
    where = ngettext(
        "Ran in PostgreSQL %(server)s: %(count)s statement.",
        "Ran in PostgreSQL %(server)s: %(count)s statements.",
        run.statements,
    ) % {"server": run.server, "count": f"{run.statements:,}"}
    if run.is_same:
        comparison = _("The Python engine finds the same steps, %(same)s of %(steps)s.")
    else:
        comparison = _(
            "The Python engine differs from iteration %(number)s on. Steps that agree: "
            "%(same)s of %(steps)s."
        )
    return f"{where} {comparison % facts}"


def _choices(view: SolveView, selected: str, offered: list[str]) -> list[ChoiceItem]:
    return [
        ChoiceItem(str(VIEW_WORDS[name]), name == selected, href=f"{view.but(view=name).href}#sets")
        for name in offered
    ]


# --- The board before a statement, and its rows -------------------------------------------------------


def board_before(snapshot: IterationSnapshot, at: int) -> tuple[tuple[int, ...], list[Step]]:
    """Return the candidates before the SQL statement of a step ran, and all steps that the statement found.

    `at` is the index of the step. The candidates are a mask a cell.
    """
    steps, technique = snapshot.iteration.steps, snapshot.iteration.steps[at].technique
    first = at
    while first and steps[first - 1].technique == technique:
        first -= 1
    last = at
    while last + 1 < len(steps) and steps[last + 1].technique == technique:
        last += 1
    return carried_out(snapshot.before, steps[:first]), list(steps[first : last + 1])


def _rows_of(step: Step, rule: SqlRule | None) -> int:
    """Return the rows of the statement that a step stands for: its placed digits, or else its removals."""
    return len(step.placed) if rule and rule.name in PLACING else step.removed_count


def _relation(
    geometry: Geometry, candidates: Sequence[int], step: Step
) -> Iterable[dict[str, Any]]:
    """Yield the rows of the step's unit, or of its cells if it has no unit."""
    removed = dict(step.removed)
    placed = dict(step.placed)
    named = {*step.cells, *removed, *placed}
    cells = geometry.links[step.unit].cells if step.unit is not None else ()
    for cell in sorted({*cells, *named}):
        row, column = (number + 1 for number in divmod(cell, geometry.size))
        box = geometry.shape.regions[cell] + 1 if geometry.shape.regions else 0
        for digit in digits_of(candidates[cell]):
            change, label = "", ""
            if removed.get(cell, 0) & 1 << (digit - 1):
                change, label = "removed", _("deleted")
            elif placed.get(cell) == digit:
                change, label = "placed", _("placed")
            elif cell in step.cells and step.digits_mask & 1 << (digit - 1):
                is_tried = step.technique == GUESS
                change, label = "evidence", _("tried next") if is_tried else _("proves it")
            yield {
                "cell": geometry.cell_names[cell],
                "row": row,
                "column": column,
                "box": box,
                "digit": ALPHABET[digit],
                "change": change,  # removed, placed, evidence or blank
                "words": label,
            }


# --- The statement --------------------------------------------------------------------------------------


def _marked(rule: SqlRule, solve: Solve, step: Step) -> SafeString:
    """Return the rule's text with each bound value marked."""
    return mark_bound(rule.shown(solve.puzzle.board), _bound(solve, step))


def _short(geometry: Geometry, candidates: Sequence[int], step: Step) -> dict[str, Any] | None:
    statement = short_statement(geometry, candidates, step)
    if statement is None:
        return None
    used = [place for place, row in enumerate(statement.rows) if row.is_used]
    first = max(0, min(min(used, default=0), len(statement.rows) - MOST_GROUPS))
    item, values = statement.names
    return {
        "text": mark_bound(statement.text, {}),
        "table": mark_bound(candidate_table(geometry, candidates), {}),
        "item": item,
        "values": values,
        "rows": statement.rows[first : first + MOST_GROUPS],
        "row_count": len(statement.rows),
    }


def mark_bound(text: str, bound: Mapping[str, str]) -> SafeString:
    """Return a statement of ours as HTML. Its keywords, comments and bound values are marked."""
    pieces: list[tuple[str, ...]] = []
    at = 0
    for match in MARKED.finditer(text):
        tag = TAGS[str(match.lastgroup)]
        value = bound[match["name"]] if match["name"] else match[0]
        pieces.append((text[at : match.start()], tag, value, tag))
        at = match.end()
    return format_html("{}{}", format_html_join("", "{}<{}>{}</{}>", pieces), text[at:])


def _bound(solve: Solve, step: Step) -> Mapping[str, str]:
    geometry = solve.grid.geometry
    kinds = ["row", "column", "box"]
    if solve.method == "rules" and step.unit is not None:
        kinds = [geometry.links[step.unit].kind]
    return {
        "kinds": f"'{{{','.join(kinds)}}}'",
        "sources": f"'{{…,{','.join(map(str, step.cells))},…}}' /* {_('cells with a digit')} */",
        "sign": "-1" if solve.options.get("guess") == "most" else "1",
        "branches": f"'{{…}}' /* {_('live branches')} */",
        "units": f"'{{…}}' /* {_('units in their order')} */",
        "commons": f"'{{…}}' /* {_('cells filled so far')} */",
        "most": "100000",
        **_bound_proof(geometry, step),
    }


def _in_short(geometry: Geometry, step: Step) -> str:
    """Return a step's rows in short. For example, `unit = 12 /* column 4 */, digits = 256 /* {9} */`."""
    parts: list[str] = []
    if step.unit is not None:
        parts.append(f"unit = {step.unit} /* {say_unit(geometry, step.unit)} */")
    if step.cells:
        cells = ",".join(map(str, step.cells))
        parts.append(
            f"cells = '{{{cells}}}' /* {', '.join(geometry.cell_names[c] for c in step.cells)} */"
        )
    if step.digits_mask:
        parts.append(f"digits = {step.digits_mask} /* {say_set(step.digits_mask)} */")
    return "\n".join(parts)


# --- A proof --------------------------------------------------------------------------------------------


def _say_proved(step: Step) -> str:
    argument = first_argument(step)
    if not isinstance(argument, SetCount):
        return _("Proved by replaying it")
    return _("Proved by counting: %(count)s") % {"count": say_size(argument)}


def _certificate(
    geometry: Geometry, candidates: Sequence[int], step: Step | None
) -> dict[str, Any]:
    """Return the truths and links of a ladder step as rows."""
    argument = first_argument(step) if step else None
    data: dict[str, Any] = {"certificate": [], "rank": 0, "returned": [], "arguments": 0}
    if step is None or argument is None:
        return data
    data["arguments"] = len(step.arguments)
    if isinstance(argument, SetCount):
        roles = {_("truth"): argument.truths, _("link"): argument.links}
        data["certificate"] = [
            (say_set_of(geometry, n), role) for role in roles for n in roles[role]
        ]
        data["rank"] = len(argument.links) - len(argument.truths) - bool(argument.guardians)
        false = made_false(Board(geometry, candidates), argument)
        data["returned"] = [candidate_name(geometry, c).replace("=", "<>") for c in false]
    return data


def _bound_proof(geometry: Geometry, step: Step) -> Mapping[str, str]:
    """Return the parameters of the statements that check a proof."""
    argument = first_argument(step)
    if isinstance(argument, SetCount):
        sets = {"truths": argument.truths, "links": argument.links}
        guardians = [candidate_name(geometry, candidate) for candidate in argument.guardians]
        return {
            **{
                name: _array(ns, [say_set_of(geometry, n) for n in ns]) for name, ns in sets.items()
            },
            "guardians": _array(argument.guardians, guardians),
        }
    if argument is None:
        return {}
    ending = argument.branch.ending
    lines = (argument.assumed, *argument.branch.forced)
    labels = [candidate_name(geometry, candidate) for candidate in lines]
    return {
        "lines": "'{0,…}'",
        "nths": f"'{{0,…,{len(lines) - 1}}}'",
        "told": _array(lines, labels),
        "dues": "'{false,true,…}'",
        "ended": "'{0,…}'",
        "endings": _array((ending,), [say_set_of(geometry, ending)]),
        "split": "'{…}'",
        "tried": "'{…}'",
    }


def _array(numbers: Sequence[int], labels: Sequence[str]) -> str:
    comment = f" /* {', '.join(labels)} */" if labels else ""
    return f"'{{{','.join(map(str, numbers))}}}'{comment}"


# --- The plan -------------------------------------------------------------------------------------------


def _plan(run: DatabaseRun | None, rule: SqlRule | None) -> list[dict[str, Any]]:
    """Return the nodes of the rule's plan. The length of a bar is the number of its rows."""
    plan: dict[str, Any] = run.plans.get(rule.name, {}) if run and rule else {}
    nodes = plan.get("nodes", [])
    largest = max((node["rows"] for node in nodes), default=0) or 1
    return [
        node
        | {
            "depth": min(node["depth"], 12),
            "of": re.sub(r"^CTE ", "", node["of"]),
            "bar": max(1, round(BAR * node["rows"] / largest)) if node["rows"] else 0,
        }
        for node in nodes
    ]
