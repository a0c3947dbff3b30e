"""Rows of an article's statement and the cells of its board light each other, and nothing scrolls sideways."""

import pytest
from playwright.sync_api import expect
from puzzles import ARTICLE_000, ARTICLE_001
from support import PHONE

from solver import engine
from solver.queue import submission
from solver.solves import writing
from solver.solves.article_run import record_article

pytestmark = pytest.mark.browser


@pytest.fixture
def site(live_server) -> str:
    """No worker: a solve is recorded here."""
    return live_server.url


@pytest.fixture
def ran(transactional_db):
    def ran(puzzle, method):
        solve = submission.submit(engine.read(puzzle), method, runs_in="postgresql")
        writing.record(solve.pk)
        record_article(solve.pk)
        return f"{solve.get_absolute_url()}article/"

    return ran


def test_row_lights_its_cells_and_a_cell_its_rows(open_page, ran):
    page = open_page(f"{ran(ARTICLE_000, 'combos')}?text=combos&pass=2")
    lit = page.locator(".board .is-lit")
    row = page.locator("#part-x ~ .article__row [data-rows] tr[data-cells]").first
    row.click()
    expect(lit).to_have_count(len(row.get_attribute("data-cells").split()))
    row.press("Enter")
    expect(lit).to_have_count(0)
    changed = page.locator("#part-united ~ .article__row tr[data-cells]").first
    cell = int(changed.get_attribute("data-cells"))
    page.locator(".board tbody td").nth(cell).click()
    expect(changed).to_have_attribute("aria-pressed", "true")
    expect(lit).to_have_count(1)


def test_copy_takes_the_whole_text(open_page, ran):
    page = open_page(ran(ARTICLE_001, "branches"))
    page.get_by_role("button", name="Copy").first.click()
    expect(page.locator("#announce")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "CREATE PROCEDURE dbo.PushSolvedCells" in copied
    assert "INSERT dbo.Solution ( Value, Rw, Cl ) VALUES ( 5, 1, 'A' );" in copied


@pytest.mark.parametrize("size", [(1280, 900), PHONE])
def test_no_text_scrolls_sideways(open_page, ran, size):
    page = open_page(ran(ARTICLE_001, "branches"), size=size)
    wide = "[...document.querySelectorAll('html, pre')].filter(e => e.scrollWidth > e.clientWidth)"
    assert page.evaluate(f"{wide}.length") == 0
