"""A site with a browser before it, for what is measured where people feel it."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.faults.site import Site

from .load import PRODUCTION

SLOWED = 4  # times, the browser's processor


@contextmanager
def browsing() -> Iterator[tuple[Site, Browser]]:
    """A site by its production command lines, and Chromium."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        Site(Path(folder), PRODUCTION) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield site, browser
        browser.close()
