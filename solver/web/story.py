"""A solve made ready for its page: the verdict and outcome in words, the board and steps of a moment."""

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.urls import reverse

from solver import engine
from solver.drawing import DrawnBoard, draw_board
from solver.engine.board import Board
from solver.engine.geometry import digits_of
from solver.engine.grid import ALPHABET
from solver.engine.steps import placed_notation, removed_notation
from solver.engine.techniques import explain
from solver.engine.techniques.base import say_set
from solver.engine.techniques.events import FORK
from solver.models import Solve, candidates_left

TICKS = 40  # more iterations than this, and the row of ticks thins out
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
    changes: list[Change]


@dataclass(frozen=True)
class Tick:
    number: int
    href: str
    current: bool
    left: int


@dataclass(frozen=True)
class Player:
    number: int
    total: int
    first: str | None
    previous: str | None
    next: str | None
    last: str | None
    ticks: list[Tick]


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


def tell(solve: Solve, number: int | None) -> SolvePage:
    """The page of a solve at iteration `number`, 0 being the start, None the latest there is.

    Raises Iteration.DoesNotExist when there is no such iteration.
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
        moment = _moment(grid, told, before)
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
            label=f"Board after iteration {number}"
            if number
            else "Board before the first iteration",
        ),
        poll_href=None if solve.is_over else solve.get_absolute_url(),
        retry=solve.status == Solve.Status.FAILED,
        player=_player(solve, number, total) if total else None,
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


def _moment(grid: engine.Grid, told: engine.Iteration, before: tuple[int, ...]) -> Moment:
    shape = grid.geometry
    changes = [
        Change(
            shape.cell_names[cell],
            [
                Digit(ALPHABET[digit], not told.candidates[cell] >> (digit - 1) & 1)
                for digit in digits_of(old)
            ],
            ALPHABET[told.candidates[cell].bit_length()]
            if told.candidates[cell].bit_count() == 1
            else "",
        )
        for cell, old in enumerate(before)
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
        steps=[_step_line(grid, number + 1, step) for number, step in enumerate(told.steps)],
        folded=len(told.steps) > FOLD_OVER,
        changes=changes,
    )


def _branch_line(told: engine.Iteration) -> str:
    if told.parent is None:
        return ""
    return f"Branch {told.branch}, depth {told.depth}, from branch {told.parent}"


def _step_line(grid: engine.Grid, number: int, step: engine.Step) -> StepLine:
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
    )


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


def _player(solve: Solve, number: int, total: int) -> Player:
    def href(to: int) -> str:
        return f"{solve.get_absolute_url()}?iteration={to}"

    shown = _thinned(total, number)
    left = dict(solve.iterations.filter(number__in=shown).values_list("number", "candidates_left"))
    left[0] = candidates_left(tuple(Board.of(solve.grid).candidates))
    return Player(
        number=number,
        total=total,
        first=href(0) if number > 0 else None,
        previous=href(number - 1) if number > 0 else None,
        next=href(number + 1) if number < total else None,
        last=href(total) if number < total else None,
        ticks=[Tick(to, href(to), to == number, left.get(to, 0)) for to in shown],
    )


def _thinned(total: int, current: int) -> list[int]:
    """0 to `total`; beyond `TICKS` every 5th, 10th, 50th …, with the current one and the last."""
    stride = next(s for s in (1, 5, 10, 50, 100, 500, 1000, 10_000, total) if total / s <= TICKS)
    return sorted({*range(0, total + 1, stride), current, total})
