"""Compare ER, EP and ED with SukakuExplainer's own Java, on the same puzzles in turns.

    git clone https://github.com/SudokuMonster/SukakuExplainer SOURCE
    python -m bench.sukaku_explainer SOURCE LIST [--most 20]

A line of LIST begins with a puzzle, or its pencil marks in 729 characters. `--most` takes that many, spread
evenly. A JDK builds SOURCE below `var/bench`, and nothing of it becomes part of the project. It uses the
techniques of Sudoku Explainer 1.2.1 and one thread. Prints both ratings of each puzzle with CPU seconds.
"""

import time
from statistics import median

from solver.engine import read_any
from solver.engine.ladder.listing import position_of
from solver.engine.rating.explainer import rate_by_explainer

from .common import ROOT, arguments, ask, compile_java, rows, start_java

HARNESS = ROOT / "bench" / "peers" / "ExplainerTimes.java"
HOME = ROOT / "var" / "bench" / "sukaku_explainer"


def main() -> None:
    chosen = arguments(__doc__, "source", "list", most=20)
    compile_java(chosen.source / "diuf", HARNESS, HOME, "-encoding", "ISO-8859-1")
    puzzles = [words[0] for words in rows(chosen.list)]
    puzzles = puzzles[:: max(1, -(-len(puzzles) // chosen.most))]
    equal, all_equal, ratios, took = 0, 0, [], [0.0, 0.0]
    with start_java("ExplainerTimes", str(HOME)) as java:
        for puzzle in puzzles:
            *theirs, nanoseconds = ask(java, puzzle)
            started = time.thread_time()
            found = rate_by_explainer(position_of(read_any(puzzle)))
            seconds = [int(nanoseconds) / 1e9, time.thread_time() - started]
            wanted = [round(float(each), 1) for each in theirs]
            ours = [found.er, found.ep, found.ed]
            equal += ours[0] == wanted[0]
            all_equal += ours == wanted
            ratios.append(seconds[1] / seconds[0])
            took = [sum(each) for each in zip(took, seconds, strict=True)]
            sides = ("/".join(map(str, side)) for side in (wanted, ours))
            print(puzzle, *sides, *(f"{each:.2f}" for each in seconds), flush=True)
    print(f"ER equal {equal}, ER, EP and ED {all_equal} of {len(puzzles)}")
    print(f"CPU seconds {took[0]:.0f} and {took[1]:.0f}, median of the ratios {median(ratios):.2f}")


if __name__ == "__main__":
    main()
