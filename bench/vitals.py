"""Measure first views of pages on a slow phone: paint, layout shifts, and blocked time.

    python -m bench.vitals [--times 9]

Prints medians of Chromium with a CPU slowed four times, 1.6 Mbit/s, 150 ms of delay and an empty cache. The
site runs by its production command lines.
"""

import shutil
import time
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from .common import ARTICLES, arguments, production

SLOWED = 4  # factor for the CPU of the browser
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
WINDOWS = {"phone": (390, 844), "laptop": (1366, 650)}
OPEN = "SELECT count(*) FROM solver_solve WHERE id = ANY(%s::uuid[]) AND finished_at IS NULL"
NOTED = """
window.noted = {paint: 0, shift: 0, blocked: 0};
const watch = (type, note) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({type, buffered: true});
watch("paint", one => { if (one.name === "first-contentful-paint") noted.paint = one.startTime; });
watch("layout-shift", one => { if (!one.hadRecentInput) noted.shift += one.value; });
watch("longtask", one => { noted.blocked += Math.max(0, one.duration - 50); });
"""


def vitals(browser: Browser, address: str, window: tuple[int, int], times: int) -> dict[str, float]:
    """Return the median paint (ms), sum of layout shifts and time blocked (ms) of a first view."""
    found = []
    for _ in range(times):
        context = browser.new_context(viewport={"width": window[0], "height": window[1]})
        page = context.new_page()
        page.add_init_script(NOTED)
        slow = context.new_cdp_session(page)
        slow.send("Network.emulateNetworkConditions", LINE)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.goto(address, wait_until="networkidle")
        page.wait_for_timeout(1_000)  # for late resources
        found.append(page.evaluate("noted"))
        context.close()
    return {name: median(one[name] for one in found) for name in found[0]}


def main() -> None:
    times = arguments(__doc__, times=9).times
    found = map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))
    chromium = next(filter(None, found), None)
    with production() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        site.manage("load_starter_library")
        paths, solves = {"home": "/", "library": "/puzzles/"}, []
        for name, method in (("000", "combos"), ("004, AlEscargot", "branches")):
            solve = site.submit(ARTICLES[name], method).solve
            solves.append(solve)
            paths[f"a solve by {method}"] = f"/solves/{solve}/"
        while site.sql(OPEN, solves)[0][0]:
            time.sleep(0.2)
        print("| page | window | first paint, ms | layout shift | blocked, ms |")
        print("|---|---|---:|---:|---:|")
        for name, path in paths.items():
            for window, size in WINDOWS.items():
                felt = vitals(browser, f"http://127.0.0.1:{site.port}{path}", size, times)
                figures = f"{felt['paint']:.0f} | {felt['shift']:.3f} | {felt['blocked']:.0f}"
                print(f"| {name} | {window} | {figures} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
