"""Compare exact counting with other solvers for Python, on the same puzzles in the same run.

    git clone https://github.com/t-dillon/tdoku SOURCE
    python -m bench.exact [--folder LISTS] [--tdoku SOURCE] [--before CHECKOUT] [--seconds 10]
                          [--only python_sat one_at_a_time]

Each peer runs from its package in its own environment below `var/bench`, in a process for each list. Peers take
turns of a few milliseconds on the list's twins, and whoever has done the smallest share is next: a peer is done
after so many seconds and ten puzzles, or after 100,000. So all of them meet the same machine, however its speed
changes. No puzzle comes twice. The first turn is cold: the list once, with all that is built or loaded once.
Times are CPU time, and every answer is checked. A ratio compares the times of twins of the same puzzles: of
those that the slower peer has met. The spread is that of five parts of the run.
LISTS has `*-sample.txt`, whose lines have a puzzle, its solutions counted up to 2, and one of them. Without
LISTS only generated lists run. A C++ compiler builds SOURCE below `var/bench`, outside of the project.
CHECKOUT is one of this project at another commit.
Prints the tables of docs/benchmarks.md and writes its picture. `--only` prints those of these peers.
"""

import json
import math
import os
import platform
import random
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import fmean, median
from typing import Any

from puzzles import morph

from solver.engine import Grid, Requirements, count_solutions, enumerate_solutions, generate
from solver.engine.core.grid import text_of

from .common import ROOT, arguments, percentile, rows, timed


@dataclass(frozen=True)
class Rate:
    """Puzzles a CPU second after the first turn, and in it.

    `ratio` is how many times as fast as the first peer that is, on the puzzles that both have met, and `spread`
    how far it is from this in a part of the run.
    """

    fresh: float
    ratio: float
    spread: float
    cold: float


Rates = dict[str, list[Rate]]  # for each list, by peer
Costs = dict[int, float]  # mean CPU seconds of a puzzle's twins, by its number in the list

COUNT = ROOT / "bench" / "peers" / "count.py"
BATCH = 10_000
LEAST, MOST = 10, 100_000  # puzzles of a list for each peer after the first turn
TURN = 0.02  # CPU seconds
PARTS = 5


@dataclass(frozen=True)
class Peer:
    name: str  # its function in peers/count.py
    title: str
    package: str = ""  # empty for our own and for those without one
    answer: str = "first solution"
    checkout: Path = ROOT  # of ours


PEERS = [
    Peer("norvig", "the textbook solver (Norvig's essay, written anew)"),
    Peer("py_sudoku", "py-sudoku", "py-sudoku"),
    Peer("dokusan", "dokusan", "dokusan"),
    Peer("ortools", "OR-tools CP-SAT", "ortools"),
    Peer("exact_cover", "exact-cover", "exact-cover"),
    Peer("python_sat", "python-sat, Cadical kept alive", "python-sat", "count to 2"),
    Peer("sat_alone", "**ours**, the SAT formula alone", "", "count to 2"),
    Peer("one_at_a_time", "**ours**, `count_solutions`", "", "count to 2"),
    Peer("many_at_once", f"**ours**, `count_many` of {BATCH:,}", "", "count to 2"),
]
TDOKU = Peer("tdoku", "tdoku (C++), called by ctypes", "", "count to 2")
BEFORE = Peer("before", "`count_solutions` of the other checkout", "", "count to 2")
# Our methods, with all iterations and steps.
STORIES = [
    Peer("hodoku", "hodoku-py, `solve`", "hodoku-py"),
    Peer("guessing", "**ours**, `guessing`"),
    Peer("branches", "**ours**, `branches`"),
    Peer("combos", "**ours**, `combos`"),
]


@dataclass(frozen=True)
class Puzzles:
    title: str
    texts: list[str]
    counts: list[int]


