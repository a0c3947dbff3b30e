"""Every article's puzzle by every method: iterations, outcome, milliseconds, as the table of docs/methods.md.

python -m bench.articles
"""

from statistics import median

from solver.engine import Solving, methods, read

from .common import ARTICLES


def main() -> None:
    print("| puzzle | method | outcome | iterations | ms, median of 5 |\n|---|---|---|---:|---:|")
    for name, puzzle in ARTICLES.items():
        for method in methods():
            runs = [Solving(read(puzzle), method) for _ in range(5)]
            for run in runs:
                list(run)
            elapsed = median(run.elapsed for run in runs) * 1000
            told = f"{runs[0].outcome} | {runs[0].iteration_count}"
            print(f"| {name} | `{method}` | {told} | {elapsed:.1f} |")


if __name__ == "__main__":
    main()
