"""Charts of a whole solve, drawn on the server. Every mark links to its iteration."""

from collections import Counter
from typing import Any

from django.utils.text import slugify

from solver import engine
from solver.boards.ground import ground_of
from solver.boards.thumbnails import draw_small_lines, draw_small_snapshot
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.steps import candidates_left, count_removed
from solver.models import Solve
from solver.solves.portions import Portion
from solver.solves.reading import find

from ..labels import say_rule
from ..plotting import share, spread
from .player import Href
from .solve_view import SolveView
from .tree import draw_tree, path_to

MOST_STORIES = 1000  # iterations that the charts read
MOST_DRAWN = 1_000_000  # bytes of them, about 500 iterations of 25×25
SHADES = 5  # of the map, from early to late
STRIP_CELLS = 2000  # of all small boards together
MOST_BOARDS = 24
MOST_ROWS = 100  # of the table of iterations


def draw_charts(view: SolveView) -> dict[str, Any]:
    """Return the charts of a solve: uses of rules, when each cell and digit was solved, tree, small boards."""
    solve = view.solve
    grid = solve.grid
    story = list(Portion(solve, most=MOST_DRAWN, count=MOST_STORIES))
    total = max(solve.iteration_count, 1)

    def href(number: int) -> str:
        return view.at(number).href

    solved_since = _since(grid, story)
    rules = _rules(story, view)
    strip = spread(story, max(4, min(MOST_BOARDS, STRIP_CELLS // grid.geometry.cell_count)))
    return {
        "rules": rules,
        "solved": _map(grid, solved_since, total, href),  # row by row
        # Whether any cell but the givens was solved, so that there are times to draw.
        "has_solved": any(number > 0 for number, _digit in solved_since),
        "tracks": _tracks(grid, solved_since, total, href),
        "tree": draw_tree(grid.geometry, story, _has_solved(solve, story), href),
        "strip": [
            draw_small_snapshot(grid, iteration, href(iteration.number))
            for iteration in (find(solve, 0), *strip)
        ],
        "small_lines": draw_small_lines(grid.shape),
        "passed": [
            {
                "number": iteration.number,
                "href": href(iteration.number),
                "branch": iteration.branch,
                "placed": iteration.placed_count,
                "removed": iteration.removed_count,
                "left": candidates_left(iteration.candidates),
            }
            for iteration in spread(story, MOST_ROWS)
        ],
        "removed": sum(iteration.removed_count for iteration in story),
        "placed": sum(iteration.placed_count for iteration in story),
        # The current iteration.
        "at": total if view.iteration is None else view.iteration,
        "size": grid.size,
        "total": total,
        "lines": ground_of(grid.shape).thick,  # between boxes, as an SVG path
        # The number of iterations drawn, or 0 if these are all.
        "drawn": len(story) if solve.iteration_count > len(story) else 0,
        # Whether iterations without a small board were left out.
        "is_thinned": len(strip) < solve.iteration_count,
    }


def _has_solved(solve: Solve, story: list[engine.Iteration]) -> bool:
    """Return whether the last iteration of `story` solved the puzzle."""
    return solve.outcome == Solve.Outcome.SOLVED and len(story) == solve.iteration_count


def _rules(story: list[engine.Iteration], view: SolveView) -> list[dict[str, Any]]:
    placed: Counter[str] = Counter()
    removed: Counter[str] = Counter()
    first: dict[str, int] = {}
    for iteration in story:
        for step, count in zip(iteration.steps, count_removed(iteration.steps), strict=True):
            first.setdefault(step.technique, iteration.number)
            placed[step.technique] += len(step.placed)
            removed[step.technique] += count
    done = placed + removed
    longest = max(done.values(), default=1)
    return [
        {
            "rule": say_rule(rule),
            "placed": placed[rule],
            "removed": removed[rule],
            # Of the removals, in percent of the longest bar.
            "width": share(removed[rule], longest),
            "placed_width": share(placed[rule], longest),
            # Of the first iteration with the rule, showing only its steps.
            "href": view.at(first[rule]).but(rule=slugify(rule)).href,
        }
        for rule, count in done.most_common()
        if count
    ]


# --- When each cell was solved ------------------------------------------------------------------------


def _since(grid: engine.Grid, story: list[engine.Iteration]) -> list[tuple[int, int]]:
    """Return for each cell the iteration since which it has one digit, and the digit, or (-1, 0) if never.

    Follow the branch in which the solve ended. A given has its digit since iteration 0.
    """
    since = [(0, given) if given else (-1, 0) for given in grid.givens]
    branches = path_to(story[-1].branch, story) if story else set()
    for iteration in story:
        if iteration.branch not in branches:
            continue
        for cell, mask in enumerate(iteration.candidates):
            if since[cell][0] and mask & (mask - 1):
                since[cell] = (-1, 0)  # a guess was undone
            elif since[cell][0] < 0 and mask:
                since[cell] = (iteration.number, mask.bit_length())
    return since


def _map(
    grid: engine.Grid, since: list[tuple[int, int]], total: int, href: Href
) -> list[list[dict[str, Any]]]:
    cells = [
        {
            "x": cell % grid.size,
            "y": cell // grid.size,
            "number": number,  # 0 is a given, -1 never solved
            "shade": 1 + (number - 1) * SHADES // total if number > 0 else 0,
            "name": grid.geometry.cell_names[cell],
            "href": href(number) if number > 0 else "",
        }
        for cell, (number, _digit) in enumerate(since)
    ]
    return [cells[start : start + grid.size] for start in range(0, len(cells), grid.size)]


def _tracks(
    grid: engine.Grid, since: list[tuple[int, int]], total: int, href: Href
) -> list[dict[str, Any]]:
    tracks: list[dict[str, Any]] = []
    for digit in range(1, grid.size + 1):
        counts = Counter(number for number, holds in since if holds == digit)
        given = counts.pop(0, 0)
        dots = [
            {
                "number": number,
                "count": count,
                "x": share(number, total),  # percent
                "radius": 2 + count**0.5,
                "href": href(number),
            }
            for number, count in sorted(counts.items())
        ]
        is_done = given + sum(counts.values()) == grid.size and dots
        done = dots[-1]["x"] if is_done else None
        tracks.append(
            {
                "digit": ALPHABET[digit],
                "given": given,
                "dots": dots,
                "done": done,
                "y": 20 * digit - 8,
            }
        )
    return tracks
