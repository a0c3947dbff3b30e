"""What a solve's page weighs, and how fast it is: short, long, with a large tree, on a large board.

    python -m bench.pages LISTS [--times 15]

LISTS is a folder with `17-clue-sample.txt` and `hardest-sample.txt`: the first puzzles of theirs whose solves
take 60 iterations and 200 branches are used. The site runs by its production command lines; first paint is
told by Chromium with its CPU slowed four times, each time with nothing in its cache.
"""

import argparse
import gzip
import http.client
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # for `puzzles`

from playwright.sync_api import Browser
from puzzles import ARTICLE_000

from solver import engine
from tests.faults.site import Site, quantile, wait_for

from .browsing import SLOWED, browsing

FIRST_PAINT = """new Promise(done => new PerformanceObserver(list => {
    for (const one of list.getEntriesByName("first-contentful-paint")) done(one.startTime);
}).observe({type: "paint", buffered: true}))"""


def chosen(lists: Path) -> Iterator[tuple[str, str, str]]:
    """What to look at: a name, a puzzle and a method."""
    yield "15 iterations", ARTICLE_000, "combos"
    short = next(
        line for line, last in last_iterations(lists / "17-clue-sample.txt") if last.number >= 60
    )
    yield "17 clues, {iterations} iterations", short, "branches"
    large = next(
        line for line, last in last_iterations(lists / "hardest-sample.txt") if last.branch >= 200
    )
    yield "{branches} branches, {iterations} iterations", large, "branches"
    yield "25×25, {iterations} iterations", "1" + "0" * 624, "guessing"


def last_iterations(path: Path) -> Iterator[tuple[str, engine.Iteration]]:
    """The puzzles of a list, each with the last iteration of branching."""
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            grid = engine.read(line.split()[0])
            *_, last = engine.Solving(grid, "branches", {}, engine.Budget(10, 5000))
            yield grid.text, last


def server_ms(site: Site, path: str, times: int, fragment: bool) -> float:
    """The median of asking for a page, or for its changing part as the player does."""
    seconds = []
    for _ in range(times):
        answer = site._ask("GET", path, headers={"X-Requested-With": "fetch"} if fragment else {})
        assert answer.status == 200
        seconds.append(answer.seconds)
    return quantile(seconds, 0.5) * 1000


def first_paint_ms(browser: Browser, address: str, times: int) -> float:
    found = []
    for _ in range(times):
        context = browser.new_context()
        page = context.new_page()
        slow = {"rate": SLOWED}
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", slow)
        page.goto(address)
        found.append(page.evaluate(FIRST_PAINT))
        context.close()
    return quantile(found, 0.5)


def size_of(site: Site, path: str) -> tuple[int, int]:
    """Bytes of the page, and as it is sent."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    sent = connection.getresponse().read()
    connection.close()
    return len(gzip.decompress(sent)), len(sent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", type=Path)
    parser.add_argument("--times", type=int, default=15)
    options = parser.parse_args()
    with browsing() as (site, browser):
        print(
            "| solve | page kB | sent kB | page ms | one move ms | first paint ms, CPU 4× slower |"
        )
        print("|---|---:|---:|---:|---:|---:|")
        for name, puzzle, method in chosen(options.lists):
            solve = site.submit(puzzle, method).solve
            wait_for(lambda: not site.unanswered(), 60, "the solve to be over")
            query = (
                "SELECT iteration_count, (SELECT max(b) FROM solver_chapter, unnest(branches) b"
                " WHERE solve_id = s.id) FROM solver_solve s WHERE id = %s"
            )
            iterations, branches = site.sql(query, solve)[0]
            path = f"/solves/{solve}/?iteration={iterations // 2}"
            whole, sent = size_of(site, path)
            print(
                f"| {name.format(iterations=iterations, branches=branches)} | {whole / 1000:.0f} "
                f"| {sent / 1000:.0f} | {server_ms(site, path, options.times, False):.0f} "
                f"| {server_ms(site, path, options.times, True):.0f} "
                f"| {first_paint_ms(browser, f'http://127.0.0.1:{site.port}{path}', options.times):.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