def generated(seed: int = 1, count: int = 100) -> list[Puzzles]:
    """Return generated puzzles: minimal ones, and the same with up to 42 clues."""
    minimal = list(islice(generate(Requirements(is_minimal=True), seed), count))
    rng = random.Random(seed)
    easy = [_with_clues(grid, 42, rng) for grid in minimal]
    return [
        Puzzles("easy, 42 clues", easy, [1] * count),
        Puzzles("random minimal", [grid.text for grid in minimal], [1] * count),
    ]


def _with_clues(grid: Grid, clues: int, rng: random.Random) -> str:
    (solution,) = enumerate_solutions(grid).solutions
    hidden = [cell for cell, digit in enumerate(grid.givens) if not digit]
    hidden = rng.sample(hidden, len(solution) - clues)
    return text_of([0 if cell in hidden else digit for cell, digit in enumerate(solution)])


def known(folder: Path) -> list[Puzzles]:
    titles = {"17-clue": "17 clues", "top1465": "top1465", "hardest": "hardest"}
    lists = []
    for name, title in titles.items():
        found = rows(folder / f"{name}-sample.txt")
        texts = [row[0].replace(".", "0") for row in found]
        lists.append(Puzzles(title, texts, [int(row[1]) for row in found]))
    return lists


def compile_tdoku(source: Path) -> None:
    """Compile tdoku's solver as a library that `peers/count.py` loads."""
    library = ROOT / "var" / "bench" / "tdoku.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    files = [source / "src" / name for name in ("solver_dpll_triad_simd.cc", "util.cc")]
    options = ["-std=c++17", "-O3", "-march=native", "-shared", "-fPIC", "-w"]
    subprocess.run(["c++", *options, "-I", source / "include", *files, "-o", library], check=True)


def python_of(peer: Peer) -> str:
    """Return the Python of the peer's environment, which is created if it is missing."""
    if not peer.package:
        return sys.executable
    home = ROOT / "var" / "bench" / peer.name
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", peer.package], check=True)
    return str(python)


def version_of(peer: Peer) -> str:
    if not peer.package:
        return ""
    program = "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"
    run = [python_of(peer), "-c", program, peer.package]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


def twins(puzzles: Puzzles) -> Iterator[str]:
    """Yield twins of a list's puzzles, no two of them the same, list after list."""
    rng = random.Random(puzzles.title)
    return (morph(text, rng).replace(".", "0") for text in cycle(puzzles.texts))


