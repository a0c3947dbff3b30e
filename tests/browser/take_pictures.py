"""The pictures of the documents, taken from the pages of today: `make pictures` writes docs/images/*.png."""

import io
from pathlib import Path
from urllib.parse import urlencode

import pytest
from PIL import Image
from puzzles import ALESCARGOT, ARTICLE_000
from support import PHONE, ROOT

IMAGES = ROOT / "docs" / "images"
COLOURS = 64  # enough for our pages, and a third of the bytes
WIDTH = 1200
METHODS = ("combos", "branches", "guessing", "rules", "joins")


def save(png: bytes, name: str) -> None:
    """Write a picture with few colours, so that it is light."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    small = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(IMAGES / f"{name}.png", optimize=True)


@pytest.fixture
def take(open_page):
    """Save the window, or one element of the page, as a picture of this name."""

    def take(name, path, size=(WIDTH, 760), of="", scheme="light", scroll=0):
        page = open_page(path, size=size, scheme=scheme, reduced_motion="reduce")
        page.wait_for_load_state("networkidle")
        page.evaluate(f"window.scrollTo(0, {scroll})")
        save(page.locator(of).first.screenshot() if of else page.screenshot(), name)

    return take


def test_solve(take, solved):
    take("solve", f"{solved()}?iteration=6&step=4", size=(WIDTH, 862))


def test_phone(take, solved):
    take("phone", f"{solved()}?iteration=6&step=4", size=PHONE, scheme="dark")


def test_compare(take, solved):
    ids = [Path(solved(ARTICLE_000, method)).name for method in METHODS]
    take(
        "compare",
        f"/compare/?{urlencode({'solves': ','.join(ids), 'iteration': 4})}",
        (WIDTH, 1100),
    )


def test_tree(take, solved):
    take("tree", solved(ALESCARGOT, "branches"), (1400, 760), "section[aria-labelledby=tree]")
