"""Measure requests that do not search, on the most expensive rows that anybody can create.

    python -m sudokusite.local.services python -m bench.prices [--bound 0.3]

Prints CPU seconds, the least of two: for each address of a 25×25 solve by `branches` of the greatest length,
for lists, sheets and feeds, and for texts of the greatest length. Files of the worker are written first.
"""

import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from puzzles import thinned

from solver.engine.core.i18n import ALPHABET

from .common import arguments, set_up

set_up(KEPT_PAGES="0", ANSWER_SECONDS="0", SOLVE_NODES="100000000")

from django.test import Client  # noqa: E402 - the settings come first
from django.urls import reverse  # noqa: E402

from solver import engine  # noqa: E402
from solver.jobs import running  # noqa: E402
from solver.models import Job, Puzzle, Solve, User  # noqa: E402
from solver.puzzles import collections  # noqa: E402
from solver.solves import writing  # noqa: E402
from solver.solves.exports import exports  # noqa: E402

ASKED = dict[str, Callable[[], Any]]  # callables that send a request, by name


def solved(grid: engine.Grid, method: str) -> Solve:
    """Return a published solve with all its iterations."""
    puzzle, _ = Puzzle.objects.get_or_create(givens=grid.text, defaults={"is_published": True})
    solve = Solve.objects.create(puzzle=puzzle, method=method, lane="slow", visibility="public")
    writing.record(solve.pk)
    solve.refresh_from_db()
    return solve


def addresses(solve: Solve, other: Solve) -> dict[str, str]:
    """Return the addresses that show a solve, by name."""
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
    """Write the ordered files, as a worker does."""
    for pk in Job.objects.filter(kind="export", status="queued").values_list("pk", flat=True):
        while running.run(pk):
            pass


def of_stories(client: Client) -> ASKED:
    """Return requests for long solves and for lists of many."""
    long = solved(engine.Grid(5, (0,) * 625), "branches")
    print(f"a story of {long.iteration_count} iterations")
    for seed in range(150):
        solved(thinned(3, 0.35, seed), ("combos", "guessing", "best")[seed % 3])
    other = Solve.objects.create(puzzle=long.puzzle, method="combos", visibility="public")
    writing.record(other.pk)
    found = addresses(long, other)
    api = f"/api/v1/solves/{long.pk}/"
    found["API, story"] = f"{api}story/"
    for number in (1, long.iteration_count):
        for ending in ("svg", "png", "json", "rows.csv"):
            page = f"/solves/{long.pk}/export.{ending}?iteration={number}"
            found[f"export.{ending}, iteration {number}"] = page
    for view in ("sets", "tree", "cells"):
        found[f"page, {view}"] = f"/solves/{long.pk}/?view={view}"
    found["page, changes since the start"] = f"/solves/{long.pk}/?since=0"
    found["page, a cell"] = f"/solves/{long.pk}/?cell=r5c6"
    beside = [long, *(solved(thinned(5, seed / 50, seed), "branches") for seed in range(1, 10))]
    ten = ",".join(str(solve.pk) for solve in beside)
    for number in (1, long.iteration_count):
        found[f"compare ten, {number}"] = f"/compare/?solves={ten}&iteration={number}"
    found["compare ten, CSV"] = f"/compare/?solves={ten}&as=csv"
    found["API, comparison of ten"] = f"/api/v1/comparisons/?solves={ten}"
    found["past solves, a text"] = "/solves/?whose=public&q=029"
    return {name: (lambda at=at: client.get(at)) for name, at in found.items()}  # type: ignore[misc]