class Runner:
    """A peer at work on a list: which turns it has taken, in a process of its own."""

    def __init__(self, peer: Peer, puzzles: Puzzles, fresh: list[str], seconds: float) -> None:
        self.peer, self.puzzles, self.fresh, self.seconds = peer, puzzles, fresh, seconds
        # CPU seconds of each puzzle: in the first turn, in all others, and in the last one.
        self.cold: list[float] = []
        self.warm: list[float] = []
        self.last: list[float] = []
        self.used = 0.0  # the sum of `warm`, which the turns ask for again and again
        # Peers that go through sets of words would take another way in each run.
        env = {**os.environ, "PYTHONPATH": str(peer.checkout), "PYTHONHASHSEED": "1"}
        self.process = subprocess.Popen(
            [python_of(peer), COUNT, peer.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=env,
        )

    @property
    def share(self) -> float:
        """The share of its work that it has done, which is finished at 1."""
        spent = max(self.used / self.seconds, len(self.warm) / MOST)
        return min(spent, len(self.warm) / LEAST)

    def take_turn(self) -> None:
        """Solve some more puzzles. Raise AssertionError at a wrong answer."""
        if self.peer.name == "many_at_once":
            seconds, most = 0.0, BATCH
        elif self.last:
            seconds = TURN
            most = math.ceil(2 * TURN * len(self.last) / sum(self.last))  # more than it can do
        else:
            seconds, most = self.seconds / PARTS, len(self.puzzles.texts)
        # After the first turn all begin the list anew, however much of it each has done.
        size = len(self.puzzles.texts)
        done = math.ceil(len(self.cold) / size) * size + len(self.warm)
        texts = self.fresh[done : done + most]
        print(json.dumps([seconds, texts]), file=self.process.stdin, flush=True)
        assert self.process.stdout
        answers, self.last = json.loads(self.process.stdout.readline())
        counts = islice(cycle(self.puzzles.counts), done % len(self.puzzles.counts), None)
        check(self.peer, texts, counts, answers)
        if self.cold:
            self.warm += self.last
            self.used += sum(self.last)
        else:
            self.cold = self.last

    def end(self) -> None:
        self.process.communicate()

    def costs(self) -> list[Costs]:
        """Return the costs of all turns but the first, then those of the parts of the run."""
        size = math.ceil(len(self.warm) / PARTS)
        numbered = list(enumerate(self.warm))
        parts = [numbered[first : first + size] for first in range(0, len(numbered), size)]
        return [self._mean(each) for each in (numbered, *parts)]

    def _mean(self, numbered: Iterable[tuple[int, float]]) -> Costs:
        times: dict[int, list[float]] = {}
        for number, seconds in numbered:
            times.setdefault(number % len(self.puzzles.texts), []).append(seconds)
        return {number: fmean(each) for number, each in times.items()}


def rates_of(peers: list[Peer], puzzles: Puzzles, seconds: float) -> list[Rate]:
    """Return the rate of each peer for a list."""
    fresh = list(islice(twins(puzzles), MOST + 3 * BATCH))
    runners = [Runner(peer, puzzles, fresh, seconds) for peer in peers]
    for runner in runners:
        runner.take_turn()
    while (runner := min(runners, key=lambda each: each.share)).share < 1:
        runner.take_turn()
    for runner in runners:
        runner.end()
    base = runners[0].costs()
    found = []
    for runner in runners:
        ratio, *parts = map(times_as_fast, runner.costs(), base)
        spread = max((abs(part / ratio - 1) for part in parts if part), default=0)
        warm, cold = (len(each) / sum(each) for each in (runner.warm, runner.cold))
        found.append(Rate(warm, ratio, spread, cold))
    return found


def times_as_fast(costs: Costs, base: Costs) -> float:
    """Return how many times the costs of `base` are those of the same puzzles in `costs`, or 0 without any."""
    both = costs.keys() & base.keys()
    cost, its = (sum(each[number] for number in both) for each in (costs, base))
    return its / cost if both else 0


def check(peer: Peer, texts: list[str], counts: Iterable[int], answers: list[Any]) -> None:
    for text, count, answer in zip(texts, counts, answers, strict=False):
        if answer is None:
            assert peer.name == "combos", f"{peer.name} does not solve {text}"
        elif isinstance(answer, str):
            assert Grid.from_digits(3, list(map(int, text))).is_solved_by(list(map(int, answer))), (
                f"{peer.name} answers {answer} for {text}"
            )
        else:
            assert answer == count, f"{peer.name} counts {answer}, not {count}, for {text}"


def measure(peers: list[Peer], lists: list[Puzzles], seconds: float) -> Rates:
    rates: Rates = {peer.name: [] for peer in peers}
    for puzzles in lists:
        for peer, value in zip(peers, rates_of(peers, puzzles, seconds), strict=True):
            rates[peer.name].append(value)
            print(f"{puzzles.title}: {peer.title}: {value}", file=sys.stderr, flush=True)
    return rates


def table(peers: list[Peer], lists: list[Puzzles], rates: Rates) -> str:
    """Return a table of puzzles a CPU second, and in brackets the ratio to the first peer with its spread.

    The cold rate follows if it is lower by a fifth.
    """
    head = "| puzzles a CPU second | " + " | ".join(p.title for p in lists) + " | answer |"
    rows = [head, "|---|" + "---:|" * len(lists) + "---|"]
    for peer in peers:
        cells = []
        for each in rates[peer.name]:
            cold = f", cold {in_digits(each.cold)}" if each.cold < 0.8 * each.fresh else ""
            ratio = in_digits(each.ratio) if each.ratio >= 10 else f"{each.ratio:.3g}"
            cells.append(f"{in_digits(each.fresh)} ({ratio}× ±{each.spread:.0%}){cold}")
        rows.append(f"| {peer.title} | " + " | ".join(cells) + f" | {peer.answer} |")
    return "\n".join(rows)


def in_digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def picture(lists: list[Puzzles], rates: Rates) -> str:
    """Return an SVG of bars on a logarithmic scale, a group for each list of puzzles."""
    width, bar, left = 760, 13, 250
    height = len(lists) * (34 + bar * len(PEERS)) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="sans-serif" font-size="10.5">'
        "<title>Puzzles a CPU second, on a logarithmic scale</title>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
    ]
    y = 18
    for n, puzzles in enumerate(lists):
        parts.append(f'<text x="10" y="{y}" font-weight="bold">{puzzles.title}</text>')
        y += 6
        for peer in PEERS:
            value = rates[peer.name][n].fresh
            length = max(2, 80 * (math.log10(value) + 0.5))
            title = peer.title.replace("*", "").replace("`", "")[:42]
            colour = "#0072b2" if title.startswith("ours") else "#9a9a9a"
            parts.append(
                f'<text x="{left - 6}" y="{y + 10}" text-anchor="end">{title}</text>'
                f'<rect x="{left}" y="{y + 2}" width="{length:.0f}" height="{bar - 3}" fill="{colour}"/>'
                f'<text x="{left + length + 5:.0f}" y="{y + 10}">{in_digits(value)}</text>'
            )
            y += bar
        y += 28
    return "\n".join([*parts, "</svg>"]) + "\n"


