"""A real Chromium on the real site: gunicorn, a worker, PostgreSQL and Redis."""

import os
import shutil
import urllib.request
from collections.abc import Iterator

import pytest
from puzzles import ARTICLE_000
from support import (
    DESKTOP,
    MILLISECONDS,
    PATIENCE,
    Processes,
    note_faults,
    processes_on_test_services,
    wait_for,
)

from solver import engine
from solver.queue import submission
from solver.solves import writing
from sudokusite.local.processes import free_port

START = 1_800_000_000  # seconds; the time of a page that `stands_still` but for its `clock.run_for`
NAMES = "chromium-headless-shell", "chromium", "google-chrome"  # the first has no window to draw
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM is None:
        for item in items:
            if "tests/browser" in item.nodeid:
                item.add_marker(pytest.mark.skip(reason="NO CHROMIUM HERE: browser tests skipped"))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """After the last test of this room its worker would do the work of the next room's tests."""
    if nextitem is None or nextitem.path.parent != item.path.parent:
        Processes.stop_all()


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import expect, sync_playwright

    # Playwright's loop runs in this thread; Django would take our calls for calls from inside of it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        expect.set_options(timeout=MILLISECONDS)
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(FLAGS), timeout=MILLISECONDS
        )
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Served:
    """Gunicorn with a worker behind it, for one test after the other; begun anew where others ended it."""

    processes: Processes | None = None
    address = ""

    def begin(self) -> None:
        if self.processes and self.processes.running:
            return
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.processes = processes_on_test_services()
        self.processes.start(
            *("-m", "gunicorn", "sudokusite.wsgi", "--config", "sudokusite/gunicorn.py"),
            WEB_BIND=f"127.0.0.1:{port}",
            WEB_WORKERS="1",
        )
        self.processes.worker("interactive,slow")
        wait_for(self.answers)

    def answers(self) -> bool:
        try:
            return urllib.request.urlopen(f"{self.address}/livez", timeout=PATIENCE).status == 200
        except OSError:
            return False


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[Served]:
    yield Served()
    Processes.stop_all()


@pytest.fixture
def served(server: Served, transactional_db: None) -> Served:
    server.begin()
    return server


@pytest.fixture
def site(served: Served) -> str:
    return served.address


@pytest.fixture
def open_page(browser, site):
    """Opens a page of its own size, theme and JavaScript; faults on its console fail the test."""
    contexts, faults = [], []

    def opened(path="/", size=DESKTOP, scheme="light", javascript=True, **how):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            java_script_enabled=javascript,
            base_url=site,
            permissions=["clipboard-read", "clipboard-write"],
            # What it fetches would go on after a test.
            **{"service_workers": "block"} | how,
        )
        context.set_default_timeout(MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        note_faults(page, faults)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def stands_still():
    """Goes to an address with a page whose time stands still: what it says for a moment stays."""

    def stands_still(page, path):
        page.clock.install(time=START - 60)
        page.clock.pause_at(START)
        page.goto(path)

    return stands_still


@pytest.fixture
def recorded(transactional_db):
    """Submits a solve and returns it finished, with or without a worker."""

    def recorded(puzzle=ARTICLE_000, method="combos", options=None):
        solve = submission.submit(engine.read(puzzle), method, options or {})
        while not solve.is_over:
            writing.record(solve.pk)
            solve.refresh_from_db()
        return solve

    return recorded


@pytest.fixture
def solve(recorded):
    return recorded()


@pytest.fixture
def solved(recorded):
    """The address of the page of a finished solve."""
    return lambda *about, **more: recorded(*about, **more).get_absolute_url()
