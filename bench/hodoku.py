"""Compare the ladder with HoDoKu's own Java, on the same puzzles in turns.

    git clone https://github.com/PseudoFish/Hodoku SOURCE
    python -m bench.hodoku SOURCE [--folder LISTS] [--most 100] [--passes 8]

SOURCE is a checkout of HoDoKu with its `src`. A JDK builds it below `var/bench`, and nothing of it becomes
part of the project. Both solve with the techniques that HoDoKu uses by default. Each pass has twins of the
puzzles that neither has met. Prints CPU milliseconds a puzzle of the thread that solves: in the first pass,
and the median of the second half of the passes, when Java has compiled what it uses.
"""

import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median

from solver.engine import Solving, read

from .common import LISTS, ROOT, arguments, ask, compile_java, start_java
from .exact import Puzzles, generated, known, twins

HARNESS = ROOT / "bench" / "peers" / "HodokuTimes.java"
HOME = ROOT / "var" / "bench" / "hodoku"


def race(puzzles: Puzzles, most: int, count: int, classpath: str) -> str:
    """Return a row of the table: both in the first pass, and both later with their ratio."""
    theirs, ours = [], []
    size = min(most, len(puzzles.texts))
    fresh = twins(replace(puzzles, texts=puzzles.texts[:size]))
    with start_java("HodokuTimes", classpath, f"-Djava.io.tmpdir={HOME}") as java:
        for _ in range(count):
            texts = list(islice(fresh, size))
            theirs.append(int(ask(java, " ".join(texts))[0]) / 1e6 / len(texts))
            grids = [read(text) for text in texts]
            started = time.thread_time()
            for grid in grids:
                for _ in Solving(grid, "ladder"):
                    pass
            ours.append(1000 * (time.thread_time() - started) / len(texts))
    warm = [median(each[count // 2 :]) for each in (theirs, ours)]
    return (
        f"| {puzzles.title} | {theirs[0]:.2f}, {ours[0]:.2f} | {warm[0]:.2f}, {warm[1]:.2f} "
        f"| {warm[1] / warm[0]:.1f} |"
    )


def main() -> None:
    chosen = arguments(__doc__, "source", folder=str(LISTS), most=100, passes=8)
    compile_java(chosen.source / "src", HARNESS, HOME, "--release", "8", "-encoding", "UTF-8")
    lists = generated(count=chosen.most)
    if Path(chosen.folder).is_dir():
        lists += known(Path(chosen.folder))
    print("| ms a puzzle: HoDoKu, ours | first pass | later | ours / HoDoKu |")
    print("|---|---:|---:|---:|")
    for puzzles in lists:
        classpath = f"{HOME}:{chosen.source / 'src'}"  # texts of HoDoKu lie beside its sources
        print(race(puzzles, chosen.most, chosen.passes, classpath), flush=True)


if __name__ == "__main__":
    main()
