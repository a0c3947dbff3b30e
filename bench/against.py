"""Compare the methods with another checkout: how many times faster, and whether each solve is the same.

    python -m bench.against OTHER LISTS [--most 40] [--methods branches joins] [--repeats 3]
    python -m bench.against OTHER LISTS --stories [--most 200]

OTHER is a folder with the project at some commit (`git worktree add --detach OTHER f869d38`). LISTS is a folder
with `*-sample.txt` and `big-boards.json`. Both engines run in this process and alternate at each puzzle, so
other work of the machine hits both. Times are CPU seconds, the best of the repeats for each puzzle. `--stories`
compares every iteration, step, candidate, solution and packed byte, by all methods and their options, and ends
at the first difference.
"""

import gc
import importlib
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import signature
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from puzzles import random_puzzles

from solver.engine import Grid, Solving, read_line

from .common import ROOT, arguments, samples

EVERY_RULE = "placed,pointing,claiming,matches,combos,cell,row,column,box"
TELLINGS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("guessing", {}),
    ("guessing", {"guess": "most"}),
    ("branches", {}),
    ("joins", {}),
    ("joins", {"limit": 3}),
    ("combos", {}),
    ("rules", {}),
    ("rules", {"rules": EVERY_RULE}),
    ("rules", {"rules": "placed,claiming,matches,cell,box"}),
    ("rules", {"rules": "cell,row,pointing"}),
    ("best", {}),
    ("best", {"first": "rules"}),
    ("ladder", {}),
    ("ladder", {"order": "score"}),
    ("ladder", {"pace": "all"}),
    ("ladder", {"order": "sets"}),
)
CODECS = ("solver.engine.core.storage_codec", "solver.engine.packing")  # today, and until 8050bb0
MOST_ITERATIONS = {2: 2_000, 3: 2_000, 4: 300, 5: 100}  # of a solve, as some take very long


@dataclass(frozen=True)
class Engine:
    """`solver.engine` of a checkout, with its packer of solves."""

    engine: ModuleType
    packing: ModuleType

    def solving(self, grid: Grid, method: str, options: Mapping[str, Any]) -> Any:
        own = self.engine.Grid(grid.box, grid.givens, grid.marks)
        budget = self.engine.Budget(iterations=MOST_ITERATIONS[grid.box])
        return self.engine.Solving(own, method, options, budget)


