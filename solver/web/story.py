"""A solve made ready for its page: the verdict and outcome in words, the board and steps of a moment."""

from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.text import slugify

from solver import engine
from solver.drawing import DrawnBoard, draw_board
from solver.engine.board import Board
from solver.engine.geometry import digits_of
from solver.engine.grid import ALPHABET
from solver.engine.steps import placed_notation, removed_notation
from solver.engine.techniques import explain
from solver.engine.techniques.base import say_set
from solver.engine.techniques.events import FORK
from solver.models import Iteration, Solve, candidates_left

from .charts import Curve, draw_curve

LONGEST_LINE = 81  # characters of the puzzle that stand under the heading
FOLD_OVER = 30  # a longer list of steps is folded

HEADINGS = {
    "unique": "One solution",
    "multiple": "Several solutions",
    "none": "No solution",
    "unknown": "Solutions not counted",
}


@dataclass(frozen=True)
class StepLine:
    number: int
    rule: str
    where: str
    notation: list[str]
    placed: list[str]
    why: str
    kind: str  # rule, guess or contradiction
    href: str
    technique_href: str
    chosen: bool


@dataclass(frozen=True)
class Digit:
    digit: str
    lost: bool


@dataclass(frozen=True)
class Change:
    """A cell that an iteration touched: what it held, struck where lost, and its digit if solved."""

    cell: str
    kept: list[Digit]
    solved: str


@dataclass(frozen=True)
class RuleFilter:
    """A rule of an iteration, with the address that shows its steps alone, or all again."""

    name: str
    count: int
    href: str
    chosen: bool


@dataclass(frozen=True)
class Moment:
    """One iteration, as the page tells it."""

    number: int
    title: str
    placed: int
    removed: int
    before: int
    after: int
    branch_line: str
    steps: list[StepLine]
    folded: bool
    is_open: bool  # one of the folded steps is the chosen one
    changes: list[Change]
    since: int  # the iteration that the changes are told from
    rules: list[RuleFilter]


@dataclass(frozen=True)
class Player:
    number: int
    total: int
    first: str | None
    previous: str | None
    next: str | None
    last: str | None
    curve: Curve
    say: str  # for a screen reader, when it is gone to


@dataclass(frozen=True)
class SolvePage:
    state: str
    heading: str
    outcome: str
    facts: list[str]
    note: str
    puzzle_text: str
    puzzle_href: str
    clue_line: str
    board: DrawnBoard
    poll_href: str | None = None
    retry: bool = False
    player: Player | None = None
    iteration: Moment | None = field(default=None)


def tell(
    solve: Solve,
    number: int | None,
    step: int | None = None,
    rule: str = "",
    since: int | None = None,
) -> SolvePage:
    """The page of a solve at iteration `number`, 0 being the start, None the latest there is.

    `step` is the one to look at closely, from 1; `rule` the only one whose steps are listed; `since` an
    earlier iteration to tell the changes from. Raises Iteration.DoesNotExist when there is no such
    iteration or step.
    """
    grid = solve.grid
    total = solve.iteration_count
    number = total if number is None else number
    start = tuple(Board.of(grid).candidates)
    now = before = start
    steps: tuple[engine.Step, ...] = ()
    moment = None
    if number:
        told = solve.iterations.get(number=number).told(grid.box)
        now, steps = told.candidates, told.steps
        before = candidates_before(solve, told, start)
        moment = _moment(solve, grid, told, before, step, rule, since)
    if step is not None and not 1 <= step <= len(steps):
        raise Iteration.DoesNotExist("no such step")
    return SolvePage(
        state=solve.state,
        heading=_heading(solve),
        outcome=_outcome(solve),
        facts=_facts(solve),
        note=_note(solve),
        puzzle_text=grid.text if len(grid.text) <= LONGEST_LINE else f"{grid.text[:LONGEST_LINE]}…",
        puzzle_href=f"{reverse('home')}?{urlencode({'puzzle': grid.text, 'method': solve.method})}",
        clue_line=_clue_line(solve),
        board=draw_board(
            grid,
            now,
            before,
            steps,
            final_only=solve.options.get("output") == "final",
            chosen=steps[step - 1] if step else None,
            label=f"Board after iteration {number}"
            if number
            else "Board before the first iteration",
        ),
        poll_href=None if solve.is_over else solve.get_absolute_url(),
        retry=solve.status == Solve.Status.FAILED,
        player=_player(solve, number, total, moment) if total else None,
        iteration=moment,
    )


