"""The tree of a solve's branches as a picture: time runs to the right, and each fork opens a lane below."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.events import CONTRADICTION, FORK, GUESS

from ..plotting import round_stride, share

TIME, WORDS = 720, 440  # px: for the iterations, and for the text after the last one
EDGE = 8  # px before the first iteration
HEAD, LANE = 24, 26  # px: of the iteration numbers, and of a lane
SHORTEST = 8  # px of a lane, even if it ended at once
MOST_LANES = 12  # with more, branches that hang on dead lanes are folded
LONGEST = 120  # lanes at most
MOST_ROWS = 200  # of the table
MOST_TICKS = 10
LONGEST_OUTCOME = 58  # characters after a lane


@dataclass
class TreeBranch:
    """A branch: its assumption, its iterations, and how it ended."""

    number: int
    parent: int | None
    depth: int
    first: int
    last: int
    assumes: str = ""  # for example r3c4=7
    outcome: str = ""
    ended: str = "left"  # dead, solved, open or left
    is_path: bool = False  # whether it leads to the end of the solve
    children: list["TreeBranch"] = field(default_factory=list)
    indent: int = 0
    href: str = ""
    end_href: str = ""

    @property
    def continuation(self) -> "TreeBranch | None":
        """The child that replaces this branch, if the branch has no later iterations of its own."""
        youngest = self.children[-1] if self.children else None
        return youngest if youngest and youngest.first > self.last else None


def draw_tree(
    geometry: Geometry, rows: list[engine.Iteration], is_solved: bool, href: Callable[[int], str]
) -> dict[str, Any] | None:
    """Return the tree of a solve's branches as a picture, or None if there is only one branch.

    `rows` are the iterations, `href` returns the address of one by its number.
    """
    branches = _branches(geometry, rows, is_solved)
    if len(branches) < 2:
        return None
    for branch in branches.values():
        branch.href, branch.end_href = href(branch.first), href(branch.last)
    total = rows[-1].number
    roots = [branch for branch in branches.values() if branch.parent not in branches]
    unfolded = _lanes(roots, total, is_folding=False)
    folded = _lanes(roots, total, is_folding=True)
    is_folded = len(unfolded) > MOST_LANES and len(folded) < len(unfolded)
    stride = round_stride(total, MOST_TICKS)
    lanes = folded if is_folded else unfolded
    return {
        "lanes": lanes,
        "whole": unfolded if is_folded else [],  # all lanes, or blank if none is folded
        "whole_height": HEAD + LANE * len(unfolded) + 8,
        "rows": list(_in_order(roots))[:MOST_ROWS],
        "ticks": [(n, _x(n, total)) for n in range(0, total + 1, stride)],
        "count": len(branches),
        "dead": sum(branch.ended == "dead" for branch in branches.values()),
        "is_solved": is_solved,
        "width": TIME + WORDS,
        "height": HEAD + LANE * len(lanes) + 8,
        "is_cut": len(unfolded) >= LONGEST or len(branches) > MOST_ROWS,
    }


def path_to(last: int, rows: list[engine.Iteration]) -> set[int]:
    """Return the numbers of the branch `last` and of all branches that it came from.

    `rows` are the iterations of the solve.
    """
    parents = {row.branch: row.parent for row in rows}
    path: set[int] = set()
    branch: int | None = last
    while branch is not None and branch not in path:
        path.add(branch)
        branch = parents.get(branch)
    return path


# --- Branches -----------------------------------------------------------------------------------------


def _branches(
    geometry: Geometry, rows: list[engine.Iteration], is_solved: bool
) -> dict[int, TreeBranch]:
    """Return the branches by number, in order of creation, each with its children in that order."""
    branches: dict[int, TreeBranch] = {}
    ends: dict[int, engine.Iteration] = {}
    for row in rows:
        if row.branch not in branches:
            branch = TreeBranch(row.branch, row.parent, row.depth, row.number, row.number)
            branch.assumes = _assumption(geometry, row)
            branches[row.branch] = branch
            if row.parent in branches:
                branches[row.parent].children.append(branch)
        branches[row.branch].last = row.number
        ends[row.branch] = row
    path = path_to(rows[-1].branch, rows) if rows else set()
    # The newest first, because the outcome of a branch may depend on that of its children.
    for number, branch in reversed(branches.items()):
        branch.is_path = number in path
        is_last = bool(rows) and number == rows[-1].branch
        branch.ended, branch.outcome = _outcome(geometry, branch, ends[number], is_last, is_solved)
    return branches


def _assumption(geometry: Geometry, row: engine.Iteration) -> str:
    """Return the assumption that a branch began with. For example, `r3c4=7`."""
    for step in row.steps:
        if step.technique == GUESS:
            digit = step.placed[0][1] if step.placed else step.digits[0]
            return f"{geometry.cell_names[step.cells[0]]}={ALPHABET[digit]}"
        if step.technique == FORK:
            mask = step.digits_mask & ~dict(step.removed).get(step.cells[0], 0)
            return f"{geometry.cell_names[step.cells[0]]}={ALPHABET[mask.bit_length()]}"
    return ""


def _outcome(
    geometry: Geometry, branch: TreeBranch, end: engine.Iteration, is_last: bool, is_solved: bool
) -> tuple[str, str]:
    for step in end.steps:
        if step.technique == CONTRADICTION:
            return "dead", describe_step(geometry, step, "facts").why
    if is_last:
        return ("solved", _("Solved.")) if is_solved else ("open", _("End of this solve."))
    if continuation := branch.continuation:
        return continuation.ended, _("Continued as branch %d.") % continuation.number
    if is_solved:
        return "left", _("Abandoned: another branch was solved first.")
    return "left", _("Still open at the end of the solve.")


def _in_order(roots: list[TreeBranch]) -> Iterator[TreeBranch]:
    stack = list(reversed(roots))
    while stack:
        branch = stack.pop()
        yield branch
        for child in reversed(branch.children):
            child.indent = min(branch.indent + 1, 12)
            stack.append(child)


# --- Lanes --------------------------------------------------------------------------------------------


def _x(number: int, total: int) -> float:
    return EDGE + share(number, total, TIME - EDGE)


def _name(chain: list[TreeBranch]) -> str:
    """Return the name of a lane: its first and last assumption. Its outcome is that of the last branch."""
    first, final = chain[0].assumes, chain[-1].assumes
    if not first:
        return _("Branch %d") % chain[-1].number
    return first if len(chain) == 1 else f"{first} … {final}"


def _lanes(roots: list[TreeBranch], total: int, *, is_folding: bool) -> list[dict[str, Any]]:
    """Return the lanes. Below each lane come those that left it, the last first, so that no lines cross."""
    lanes: list[dict[str, Any]] = []
    stack: list[tuple[TreeBranch, int | None]] = [(root, None) for root in reversed(roots)]
    while stack and len(lanes) < LONGEST:
        branch, from_y = stack.pop()
        chain = [branch]
        while continuation := chain[-1].continuation:
            chain.append(continuation)
        asides = [
            child for link in chain for child in link.children if child is not link.continuation
        ]
        start = _x(branch.first - 1, total)
        y = HEAD + LANE // 2 + LANE * len(lanes)
        outcome = chain[-1].outcome
        end = max(_x(chain[-1].last, total), start + SHORTEST)
        exits = [child for child in asides if child.is_path]
        is_path = any(link.is_path for link in chain)
        is_folded = is_folding and not is_path
        lanes.append(
            {
                "last": chain[-1],
                "name": _name(chain),
                "x": start,
                "end": end,
                # Where the path to the end of the solve leaves it.
                "path_end": (_x(exits[0].first - 1, total) if exits else end) if is_path else None,
                "y": y,
                "from_y": from_y,
                "forks": []
                if is_folded
                else [
                    {
                        "x": _x(forked.first - 1, total),
                        "title": forked.assumes,
                        "href": forked.href,
                        "number": forked.first,
                    }
                    for forked in sorted([*chain[1:], *asides], key=lambda forked: forked.first)
                ],
                "outcome": outcome
                if len(outcome) <= LONGEST_OUTCOME
                else f"{outcome[:LONGEST_OUTCOME]}…",
                # Branches that hang on it and are not drawn.
                "folded": sum(1 for _each in _in_order(asides)) if is_folded else 0,
            }
        )
        if not is_folded:
            stack += [(child, y) for child in sorted(asides, key=lambda child: child.first)]
    return lanes
