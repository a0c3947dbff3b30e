"""The main job in a real browser: by keyboard, without JavaScript, on a phone, in both themes."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_000, SOLUTION_000

pytestmark = pytest.mark.browser

PHONE, DESKTOP, NARROW = (390, 844), (1280, 900), (320, 640)


@pytest.fixture
def open_page(browser, site):
    """Opens a page of its own size, theme and JavaScript; faults on its console fail the test."""
    contexts, faults = [], []

    def opened(path="/", size=DESKTOP, scheme="light", javascript=True):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            java_script_enabled=javascript,
            base_url=site,
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: (
                faults.append(message.text)
                if message.type == "error" and "400" not in message.text
                else None
            ),
        )
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


def board_of(page) -> str:
    """The digits on the board of a solve, 0 where a cell is open."""
    labels = page.locator(".board td .unseen").all_inner_texts()
    digits = [re.search(r"(?:given|solved) (\w)", label) for label in labels]
    return "".join(digit.group(1) if digit else "0" for digit in digits)


def typed_into(page) -> str:
    values = page.locator(".board--entry input").evaluate_all("cells => cells.map(c => c.value)")
    return "".join(value or "0" for value in values)


def test_solves_the_first_article_and_shows_every_iteration(open_page):
    page = open_page()
    page.get_by_role("link", name="Article puzzle 000").click()
    assert typed_into(page) == ARTICLE_000
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=Solved in 15 iterations")
    assert page.get_by_role("heading", level=1).inner_text() == "One solution"
    assert board_of(page) == SOLUTION_000
    page.get_by_role("link", name="Start", exact=True).click()
    assert board_of(page) == ARTICLE_000
    solved = []
    for number in range(1, 16):
        page.get_by_role("link", name="Next iteration").click()
        page.wait_for_url(f"**?iteration={number}")
        assert page.get_by_role("heading", name=f"Iteration {number}", exact=True).is_visible()
        solved.append(81 - board_of(page).count("0"))
    assert solved == sorted(solved)
    assert solved[-1] == 81
    assert page.get_by_role("link", name="Next iteration").count() == 0


def test_solves_alescargot_by_guessing(open_page):
    page = open_page(f"/?puzzle={ALESCARGOT}&method=guessing")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=Solved in")
    assert board_of(page) == ALESCARGOT_SOLUTION


def test_works_without_javascript(open_page):
    page = open_page(javascript=False)
    page.get_by_label("Or paste one").fill(ARTICLE_000)
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=Solved in 15 iterations")
    page.get_by_role("link", name="Previous iteration").click()
    assert page.get_by_role("heading", name="Iteration 14").is_visible()
    page.goto("/solves/")
    assert page.get_by_role("link", name="029000008").is_visible()


def test_shows_a_long_solve_growing_and_says_once_that_it_ended(open_page):
    page = open_page()
    page.get_by_label("Or paste one").fill("0" * 625)
    page.get_by_label("Guessing with rollback").check()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=/iterations so far/")
    assert page.get_by_role("heading", level=1).inner_text() == "Running"
    page.wait_for_selector("text=/Solved in \\d+ iterations/", timeout=20_000)
    assert "Several solutions" in page.locator("#announce").inner_text()
    assert page.locator("[data-poll]").count() == 0


def test_takes_a_puzzle_by_keyboard_alone(open_page):
    page = open_page()
    page.get_by_label("Row 1, column 1", exact=True).focus()
    keyboard = page.keyboard
    keyboard.type("5")
    keyboard.press("ArrowRight")
    keyboard.type("3")
    keyboard.press("End")
    keyboard.type("7")
    keyboard.press("ArrowRight")  # stops at the edge
    keyboard.press("ArrowDown")
    keyboard.type("4")
    keyboard.press("Control+Home")
    keyboard.press("ArrowLeft")
    assert typed_into(page) == "530000007" + "000000004" + "0" * 63
    keyboard.press("Delete")
    keyboard.press("ArrowRight")
    keyboard.press("0")
    assert typed_into(page) == "000000007" + "000000004" + "0" * 63
    keyboard.press("Enter")
    page.wait_for_selector("text=Several solutions")


def test_fills_the_board_from_a_paste_anywhere_on_it(open_page):
    page = open_page()
    rows = "\n".join(ARTICLE_000[i : i + 9].replace("0", ".") for i in range(0, 81, 9))
    page.evaluate("text => navigator.clipboard.writeText(text)", rows)
    page.get_by_label("Row 5, column 5", exact=True).focus()
    page.keyboard.press("Control+v")
    assert typed_into(page) == ARTICLE_000
    assert "81 cells read, 26 givens." in page.locator("#status").inner_text()


def test_says_which_cells_clash_as_they_are_typed(open_page):
    page = open_page()
    page.get_by_label("Row 3, column 7", exact=True).press("5")
    page.get_by_label("Row 3, column 9", exact=True).press("5")
    assert page.locator("#status").inner_text() == "r3c7 and r3c9 are both 5."
    assert page.locator(".cell--clash").count() == 2
    page.get_by_role("button", name="Solve").click()
    assert page.locator("#error").inner_text().strip() == "r3c7 and r3c9 are both 5, in row 3"
    assert typed_into(page).count("5") == 2


def test_keeps_what_was_typed_over_a_reload(open_page):
    page = open_page()
    page.get_by_label("Row 2, column 2", exact=True).press("8")
    page.reload()
    assert typed_into(page)[10] == "8"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE, NARROW], ids=["desktop", "phone", "narrow"])
def test_has_no_fault_that_axe_finds_and_never_scrolls_sideways(open_page, scheme, size):
    page = open_page(f"/?puzzle={ALESCARGOT}&method=guessing", size=size, scheme=scheme)
    findings = []

    def look(at):
        axe = Axe().run(page).response
        findings.extend((at, v["id"], v["nodes"][0]["html"]) for v in axe["violations"])
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{at} is {wide} px wide"

    look("the front page")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=Solved in")
    look("a solve")
    page.goto(page.url + "?iteration=3")
    look("an iteration")
    page.goto("/solves/")
    look("past solves")
    page.goto("/?puzzle=55" + "0" * 79)
    look("an error")
    assert not findings
