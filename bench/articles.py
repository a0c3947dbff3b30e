"""Every article's puzzle by every method: iterations, outcome, milliseconds, as the table of docs/methods.md.

python -m bench.articles
"""

from statistics import median

from solver.engine import Solving, methods, read

PUZZLES = {
    "000": "029000008030000010000520097070056100000000000006310070760041000050000020800000630",
    "001": "500000002000560073090200005003008400068000730004100800300001060680092000400000007",
    "004, AlEscargot": "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
}
REPEATS = 5


def main() -> None:
    print("| puzzle | method | outcome | iterations | ms, median of 5 |\n|---|---|---|---:|---:|")
    for name, puzzle in PUZZLES.items():
        for method in methods():
            runs = [Solving(read(puzzle), method) for _ in range(REPEATS)]
            for run in runs:
                list(run)
            elapsed = median(run.elapsed for run in runs) * 1000
            first = runs[0]
            print(
                f"| {name} | `{method}` | {first.outcome} | {first.iteration_count} | {elapsed:.1f} |"
            )


if __name__ == "__main__":
    main()