def candidates_before(
    solve: Solve, told: engine.Iteration, start: tuple[int, ...]
) -> tuple[int, ...]:
    """The board an iteration began with: the last one of its branch, or the one it branched from."""
    earlier = solve.iterations.filter(number__lt=told.number).order_by("-number")
    row = earlier.filter(branch=told.branch).first()
    if row is None and told.parent is not None:
        # The parent's last row is its own side of the fork; a guess has no such other side.
        is_fork = bool(told.steps) and told.steps[0].technique == FORK
        row = earlier.filter(branch=told.parent)[is_fork : is_fork + 1].first()
    return row.told(solve.puzzle.box).candidates if row else start


def _moment(
    solve: Solve,
    grid: engine.Grid,
    told: engine.Iteration,
    before: tuple[int, ...],
    chosen: int | None,
    rule: str,
    since: int | None,
) -> Moment:
    shape = grid.geometry
    earlier = before
    if since == 0:
        earlier = tuple(Board.of(grid).candidates)
    elif since is not None:
        earlier = solve.iterations.get(number=since).told(grid.box).candidates
    counts = Counter(step.technique for step in told.steps)
    changes = [
        Change(
            shape.cell_names[cell],
            [
                Digit(ALPHABET[digit], not told.candidates[cell] >> (digit - 1) & 1)
                for digit in digits_of(old | told.candidates[cell])
            ],
            ALPHABET[told.candidates[cell].bit_length()]
            if told.candidates[cell].bit_count() == 1
            else "",
        )
        for cell, old in enumerate(earlier)
        if old != told.candidates[cell]
    ]
    return Moment(
        number=told.number,
        title=f"Iteration {told.number}",
        placed=told.placed_count,
        removed=told.removed_count,
        before=candidates_left(before),
        after=candidates_left(told.candidates),
        branch_line=_branch_line(told),
        steps=[
            _step_line(solve, grid, told.number, number, step, chosen)
            for number, step in enumerate(told.steps, 1)
            if not rule or slugify(step.technique) == rule
        ],
        folded=len(told.steps) > FOLD_OVER,
        is_open=chosen is not None,
        changes=changes,
        since=told.number - 1 if since is None else since,
        rules=[
            RuleFilter(
                name,
                count,
                moment_href(solve, told.number)
                + ("" if slugify(name) == rule else f"&rule={slugify(name)}"),
                slugify(name) == rule,
            )
            for name, count in counts.items()
        ],
    )


def _branch_line(told: engine.Iteration) -> str:
    if told.parent is None:
        return ""
    return f"Branch {told.branch}, depth {told.depth}, from branch {told.parent}"


def _step_line(
    solve: Solve,
    grid: engine.Grid,
    iteration: int,
    number: int,
    step: engine.Step,
    chosen: int | None,
) -> StepLine:
    shape = grid.geometry
    technique = engine.techniques().get(step.technique)
    which = f" {say_set(step.digits_mask)}" if technique and technique.is_about_a_set else ""
    return StepLine(
        number=number,
        rule=f"{step.technique.capitalize()}{which}",
        where=shape.units[step.unit].name if step.unit is not None else "",
        notation=removed_notation(shape, step),
        placed=placed_notation(shape, step),
        why=explain(shape, step),
        kind="rule" if technique else step.technique,
        # The chosen one leads back to the whole iteration.
        href=moment_href(solve, iteration, None if number == chosen else number),
        technique_href=reverse("technique", args=[slugify(step.technique)]) if technique else "",
        chosen=number == chosen,
    )


def moment_href(solve: Solve, iteration: int, step: int | None = None) -> str:
    address = f"{solve.get_absolute_url()}?iteration={iteration}"
    return f"{address}&step={step}" if step else address


# --- Words about the whole solve ----------------------------------------------------------------------