def of_lists(client: Client) -> ASKED:
    """Return requests for pages of the library and for sheets."""
    user = User.objects.create_user("setter")
    client.force_login(user)
    mine = collections.create(user, "Hard")
    for seed in range(100):
        collections.add_puzzle(mine, thinned(5, 0.35, seed))
    Puzzle.objects.update(is_published=True)
    large = Puzzle.objects.filter(box=5).exclude(clue_count=0).first()
    assert large
    found = {
        "library": "/puzzles/?size=25&order=newest",
        "library, a text": "/puzzles/?q=0",
        "library, printed": "/puzzles/sheet/?size=25&order=newest",
        "library, feed": reverse("puzzle-feed"),
        "site map": "/sitemap.xml",
        "puzzle": large.get_absolute_url(),
        "puzzle, picture": reverse("puzzle-picture", args=[large.pk]),
        "API, puzzles": "/api/v1/puzzles/?size=25",
        "collection": mine.get_absolute_url(),
        "collection, printed": f"{mine.get_absolute_url()}sheet/",
        "API, own puzzles": f"/api/v1/own-collections/{mine.slug}/puzzles/",
        "today": "/daily/",
    }
    return {name: (lambda at=at: client.get(at)) for name, at in found.items()}  # type: ignore[misc]


def of_texts(client: Client) -> ASKED:
    """Return requests that send as much text as is accepted."""
    rng = random.Random(7)
    bad = "\n".join("".join(rng.choices("123456789abcx!", k=75)) for _ in range(9_900))
    nine = [thinned(3, 0.35, seed).text for seed in range(10_000)]
    large = "\n".join(thinned(5, 0.35, seed).text for seed in range(1_500))
    marks = "\n".join(marked(thinned(3, 0.35, seed)) for seed in range(1_300))
    texts = {
        "bad lines": bad,
        "rows of 9×9": "\n".join(nine),
        "rows of 25×25": large,
        "rows with comments": "\n".join(f"{row} # hard" for row in nine[:9_000]),
        "pencil marks": marks,
        "CSV": "puzzle,title\n" + "\n".join(f"{row},a" for row in nine),
        "addresses": "\n".join(
            engine.write(engine.Reading(thinned(3, 0.35, seed), "line"), "f-puzzles")
            for seed in range(2_000)
        )[:950_000],
        "one long line": "1." * 470_000,
    }
    found: ASKED = {}
    for name, text in texts.items():
        for lines in (text, text.split("\n")):
            body = json.dumps({"puzzles": lines, "method": "combos"})
            form = "as a list" if isinstance(lines, list) else "as a text"
            found[f"batch, {name}, {form}"] = lambda body=body: client.post(  # type: ignore[misc]
                "/api/v1/batches/", body, content_type="application/json"
            )
        found[f"batch page, {name}"] = lambda text=text: client.post(  # type: ignore[misc]
            "/batches/", {"puzzles": text, "method": "combos"}
        )
        found[f"front page, {name}"] = lambda text=text: client.post(  # type: ignore[misc]
            "/solves/", {"puzzle": text, "method": "combos"}
        )
    return found


def marked(grid: engine.Grid) -> str:
    """Return the 729 candidates of a 9×9 board in a row."""
    return "".join(
        ALPHABET[digit] if given in (0, digit) else "."
        for given in grid.givens
        for digit in range(1, 10)
    )


def prices(asked: ASKED) -> Iterator[tuple[float, int, int, str]]:
    """Yield seconds, bytes and status of each request. Ordered files are written first."""
    for ask in asked.values():
        ask().close()
    make_files()
    for name, ask in asked.items():
        least, length, status = 9e9, 0, 0
        for _ in range(2):
            Job.objects.filter(kind="solve").update(status="cancelled")
            started = time.thread_time()
            response = ask()
            length, status = sum(map(len, response)), response.status_code
            least = min(least, time.thread_time() - started)
        yield least, length, status, name


def main() -> None:
    bound = arguments(__doc__, bound=0.3).bound
    client = Client(raise_request_exception=True)
    above = 0
    for kind in (of_stories, of_lists, of_texts):
        for seconds, length, status, name in prices(kind(client)):
            above += seconds > bound
            mark = "  <--" if seconds > bound else ""
            print(f"{seconds:7.3f} {length:13,} {status} {name}{mark}", flush=True)
    print(f"{above} above {bound} s")


if __name__ == "__main__":
    main()
