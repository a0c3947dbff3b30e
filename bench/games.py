"""Play games as restless people do, and see that nothing is lost and no second counts twice.

    .venv/bin/python -m bench.games --site http://127.0.0.1:8000 --games 200

At random the page is reloaded or hidden, a second tab goes on with the game, wrong digits are typed and mended,
and the network goes and comes back. At the last digit the clock has to stand in the same frame, at the figure
that is kept. It may not be above the time in which a tab was in sight, and below it by the second that a tab
loses when it is killed. This time is known within bounds: nobody sees from outside how much of a reload a page
is away.
"""

import argparse
import random
import shutil
import time
from collections import Counter

from playwright.sync_api import BrowserContext, Page, sync_playwright

from solver import engine

SEED = 37
HIDE = """isHidden => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
AT_THE_END = """() => ({
  clock: document.getElementById("clock").textContent,
  over: document.getElementById("play").classList.contains("is-over"),
})"""
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


class Player:
    """One game in a context of its own.

    `certain` and `possible` are the least and most seconds in which it was in sight.
    """

    def __init__(self, context: BrowserContext, address: str, rng: random.Random) -> None:
        self.context, self.address, self.rng = context, address, rng
        self.possible = -time.monotonic()
        self.page = self.open()
        self.certain = -time.monotonic()
        self.killed = 0  # tabs

    def open(self) -> Page:
        page = self.context.new_page()
        page.goto(self.address)
        return page

    def type(self, cell: int, digit: int) -> None:
        field = self.page.locator(".board--play input").nth(cell)
        field.focus()
        field.press(str(digit))

    def disturb(self, cell: int, right: int, size: int) -> str:
        """Do something that happens while people play, and return its name."""
        what = self.rng.choice(("reload", "hide", "tab", "wrong", "network", "nothing", "nothing"))
        if what == "reload":
            self.certain += time.monotonic()
            self.page.reload()
            self.certain -= time.monotonic()
        elif what == "hide":
            self.certain += time.monotonic()
            self.page.evaluate(HIDE, True)
            self.possible += time.monotonic()
            self.page.wait_for_timeout(600)
            self.possible -= time.monotonic()
            self.page.evaluate(HIDE, False)
            self.certain -= time.monotonic()
        elif what == "tab":
            other = self.open()
            other.wait_for_timeout(300)
            self.page.close()
            self.page = other
            self.killed += 1
        elif what == "wrong":
            self.type(cell, right % size + 1)
        elif what == "network":
            self.context.set_offline(True)
            self.page.wait_for_timeout(200)
            self.context.set_offline(False)
        return what


def play(context: BrowserContext, site: str, rng: random.Random, done: Counter[str]) -> list[str]:
    """Play one game, and return what was wrong with it."""
    puzzle = next(engine.generate(engine.Requirements(4), rng.random()))
    solution = engine.enumerate_solutions(puzzle).solutions[0]
    player = Player(context, f"{site}/play/?puzzle={puzzle.text}", rng)
    cells = [cell for cell, given in enumerate(puzzle.givens) if not given]
    rng.shuffle(cells)
    for cell in cells:
        if cell != cells[-1]:
            done[player.disturb(cell, solution[cell], puzzle.size)] += 1
        else:
            player.certain += time.monotonic()
        player.type(cell, solution[cell])
    at_once = player.page.evaluate(AT_THE_END)
    player.possible += time.monotonic()
    player.page.wait_for_timeout(1200)
    later = player.page.evaluate(AT_THE_END)
    kept = player.page.evaluate(
        "name => JSON.parse(localStorage.getItem(name)).done", f"game {puzzle.size} {puzzle.text}"
    )
    faults = []
    if not at_once["over"] or at_once != later:
        faults.append(f"the clock went on: {at_once} {later}")
    minutes, seconds = map(int, later["clock"].split(":"))
    shown = 60 * minutes + seconds
    if not kept or kept["seconds"] != shown:
        faults.append(f"{shown} s are shown, {kept} is kept")
    if not player.certain - 1 - player.killed <= shown <= player.possible:
        played = f"{player.certain:.1f} to {player.possible:.1f} s were played"
        faults.append(f"{shown} s are shown, {played}, {player.killed} tabs killed")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    rng, done, wrong = random.Random(SEED), Counter[str](), 0
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for number in range(asked.games):
            context = browser.new_context(service_workers="block")
            for fault in play(context, asked.site, rng, done):
                wrong += 1
                print(f"game {number + 1}: {fault}")
            context.close()
        browser.close()
    print(f"{asked.games} games, {wrong} faults; {dict(done)}")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
