"""How a solve went, as pictures drawn on the server: every mark leads to its iteration."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.grid import ALPHABET
from solver.engine.techniques import explain
from solver.engine.techniques.events import CONTRADICTION, FORK, GUESS
from solver.models import Solve

Href = Callable[[int], str]

CURVE_WIDTH, CURVE_HEIGHT = 520, 66
MOST_POINTS = 400  # of a curve: more would not be seen
MOST_MARKS = 60  # guesses and forks on the curve: more would hide it
MOST_LABELS = 16  # under the curve, so that each can be hit with a finger
MOST_STORIES = 1000  # iterations that charts of the whole story look at
SHADES = 5  # of the map: stronger is later
MOST_LANES = 40  # branches drawn in full; beyond it dead subtrees are folded
LONGEST_WAY = 120  # lanes at most, however many branches lead to the end
LANE = 22


@dataclass(frozen=True)
class Label:
    number: int
    href: str
    x: float
    current: bool


@dataclass(frozen=True)
class Curve:
    """Candidates left as a step-line, the past of the current iteration apart from its future."""

    past: str
    ground: str  # the area under the past
    future: str
    x: float
    y: float
    left: int
    at_start: int
    labels: list[Label]
    marks: list[float]  # guesses and forks
    words_end: bool  # the words stand left of the playhead


def draw_curve(lefts: list[int], number: int, href: Href, marked: Sequence[int] = ()) -> Curve:
    """`lefts[n]` is how many candidates are left after iteration n, with those at the start first."""
    total = len(lefts) - 1
    across = CURVE_WIDTH / max(total, 1)
    up = (CURVE_HEIGHT - 6) / max(*lefts, 1)

    def point(n: int) -> tuple[float, float]:
        return n * across, CURVE_HEIGHT - lefts[n] * up

    stride = max(1, total // MOST_POINTS)
    shown = sorted({*range(0, total + 1, stride), number, total})
    past = as_steps([point(n) for n in shown if n <= number])
    x, y = point(number)
    return Curve(
        past=past,
        ground=f"0,{CURVE_HEIGHT} {past} {x:.1f},{CURVE_HEIGHT}",
        future=as_steps([point(n) for n in shown if n >= number]),
        x=x,
        y=y,
        left=lefts[number],
        at_start=lefts[0],
        labels=[Label(n, href(n), n * across, n == number) for n in _thinned(total, number)],
        marks=[n * across for n in marked] if len(marked) <= MOST_MARKS else [],
        words_end=x > 0.7 * CURVE_WIDTH,
    )


def as_steps(points: list[tuple[float, float]]) -> str:
    """Points of a line that stays level until the next one."""
    said, last = [], None
    for x, y in points:
        if last is not None:
            said.append(f"{x:.1f},{last:.1f}")
        said.append(f"{x:.1f},{y:.1f}")
        last = y
    return " ".join(said)


def _thinned(total: int, current: int) -> list[int]:
    """0 to `total`; where that is too many every 5th, 10th, 50th …, with the current one and the last."""
    stride = next(
        s for s in (1, 2, 5, 10, 20, 50, 100, 500, 1000, 10_000, total) if total / s <= MOST_LABELS
    )
    apart = max(1, stride // 2)  # nothing stands closer than this to the current one or the last
    kept = [n for n in range(0, total, stride) if min(abs(n - current), total - n) >= apart]
    return sorted({*kept, current, total})


# --- The whole story ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class RuleBar:
    rule: str
    placed: int
    removed: int
    width: float  # of the removals, in percent of the longest
    placed_width: float


@dataclass(frozen=True)
class SolvedCell:
    x: int
    y: int
    number: int  # 0 is a given, -1 never solved
    shade: int
    name: str
    href: str


@dataclass(frozen=True)
class Lane:
    """A branch of the tree: from its first to its last iteration, at its own height."""

    number: int
    parent: int | None
    depth: int
    guess: str
    first: int
    last: int
    fate: str
    is_alive: bool
    is_way: bool  # to the end of the story
    x: float
    end: float
    y: int
    from_y: int | None
    href: str
    end_href: str
    folded: int  # branches below it that are not drawn
    indent: int


@dataclass
class Charts:
    rules: list[RuleBar] = field(default_factory=list)
    solved: list[SolvedCell] = field(default_factory=list)
    lanes: list[Lane] = field(default_factory=list)
    branch_count: int = 1
    size: int = 9
    box: int = 3
    lines: list[int] = field(default_factory=list)  # between boxes
    tree_height: int = 0
    is_cut: bool = False  # the story is longer than what is drawn


def draw_charts(solve: Solve, href: Href) -> Charts:
    """Placements and removals by rule, when each cell was solved, and the tree of branches."""
    grid = solve.grid
    rows = solve.iterations.order_by("number")[:MOST_STORIES]
    told = [row.told(grid.box) for row in rows]
    lanes = _lanes(grid, told, solve, href)
    return Charts(
        rules=_rules(told),
        solved=_solved(grid, told, solve, href) if grid.size <= 9 else [],
        lanes=lanes,
        branch_count=len({iteration.branch for iteration in told}),
        size=grid.size,
        box=grid.box,
        lines=[grid.box * n for n in range(1, grid.box)],
        tree_height=LANE * len(lanes) + 8,
        is_cut=solve.iteration_count > MOST_STORIES or len(lanes) >= LONGEST_WAY,
    )


def _rules(told: list[engine.Iteration]) -> list[RuleBar]:
    placed: Counter[str] = Counter()
    removed: Counter[str] = Counter()
    for iteration in told:
        for step in iteration.steps:
            placed[step.technique] += len(step.placed)
            removed[step.technique] += step.removed_count
    rules = [rule for rule in {**placed, **removed} if placed[rule] or removed[rule]]
    longest = max((placed[rule] + removed[rule] for rule in rules), default=1)
    return [
        RuleBar(
            rule,
            placed[rule],
            removed[rule],
            100 * removed[rule] / longest,
            100 * placed[rule] / longest,
        )
        for rule in sorted(rules, key=lambda rule: -placed[rule] - removed[rule])
    ]


def _solved(
    grid: engine.Grid, told: list[engine.Iteration], solve: Solve, href: Href
) -> list[SolvedCell]:
    """When each cell came down to one digit, on the branch that the story ended in."""
    way = _way([(i.branch, i.parent) for i in told], told[-1].branch if told else 1)
    since = [0 if given else -1 for given in grid.givens]
    for iteration in told:
        if iteration.branch in way:
            for cell, mask in enumerate(iteration.candidates):
                if since[cell] and mask & (mask - 1):
                    since[cell] = -1  # a guess was taken back
                elif since[cell] < 0 and mask:
                    since[cell] = iteration.number
    total = max(solve.iteration_count, 1)
    return [
        SolvedCell(
            x=cell % grid.size,
            y=cell // grid.size,
            number=number,
            shade=1 + (number - 1) * SHADES // total if number > 0 else 0,
            name=grid.geometry.cell_names[cell],
            href=href(number) if number > 0 else "",
        )
        for cell, number in enumerate(since)
    ]


def _way(pairs: list[tuple[int, int | None]], last: int) -> set[int]:
    """A branch with those that it came from."""
    parents = dict(pairs)
    way: set[int] = set()
    branch: int | None = last
    while branch is not None and branch not in way:
        way.add(branch)
        branch = parents.get(branch)
    return way


def _lanes(grid: engine.Grid, told: list[engine.Iteration], solve: Solve, href: Href) -> list[Lane]:
    """Parents above their children, in the order in which they were born; nothing without branches."""
    by_branch: dict[int, list[engine.Iteration]] = {}
    for iteration in told:
        by_branch.setdefault(iteration.branch, []).append(iteration)
    if len(by_branch) < 2:
        return []
    children: dict[int | None, list[int]] = {}
    for branch, own in by_branch.items():
        parent = own[0].parent if own[0].parent in by_branch else None
        children.setdefault(parent, []).append(branch)
    way = _way([(b, own[0].parent) for b, own in by_branch.items()], told[-1].branch)
    is_long = len(by_branch) > MOST_LANES
    across = CURVE_WIDTH / max(told[-1].number, 1)
    lanes: list[Lane] = []
    heights: dict[int, int] = {}
    stack = [(branch, 0) for branch in reversed(children[None])]
    while stack and len(lanes) < LONGEST_WAY:
        branch, indent = stack.pop()
        own = by_branch[branch]
        heights[branch] = LANE // 2 + LANE * len(lanes)
        is_folded = is_long and branch not in way
        fate, is_alive = _fate(grid, own, solve, is_last=branch == told[-1].branch)
        parent = own[0].parent
        lanes.append(
            Lane(
                number=branch,
                parent=parent,
                depth=own[0].depth,
                guess=_guess(grid, own[0]),
                first=own[0].number,
                last=own[-1].number,
                fate=fate,
                is_alive=is_alive,
                is_way=branch in way,
                x=(own[0].number - 1) * across,
                end=max(own[-1].number * across, (own[0].number - 1) * across + 4),
                y=heights[branch],
                from_y=heights.get(parent) if parent is not None else None,
                href=href(own[0].number),
                end_href=href(own[-1].number),
                folded=_count_below(branch, children) if is_folded else 0,
                indent=min(indent, 12),
            )
        )
        if not is_folded:
            stack += [(child, indent + 1) for child in reversed(children.get(branch, []))]
    return lanes


def _count_below(branch: int, children: dict[int | None, list[int]]) -> int:
    stack, count = [branch], -1
    while stack:
        count += 1
        stack += children.get(stack.pop(), [])
    return count


def _guess(grid: engine.Grid, iteration: engine.Iteration) -> str:
    """What a branch assumed: `r3c4=7`."""
    for step in iteration.steps:
        if step.technique in (GUESS, FORK):
            cell = step.cells[0]
            mask = iteration.candidates[cell] if step.technique == FORK else 0
            digit = step.placed[0][1] if step.placed else mask.bit_length()
            return f"{grid.geometry.cell_names[cell]}={ALPHABET[digit]}"
    return ""


def _fate(
    grid: engine.Grid, own: list[engine.Iteration], solve: Solve, *, is_last: bool
) -> tuple[str, bool]:
    """What became of a branch, in words, and whether it lived to the end."""
    for step in own[-1].steps:
        if step.technique == CONTRADICTION:
            return _("died: %(why)s") % {"why": explain(grid.geometry, step)}, False
    if is_last and solve.outcome == Solve.Outcome.SOLVED:
        return _("solved"), True
    if is_last:
        return _("where the story ends"), True
    return _("left when its guesses were used up or another branch was solved"), False