def load(root: Path) -> Engine:
    """Return the engine of a checkout. Another one may be loaded already."""
    ours = {name: sys.modules.pop(name) for name in list(sys.modules) if is_ours(name)}
    sys.path.insert(0, str(root))
    try:
        engine = importlib.import_module("solver.engine")
        codec = next(name for name in CODECS if (root / f"{name.replace('.', '/')}.py").exists())
        packing = importlib.import_module(codec)
        assert Path(str(engine.__file__)).is_relative_to(root)
        for walk in (engine.techniques, engine.methods):
            walk()
    finally:
        sys.path.remove(str(root))
        for name in [name for name in sys.modules if is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(ours)
    return Engine(engine, packing)


def is_ours(name: str) -> bool:
    return name == "solver" or name.startswith("solver.")


# --- Puzzles ------------------------------------------------------------------------------------------


def puzzles(folder: Path, most: int) -> dict[str, list[Grid]]:
    """Return lists of puzzles by name: known ones, other sizes, positions, and invalid ones."""
    found = {
        name: [read_line(row[0]) for row in rows] for name, rows in samples(folder, most).items()
    }
    rng = random.Random(4)
    for board in json.loads((folder / "big-boards.json").read_text()):
        if board["box"] < 6:  # the site takes no larger ones
            grid = Grid(board["box"], tuple(board["cells"]))
            found.setdefault(f"{grid.size}×{grid.size}", []).append(grid)
    for box, share in ((2, 1), (4, 20)):
        drawn = [grid for grid, _ in random_puzzles(max(most // share, 2), seed=box, box=box)]
        found.setdefault(f"{box**2}×{box**2}", []).extend(drawn)
    known = [grid for grids in list(found.values()) for grid in grids[: most // 4 + 1]]
    found["with pencil marks"] = [on_the_way(grid, rng) for grid in known]
    found["with a wrong given"] = [wrong(grid, rng) for grid in known]
    return found


def on_the_way(grid: Grid, rng: random.Random) -> Grid:
    """Return the position after some rounds of `rules` as pencil marks, with some placed cells given."""
    candidates: tuple[int, ...] = ()
    for iteration in Solving(grid, "rules"):
        candidates = iteration.candidates
        if iteration.number == rng.randint(1, 4):
            break
    placed = [mask.bit_length() if mask and not mask & mask - 1 else 0 for mask in candidates]
    givens = tuple(
        given or (digit if rng.random() < 0.3 else 0)
        for given, digit in zip(grid.givens, placed, strict=True)
    )
    try:
        return Grid(grid.box, givens, candidates)
    except ValueError:  # the rules found a contradiction
        return grid


def wrong(grid: Grid, rng: random.Random) -> Grid:
    """Return the puzzle with a given changed to a digit that repeats no other given."""
    clues = [cell for cell, digit in enumerate(grid.givens) if digit]
    while True:
        givens = list(grid.givens)
        givens[rng.choice(clues)] = rng.randint(1, grid.size)
        try:
            return Grid(grid.box, tuple(givens))
        except ValueError:
            continue


# --- The same story -----------------------------------------------------------------------------------

STEP = ("technique", "unit", "cells", "digits_mask", "placed", "removed", "counts", "numbers")
ITERATION = ("number", "candidates", "branch", "parent", "depth")
STRETCH = ("first", "branches", "lefts", "parents", "techniques", "story")


def story(engine: Engine, grid: Grid, method: str, options: Mapping[str, Any]) -> Iterator[Any]:
    """Yield all data of a solve as plain values, in order."""
    solving = engine.solving(grid, method, options)
    packing = engine.packing.Packer  # earlier versions knew a board by its box size
    packer = packing(grid.size if "board_size" in signature(packing).parameters else grid.box)
    for iteration in solving:
        yield tuple(getattr(iteration, name) for name in ITERATION)
        for step in iteration.steps:
            yield tuple(getattr(step, name) for name in STEP)
        yield packer.add(iteration)
        if packer.is_full:
            stretch = packer.cut()
            yield tuple(getattr(stretch, name) for name in STRETCH)
    last = packer.cut()
    yield last and tuple(getattr(last, name) for name in STRETCH)
    yield solving.ending.outcome, solving.ending.solutions


def compare(ours: Engine, theirs: Engine, lists: dict[str, list[Grid]], chosen: list[str]) -> None:
    """Raise AssertionError at the first solve that differs."""
    for name, grids in lists.items():
        for method, options in TELLINGS:
            if method not in chosen:
                continue
            facts = 0
            for grid in grids:
                told = story(ours, grid, method, options)
                for number, fact in enumerate(story(theirs, grid, method, options)):
                    own = next(told, None)
                    assert own == fact, (name, method, options, grid, number, own, fact)
                    facts += 1
                assert next(told, None) is None, (name, method, options, grid)
            words = ", ".join(str(value) for value in options.values())
            print(
                f"{name}: {method} {words}: {len(grids)} stories, {facts} facts alike", flush=True
            )


# --- How many times faster ----------------------------------------------------------------------------


def seconds_of(engine: Engine, grid: Grid, method: str) -> float:
    solving = engine.solving(grid, method, {})
    started = time.process_time()
    for _ in solving:
        pass
    return time.process_time() - started


def race(
    ours: Engine, theirs: Engine, lists: dict[str, list[Grid]], chosen: list[str], repeats: int
) -> None:
    for engine, method in product((theirs, ours), chosen):
        for grids in lists.values():  # warm up the caches, which are not part of a puzzle's time
            seconds_of(engine, wrong(grids[-1], random.Random(1)), method)
    print("| | " + " | ".join(lists) + " |\n|---" + "|---:" * len(lists) + "|")
    for method in chosen:
        cells = []
        for grids in lists.values():
            best: dict[int, list[float]] = defaultdict(lambda: [float("inf")] * 2)
            gc.collect()
            gc.freeze()  # a collection takes as long as a puzzle, and would hit either engine
            for repeat in range(repeats):
                for number, grid in enumerate(grids):
                    turns = [(0, theirs), (1, ours)]
                    for which, engine in turns[:: 1 if (repeat + number) % 2 else -1]:
                        seconds = seconds_of(engine, grid, method)
                        best[number][which] = min(best[number][which], seconds)
            old, new = (sum(pair[which] for pair in best.values()) for which in (0, 1))
            per = 1000 / len(grids)
            cells.append(f"{old * per:,.1f} → {new * per:,.1f} (**{old / new:.1f}×**)")
        print(f"| `{method}` | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    every = list(dict.fromkeys(method for method, _ in TELLINGS))
    numbers = {"most": 40, "repeats": 1}
    chosen = arguments(__doc__, "other", "lists", **numbers, stories=False, only=[], methods=every)
    ours, theirs = load(ROOT), load(chosen.other.resolve())
    methods = [name for name in chosen.methods if name in theirs.engine.methods()]
    lists = puzzles(chosen.lists, chosen.most)
    lists = {name: lists[name] for name in chosen.only or lists}
    if chosen.stories:
        compare(ours, theirs, lists, methods)
    else:
        race(ours, theirs, lists, methods, chosen.repeats)


if __name__ == "__main__":
    main()
