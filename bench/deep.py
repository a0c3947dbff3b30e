"""The memory that each page and export of a deep story takes, beside a short one of the same puzzle.

    python -m sudokusite.local.services python -m bench.deep [--iterations 5000] [--few 50]

The empty board by `branches` until so many iterations are told, written by the real writer. Of each address:
the most that Python held at once beyond what it held before, and the length of the answer, read piece by piece.
"""

import tracemalloc

from .common import arguments, set_up

set_up(KEPT_PAGES="0")

from django.test import Client, override_settings  # noqa: E402 - the settings come first

from solver.jobs import running  # noqa: E402
from solver.models import Job, Puzzle, Solve  # noqa: E402
from solver.record import writing  # noqa: E402
from solver.record.exports import exports  # noqa: E402

EMPTY = "0" * 81


def deep_solve(iterations: int) -> Solve:
    """A public solve with so many iterations."""
    puzzle, _ = Puzzle.objects.get_or_create(givens=EMPTY, defaults={"box": 3, "clue_count": 0})
    solve = Solve.objects.create(puzzle=puzzle, method="branches", lane="slow", visibility="public")
    generous = {"SOLVE_ITERATIONS": iterations, "SOLVE_HISTORY_BYTES": 10**9, "SOLVE_NODES": 10**9}
    with override_settings(**generous):
        writing.record(solve.pk)
    solve.refresh_from_db()
    assert solve.iteration_count == iterations, solve.iteration_count
    return solve


def addresses(solve: Solve, other: Solve) -> dict[str, str]:
    """By a name: all that shows a solve."""
    page, api = f"/solves/{solve.pk}/", f"/api/v1/solves/{solve.pk}/"
    middle = solve.iteration_count // 2
    found = {
        "page": page,
        "page, in the middle": f"{page}?iteration={middle}",
        "page, charts": f"{page}?charts=1",
        "page, step": f"{page}?iteration={middle}&step=1",
        "page, technique": f"{page}?iteration={middle}&technique=naked-single",
        "sheet": f"{page}sheet/",
        "embed": f"/embed/solves/{solve.pk}/",
        "compare": f"/compare/?solves={solve.pk},{other.pk}",
        "past solves": "/solves/?whose=public",
        "API, solve": api,
        "API, iterations": f"{api}iterations/",
        "API, iterations, in the middle": f"{api}iterations/?after={middle}",
        "compare, CSV": f"/compare/?solves={solve.pk},{other.pk}&as=csv",
        "API, comparison": f"/api/v1/comparisons/?solves={solve.pk},{other.pk}",
        "past solves, exported": "/solves/export.jsonl?whose=public",
    }
    for ending in exports():
        found[f"export.{ending}"] = f"{page}export.{ending}"
    return found


def make_files() -> None:
    """Make the files that were ordered, as a worker does."""
    for pk in Job.objects.filter(kind="export", status="queued").values_list("pk", flat=True):
        while running.run(pk):
            pass


def cost(client: Client, address: str) -> tuple[float, int]:
    """Return the most MB that an answer took, and its bytes."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    response = client.get(address)
    length = sum(map(len, response))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    response.close()
    assert response.status_code == 200, (address, response.status_code)
    return (most - before) / 1e6, length


def main() -> None:
    chosen = arguments(__doc__, iterations=5000, few=50)
    few, many = deep_solve(chosen.few), deep_solve(chosen.iterations)
    client = Client()
    for address in (*addresses(few, many).values(), *addresses(many, few).values()):
        client.get(address).close()  # what is loaded at the first time
    make_files()
    print(f"| | {chosen.few}: MB | kB | {chosen.iterations}: MB | kB |\n|---|---:|---:|---:|---:|")
    deep = addresses(many, few)
    for name, address in addresses(few, many).items():
        little, short = cost(client, address)
        much, long = cost(client, deep[name])
        row = f"{little:.1f} | {short // 1000} | {much:.1f} | {long // 1000}"
        print(f"| {name} | {row} |", flush=True)


if __name__ == "__main__":
    main()
