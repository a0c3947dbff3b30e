"""The first view of a finished solve: how hard its puzzle is, and a step with its reason and its evidence."""

import pytest
from playwright.sync_api import Locator, expect
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, NO_CANDIDATE
from support import DESKTOP, PHONE, some

pytestmark = pytest.mark.browser

LAPTOP = (1366, 650)
ZOOMED = (640, 400)  # a window of 1280×800 at 200 %
SWORDFISH = "500007620000200005004060100080000006350701048400000010003070500800009000062500007"
LADDER = {"first": "ladder"}
ARTICLES = (("000", ARTICLE_000), ("001", ARTICLE_001))
METHODS = ("combos", "branches", "guessing", "rules", "joins")  # of the articles
OF_ARTICLES = {
    f"{name}, {method}": (puzzle, method, {}) for name, puzzle in ARTICLES for method in METHODS
}
OTHERS = {
    "stuck": (ALESCARGOT, "combos", {}),
    "hardest": (ALESCARGOT, "best", LADDER),
    "16×16": ("0" * 256, "best", LADDER),
    "several solutions": ("0" * 16, "best", LADDER),
    "no solution": (NO_CANDIDATE, "combos", {}),
}
STARTS = OF_ARTICLES | OTHERS
IN_SIGHT = """selector => {
    const element = document.querySelector(selector);
    if (!element) return `no ${selector}`;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const player = document.querySelector(".player--board");
    const isDocked = getComputedStyle(player).position === "fixed";
    const foot = isDocked ? player.getBoundingClientRect().top : innerHeight;
    if (top >= 0 && left >= 0 && right <= innerWidth + .5 && bottom <= foot + .5) return "";
    return `${selector}: ${Math.round(top)} to ${Math.round(bottom)} of ${Math.round(foot)}`;
}"""


@pytest.fixture
def site(live_server) -> str:
    """No worker: a solve is recorded here."""
    return live_server.url


@pytest.mark.fuzz
@pytest.mark.parametrize("start", [*some(OF_ARTICLES, 3), *OTHERS])
def test_first_view_has_a_level_and_an_explained_step(open_page, solved, start):
    page = open_page(solved(*STARTS[start]))
    is_unique = start not in ("16×16", "several solutions", "no solution")
    for size in (LAPTOP, DESKTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("scrollTo(0, 0)")
        known = ".verdict__facts .level" if is_unique else ".verdict__facts > b"
        shown = [page.evaluate(IN_SIGHT, each) for each in (known, "h2[data-step]", ".sheet__why")]
        assert not any(shown), (size, shown)
        marks = page.locator(".shown__board").locator(".cell--evidence, .cell--unit, .drawing")
        assert marks.count(), size
        if page.locator(".answer .button").count():
            assert not page.evaluate(IN_SIGHT, ".answer .button"), size
        if size != PHONE:
            assert page.locator(".verdict").bounding_box()["height"] <= 56
            assert not page.evaluate(IN_SIGHT, "#sets .switch")


def test_head_is_one_line(open_page, solved):
    address = solved(ALESCARGOT, "best", LADDER)
    for language in ("en", "de"):
        check_head(open_page(address, size=LAPTOP, locale=language), language)


def check_head(page, language):
    for size in (LAPTOP, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        facts = page.locator(".verdict__facts")
        assert facts.bounding_box()["height"] <= 32
        if language == "en":  # what has no room is the number of steps
            assert facts.evaluate("e => e.scrollWidth <= e.clientWidth"), size
        ends = [
            page.locator(each).bounding_box() for each in (".verdict__hardest", ".verdict__facts")
        ]
        assert ends[0]["x"] + ends[0]["width"] <= ends[1]["x"] + ends[1]["width"], size
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    parts = page.locator(".verdict h1, .verdict .level, .verdict__play").all()
    middles = [box["y"] + box["height"] / 2 for box in map(Locator.bounding_box, parts)]
    assert max(middles) - min(middles) <= 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_matrix_and_the_next_step_are_in_the_first_view(open_page, solved, language):
    page = open_page(f"{solved(SWORDFISH, 'ladder', {})}?view=sets", size=LAPTOP, locale=language)
    shown = [page.evaluate(IN_SIGHT, each) for each in (".sets__matrix", "#steps .step")]
    assert not any(shown), shown
    for size in (LAPTOP, DESKTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        scrolls = "e => e.scrollWidth > e.clientWidth"
        assert not page.locator(".sets__scroll").evaluate(scrolls), size
        assert not page.locator("html").evaluate(scrolls), size
    names = page.locator(".shown .board .is-lit").all_inner_texts()
    assert names == ["4", "6", "8", "3", "6", "7"]
    # The views are tabs right under the step.
    card, views = (
        page.locator(each).bounding_box() for each in (".sheet__card", ".sets__switch .switch")
    )
    assert 0 <= views["y"] - card["y"] - card["height"] <= 2


@pytest.mark.parametrize("start", ["000, combos", "hardest", "several solutions", "stuck"])
def test_magnified_page_has_the_whole_board_beside_the_step(open_page, solved, start):
    page = open_page(solved(*STARTS[start]), size=ZOOMED)
    shown = [page.evaluate(IN_SIGHT, each) for each in (".shown .board", ".verdict h1")]
    assert not any(shown), shown
    board, card = (page.locator(each).bounding_box() for each in (".board", ".sheet__card"))
    assert board["x"] + board["width"] <= card["x"]
    page.evaluate("scrollTo(0, 150)")
    assert not page.evaluate(IN_SIGHT, ".shown .board")  # it stays while the words scroll
    page.locator("header nav").scroll_into_view_if_needed()
    assert page.locator("header nav a").first.is_visible()


def test_view_stays_from_step_to_step_and_in_the_address(open_page, solved):
    page = open_page(solved(SWORDFISH, "ladder", {}))
    views = page.get_by_role("navigation", name="Show the step as")
    views.get_by_role("link", name="Sets", exact=True).click()
    expect(page.locator(".sets__matrix")).to_be_visible()
    page.wait_for_url("**view=sets**")
    page.get_by_role("link", name="Previous iteration").click()
    page.wait_for_url("**view=sets**")
    page.reload()
    chosen = page.locator(".sets__switch [aria-current]")
    expect(chosen).to_have_text("Sets")
