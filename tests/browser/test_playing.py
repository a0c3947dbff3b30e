"""Playing a puzzle in a real browser: by keys, with hints on the board, and never losing any of it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from support import PHONE

pytestmark = pytest.mark.browser
PUZZLE = "1230000000000001"


@pytest.fixture
def site(live_server) -> str:
    return live_server.url


def values(page) -> str:
    fields = page.locator(".board--play input")
    return "".join(value or "." for value in fields.evaluate_all("all => all.map(f => f.value)"))


def test_game_can_be_typed_marked_undone_hinted_and_resumed(open_page):
    page = open_page(f"/play/?puzzle={PUZZLE}", size=PHONE)
    page.get_by_label("Row 2, column 1").press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+Digit4")
    assert values(page)[4:7] == "34?"
    assert "values=1230300000000001" in page.url
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert values(page)[4] == "."
    page.get_by_role("button", name="Hint").click()
    told = page.locator("#told")
    expect(told).to_contain_text("A single.")
    told.get_by_role("link", name="Where?").click()
    expect(page.locator("#board .drawing__link")).to_have_count(1)
    told.get_by_role("link", name="Why?").click()
    expect(page.locator(".cell--comes")).to_have_count(1)
    assert Axe().run(page).response["violations"] == []
    told.get_by_role("link", name="Apply").click()
    assert values(page)[3] == "4"
    page.get_by_label("Row 2, column 4").press("4")
    page.get_by_role("button", name="Check").click()
    expect(told).to_contain_text("Two equal digits see each other.")
    page.goto(f"/play/?puzzle={PUZZLE}")
    expect(page.get_by_label("Row 2, column 4")).to_have_value("4")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Row 2, column 4")).to_have_value("")