def _heading(solve: Solve) -> str:
    if solve.status != Solve.Status.FINISHED:
        return solve.get_status_display().capitalize()
    if solve.verdict == "unique" and solve.outcome == Solve.Outcome.STALLED:
        return "One solution, but the rules ran out"
    return HEADINGS[solve.verdict]


def _outcome(solve: Solve) -> str:
    count = solve.iteration_count
    passes = f"{count} iteration{'' if count == 1 else 's'}"
    match solve.state:
        case "queued":
            return "Waiting for a worker"
        case "running":
            return f"{passes} so far" if count else "Counting solutions first"
        case "failed":
            return "No answer this time"
        case "solved":
            return f"Solved in {passes}"
        case "stalled":
            return f"Stalled after {passes}"
        case "contradiction":
            return f"Contradiction in iteration {count}"
        case _:
            return f"Stopped at the limit after {passes}"


def _facts(solve: Solve) -> list[str]:
    facts = [say_elapsed(solve.elapsed_ms)] if solve.elapsed_ms is not None else []
    method = engine.find_method(solve.method)
    facts.append(method.title)
    facts += [
        option.say(solve.options[option.name])
        for option in method.options
        if solve.options.get(option.name, option.default) != option.default
    ]
    return facts


def say_elapsed(milliseconds: float | None) -> str:
    """`4.1 ms` or `2.00 s`; nothing while it is not known."""
    if milliseconds is None:
        return ""
    return f"{milliseconds:.1f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.2f} s"


def _note(solve: Solve) -> str:
    if solve.status == Solve.Status.QUEUED:
        return "Usually under a second. You can leave: the address of this page stays."
    if solve.status == Solve.Status.FAILED:
        return solve.failure
    if solve.verdict == "multiple":
        return "The method assumes one solution; read its steps with that in mind."
    if solve.outcome == Solve.Outcome.STALLED and solve.verdict == "unique":
        return "What is left open is shown as lists. Another method may go further."
    if solve.verdict == "unknown":
        return "Counting its solutions took more than the budget allows."
    return ""


def _clue_line(solve: Solve) -> str:
    puzzle = solve.puzzle
    words = [f"{puzzle.clue_count} given{'' if puzzle.clue_count == 1 else 's'}"]
    if puzzle.title and puzzle.is_published:
        words.append(puzzle.title)
    return " · ".join(words)


# --- The player ---------------------------------------------------------------------------------------


def _player(solve: Solve, number: int, total: int, moment: Moment | None) -> Player:
    def href(to: int) -> str:
        return moment_href(solve, to)

    rows = solve.iterations.filter(number__lte=total).order_by("number")
    lefts = [candidates_left(tuple(Board.of(solve.grid).candidates))]
    born: list[int] = []  # iterations in which a branch began
    newest = 1
    for at, left, branch in rows.values_list("number", "candidates_left", "branch"):
        lefts.append(left)
        if branch > newest:
            newest = branch
            born.append(at)
    return Player(
        number=number,
        total=total,
        first=href(0) if number > 0 else None,
        previous=href(number - 1) if number > 0 else None,
        next=href(number + 1) if number < total else None,
        last=href(total) if number < total else None,
        curve=draw_curve(lefts, number, href, born),
        say=_say(number, total, moment),
    )


def _say(number: int, total: int, moment: Moment | None) -> str:
    """`Iteration 12 of 15. Hidden single in box 2. 1 cell solved, 3 candidates removed.`"""
    if moment is None:
        return f"Start, before {total} iterations."
    chosen = next((step for step in moment.steps if step.chosen), None)
    if chosen:
        where = f" in {chosen.where}" if chosen.where else ""
        words = f"Step {chosen.number}: {chosen.rule}{where}. {chosen.why}"
    else:
        first = moment.steps[0] if moment.steps else None
        where = f" in {first.where}" if first and first.where else ""
        words = f"{first.rule}{where}." if first else "No rule found anything more."
        if len(moment.steps) > 1:
            words += f" {len(moment.steps)} steps."
    cells = f"{moment.placed} cell{'' if moment.placed == 1 else 's'} solved"
    removed = f"{moment.removed} candidate{'' if moment.removed == 1 else 's'} removed"
    return f"Iteration {number} of {total}. {words} {cells}, {removed}."