def latencies(lists: list[Puzzles]) -> str:
    """Return the 95th percentile and the maximum of puzzles in ms, the best of three tries each."""
    table = ["| one puzzle, ms | p50 | p95 | worst |", "|---|---:|---:|---:|"]
    for puzzles in lists:
        times = [timed(partial(count_solutions, text), 3) for text in puzzles.texts]
        shares = (f"{percentile(times, share):.2f}" for share in (0.5, 0.95, 1))
        table.append(f"| {puzzles.title} | {' | '.join(shares)} |")
    return "\n".join(table)


def import_time() -> float:
    """Return the milliseconds of `import solver.engine` beyond an empty program, by medians of 15."""

    def run(program: str) -> float:
        times = []
        for _ in range(15):
            before = os.times()
            subprocess.run([sys.executable, "-I", "-c", program], check=True, cwd=ROOT)
            after = os.times()
            used = after.children_user + after.children_system
            times.append(used - before.children_user - before.children_system)
        return median(times) * 1000

    path = f"import sys; sys.path.insert(0, {str(ROOT)!r})"
    return run(f"{path}; import solver.engine") - run(path)


def main() -> None:
    paths = {"folder": Path, "tdoku": Path, "before": Path}
    chosen = arguments(__doc__, **paths, seconds=10.0, only=[])
    if chosen.before:
        PEERS.append(replace(BEFORE, checkout=chosen.before))
    if chosen.tdoku:
        compile_tdoku(chosen.tdoku)
        PEERS.append(TDOKU)
    lists = generated() + (known(chosen.folder) if chosen.folder else [])
    unknown = set(chosen.only) - {peer.name for peer in PEERS + STORIES}
    if unknown:
        sys.exit(f"no such peer: {', '.join(sorted(unknown))}")
    if chosen.only:
        for kind in (PEERS, STORIES):
            peers = [peer for peer in kind if peer.name in chosen.only]
            if peers:
                print(table(peers, lists, measure(peers, lists, chosen.seconds)))
        return
    rates = measure(PEERS, lists, chosen.seconds)
    stories = measure(STORIES, lists, chosen.seconds)
    versions = ", ".join(f"{p.package} {version_of(p)}" for p in PEERS + STORIES if p.package)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores; {versions}.")
    for part in (table(PEERS, lists, rates), latencies(lists), table(STORIES, lists, stories)):
        print(f"\n{part}")
    print(f"\n`import solver.engine` takes {import_time():.0f} ms of CPU beyond an empty program.")
    (ROOT / "docs" / "images" / "benchmarks.svg").write_text(picture(lists, rates))


if __name__ == "__main__":
    main()
