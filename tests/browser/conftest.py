"""A real Chromium on the real site: gunicorn, a worker, PostgreSQL and Redis."""

import os
import shutil
import socket
import urllib.request

import pytest
from support import Processes, wait_for

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
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


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    # Playwright's loop runs in this thread; Django would take our calls for calls from inside of it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def site(processes: Processes) -> str:
    """The address of the site, with a worker behind it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    processes.start(
        *("-m", "gunicorn", "sudokusite.wsgi", "--config", "sudokusite/gunicorn.py"),
        WEB_BIND=f"127.0.0.1:{port}",
        WEB_WORKERS="1",
    )
    processes.worker()
    address = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        try:
            return urllib.request.urlopen(f"{address}/livez", timeout=1).status == 200
        except OSError:
            return False

    wait_for(answers)
    return address
