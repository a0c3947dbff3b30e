"""The main job in a real browser: by keyboard, without JavaScript, on a phone, in both themes."""

import re

import pytest
from playwright.sync_api import expect
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_000, SOLUTION_000
from support import DESKTOP, NARROW, PHONE

pytestmark = pytest.mark.browser


def board_of(page) -> str:
    """The digits on the board of a solve, 0 where a cell is open."""
    page.wait_for_load_state()
    labels = page.locator(".board td a").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    digits = [re.search(r"(?:given|solved) (\w)", label) for label in labels]
    return "".join(digit.group(1) if digit else "0" for digit in digits)


def test_first_article_shows_every_iteration(open_page):
    page = open_page()
    page.locator(".choose > summary").click()
    page.get_by_role("link", name="Article puzzle 000").click()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=Solved in 15 iterations")
    expect(page.get_by_role("heading", level=1)).to_have_text("Solved")
    page.get_by_role("link", name="Solution", exact=True).click()
    page.wait_for_url("**?iteration=*")
    assert board_of(page) == SOLUTION_000
    page.locator(".player__buttons").get_by_role("link", name="Start").click()
    expect(page.get_by_role("heading", name="Start", exact=True)).to_be_visible()
    assert board_of(page) == ARTICLE_000
    solved = []
    for number in range(1, 16):
        page.get_by_role("link", name="Next iteration").click()
        page.wait_for_url(f"**?iteration={number}")
        expect(page.get_by_role("heading", name=f"Iteration {number}", exact=True)).to_be_visible()
        solved.append(81 - board_of(page).count("0"))
    assert solved == sorted(solved)
    assert solved[-1] == 81
    expect(page.get_by_role("link", name="Next iteration")).to_have_count(0)


def test_guessing_solves_alescargot(open_page):
    page = open_page(f"/?puzzle={ALESCARGOT}&method=guessing")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=Solved in")
    page.get_by_role("link", name="Solution", exact=True).click()
    page.wait_for_url("**?iteration=*")
    assert board_of(page) == ALESCARGOT_SOLUTION


def test_site_works_without_javascript(open_page):
    page = open_page(javascript=False)
    page.get_by_label("Paste a puzzle").fill(ARTICLE_000)
    page.locator(".choose > summary").click()
    page.locator("#method-combos").check()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=Solved in")
    page.get_by_role("link", name="Solution", exact=True).click()
    page.wait_for_url("**?iteration=*")
    assert board_of(page) == SOLUTION_000
    page.get_by_role("link", name="Previous iteration").click()
    page.wait_for_url("**?iteration=14")
    expect(page.get_by_role("heading", name="Iteration 14")).to_be_visible()
    page.goto("/solves/")
    expect(page.get_by_role("link", name="029000008")).to_be_visible()


def test_comparison_plays_all_methods_side_by_side(open_page):
    page = open_page("/")
    page.locator(".choose > summary").click()
    page.get_by_role("link", name="Article puzzle 000").click()
    expect(page.locator(".choose__chosen")).to_contain_text("Enclosed combos")
    page.locator(".choose > summary").click()
    page.get_by_role("button", name="Compare methods").click()
    page.wait_for_selector("text=6 of 7 find it")
    page.get_by_role("slider", name="Iteration").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("iteration=1$"))
    expect(page.get_by_role("heading", name="The boards after iteration 1")).to_be_visible()
    expect(page.locator("#announce")).to_contain_text(
        "Iteration 1 of 58. Enclosed combos: 202 left."
    )
    for width, height in (DESKTOP, PHONE, NARROW):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("system", "theme", "page_colour"),
    [("light", "Dark", "rgb(20, 23, 26)"), ("dark", "Light", "rgb(255, 255, 255)")],
)
def test_chosen_theme_holds_against_the_system_without_javascript(
    open_page, system, theme, page_colour
):
    page = open_page("/techniques/?x=1", scheme=system, javascript=False)
    colour = "() => getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(colour)
    choose = page.get_by_role("group", name="Theme")
    with page.expect_navigation(url="**/techniques/?x=1"):
        choose.get_by_role("button", name=theme).click()
    assert page.evaluate(colour) == page_colour != before
    page.emulate_media(media="print")
    assert page.evaluate(colour) == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    with page.expect_navigation():
        choose.get_by_role("button", name="System").click()
    assert page.evaluate(colour) == before
