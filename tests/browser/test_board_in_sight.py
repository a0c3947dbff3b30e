"""A moment of a solve in a real browser: keys, tab stops, what is in sight, and a cell that is asked."""

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.test import Client
from playwright.sync_api import expect
from puzzles import ALESCARGOT, ARTICLE_000
from support import DESKTOP, MILLISECONDS, PHONE

from solver.models import Solve, User
from solver.solves.reading import iter_iterations

pytestmark = pytest.mark.browser

LAPTOP, ZOOMED = (1366, 650), (640, 400)  # the second is a window of 1280×800 at 200 %
MOST_STOPS = 64


@pytest.fixture
def site(live_server) -> str:
    """No worker: a solve is recorded here."""
    return live_server.url


def at(said):
    return re.compile(rf"\?{said}$")


def in_window(page, selector) -> bool:
    """Whether all of it is in the window, with nothing drawn over its corners and its middle."""
    return page.evaluate(
        """selector => {
            const element = document.querySelector(selector);
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const places = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3],
                [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]];
            return top >= 0 && bottom <= innerHeight + .5 && places.every(([x, y]) =>
                element.contains(document.elementFromPoint(x, y)));
        }""",
        selector,
    )


def stops(page) -> int:
    """How often Tab is pressed until the focus is where it began."""
    page.evaluate("document.body.tabIndex = -1; document.body.focus()")
    for count in range(MOST_STOPS + 20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            return count
    return MOST_STOPS + 20


def with_most_steps(solve) -> str:
    """The fullest moment of a solve: an iteration with most rules, of these the one with most steps."""
    most = max(
        iter_iterations(solve),
        key=lambda each: (len({step.technique for step in each.steps}), len(each.steps)),
    )
    return f"?iteration={most.number}&step=1"


@pytest.mark.parametrize("javascript", [True, False])
def test_largest_page_of_an_owner_has_few_tab_stops(open_page, site, solved, javascript):
    """The page of most stops there is: a moderator's own, of most branches and rules, at a step of it."""
    owner, client = User.objects.create_superuser("editor"), Client()
    client.force_login(owner)
    address = solved(ALESCARGOT, "branches")
    moment = with_most_steps(Solve.objects.get())
    Solve.objects.update(owner=owner, visibility="public")
    page = open_page(javascript=javascript)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
    page.context.add_cookies([cookie])
    page.goto(f"{address}{moment}")
    expect(page.get_by_role("heading", name="For yourself")).to_be_visible()
    if javascript:  # the arrows choose in lists: one stop each
        expect(page.locator(".words .switch[data-rove]").first).to_be_attached()
        expect(page.get_by_role("button", name="Play the iterations")).to_be_visible()
    counted = stops(page)
    print(moment, counted, "tab stops")
    assert (
        10 < counted <= MOST_STOPS
    )  # a stranger's has one more, to report it, and lacks the owner's


@pytest.mark.parametrize("size", [LAPTOP, PHONE, ZOOMED, DESKTOP])
def test_board_and_reason_fit_on_one_screen(open_page, solved, size):
    page = open_page(f"{solved()}?iteration=7&step=7", size=size)
    reason = ".sheet__why"
    expect(page.locator(reason)).to_contain_text("Only r5c4, r5c5 and r6c6 fit {4, 7, 8}")
    assert in_window(page, ".shown .board tbody")
    assert in_window(page, reason)
    assert in_window(page, ".player__buttons")
    assert page.locator(".player--board").bounding_box()["height"] <= (
        180 if size == DESKTOP else 60
    )
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.keyboard.press("ArrowDown")  # another step brings both back, wherever one has scrolled to
    expect(page.locator("#announce")).to_contain_text("Step 8 of 8")
    assert in_window(page, ".shown .board tbody")
    assert in_window(page, reason)


def test_player_never_covers_the_board(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    for width, height in (LAPTOP, PHONE, ZOOMED):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".shown .board").scroll_into_view_if_needed()
        page.evaluate("document.querySelector('.shown__board').scrollIntoView()")
        assert in_window(page, ".shown .board tbody")


def test_keys_work_everywhere_but_in_fields(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at("iteration=7"))
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(at("iteration=7&step=1"))
    page.keyboard.press("End")
    expect(page).to_have_url(at("iteration=15"))
    page.keyboard.press("ArrowUp")  # from an iteration to the one before
    expect(page).to_have_url(at("iteration=14"))
    page.get_by_label("since iteration").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    page.locator("#announce").evaluate("e => (e.textContent = '')")
    page.locator("h1").click()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Play")).to_have_count(1)
    expect(page).to_have_url(at("iteration=15"), timeout=MILLISECONDS)


def test_help_dialog_lists_the_keys_and_can_switch_them_off(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    page.keyboard.press("?")
    help_on_keys = page.get_by_role("dialog", name="Keys")
    expect(help_on_keys).to_be_visible()
    page.keyboard.press("ArrowRight")  # the dialog is open
    help_on_keys.get_by_label("Use these keys anywhere on the page").uncheck()
    help_on_keys.get_by_role("button", name="Close").click()
    expect(help_on_keys).not_to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("slider", name="Iteration").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at("iteration=7"))  # one step on, not three


def test_preview_ends_if_the_focus_leaves_the_steps(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    page.get_by_role("link", name="As the article wrote it").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".step__rule a").first).to_be_focused()
    expect(page.locator(".board .cell--evidence").first).to_be_visible()
    page.get_by_label("since iteration").focus()
    expect(page.locator(".board .cell--evidence")).to_have_count(0)
    expect(page).to_have_url(at("iteration=6"))


def test_arrows_and_enter_show_the_history_of_a_cell(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    page.locator(".board a[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    focused = "document.activeElement.ariaLabel.split(',', 2).slice(0, 2).join()"
    assert page.evaluate(focused) == "Row 2, column 1"  # the edge holds
    expect(page).to_have_url(at("iteration=6"))
    asked = page.get_by_role("link", name="Row 5, column 6")
    asked.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(at("iteration=6&cell=r5c6"))
    expect(page.get_by_role("heading", name="History of r5c6")).to_be_visible()
    expect(page.locator("#announce")).to_contain_text("r5c6. 9 candidates at the start")
    assert page.evaluate(focused) == "Row 5, column 6"
    expect(page.locator(".cell--asked")).to_have_count(1)
    expect(page.locator(".cell--peer")).to_have_count(20)
    page.get_by_role("link", name="Show 4 on the board").click()
    expect(page).to_have_url(at("iteration=6&cell=r5c6&digit=4"))
    page.keyboard.press("Escape")
    expect(page).to_have_url(at("iteration=6"))
    asked.click()
    page.get_by_role("link", name="7.7").first.click()
    expect(page).to_have_url(at("iteration=7&step=7"))
    expect(page.locator(".step--chosen")).to_contain_text("{4, 7, 8} in box 5")


def test_form_shows_the_history_of_a_cell_without_javascript(open_page, solved):
    page = open_page(f"{solved()}?iteration=6", javascript=False)
    page.get_by_label("Cell", exact=True).fill("r5c6")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("heading", name="History of r5c6")).to_be_visible()
    page.locator(".board a").nth(80).click()
    expect(page.get_by_role("heading", name="History of r9c9")).to_be_visible()
    page.get_by_role("link", name="Back to iteration 6").click()
    expect(page.get_by_role("heading", name="Iteration 6")).to_be_visible()


def test_phone_has_tabs_and_without_javascript_sections(open_page, solved):
    address = f"{solved()}?iteration=7&step=7"
    page = open_page(address, size=PHONE)
    tabs = page.get_by_role("tablist", name="Parts of this page").get_by_role("tab")
    expect(tabs).to_have_count(4)
    expect(page.get_by_role("tab", name="Steps 8")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#went")).not_to_be_visible()
    page.get_by_role("tab", name="Charts").click()
    expect(page.get_by_role("tabpanel", name="Charts")).to_be_visible()
    expect(page.locator("#steps")).not_to_be_visible()
    page.get_by_role("link", name="Next step").click()  # the tab stays
    expect(page).to_have_url(at("iteration=7&step=8"))
    expect(page.get_by_role("tab", name="Charts")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Shift+Tab")
    page.get_by_role("tab", name="Charts").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="All 15")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="All 15")).to_be_visible()
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator("#went")).to_be_visible()
    plain = open_page(address, size=PHONE, javascript=False)
    expect(plain.locator("#went")).to_be_visible()
    expect(plain.locator("#steps")).to_be_visible()


def test_print_shows_the_step_in_words_and_the_whole_line(open_page, solved):
    page = open_page(f"{solved()}?iteration=7&step=7", size=(794, 1123))
    page.emulate_media(media="print")
    expect(page.locator(".sheet__why")).to_be_visible()
    expect(page.locator("#changes")).to_be_visible()
    expect(
        page.locator(".player, .jumps, .views, .sheet__head [data-key]").filter(visible=True)
    ).to_have_count(0)
    line = page.get_by_text(ARTICLE_000)
    expect(line).to_be_visible()
    assert line.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth")


@pytest.mark.parametrize(
    ("query", "scheme"), [("iteration=7&step=7", "light"), ("iteration=6&cell=r5c6", "dark")]
)
def test_axe_finds_no_fault_on_a_phone(open_page, solved, scheme, query):
    page = open_page(f"{solved()}?{query}", size=PHONE, scheme=scheme, bypass_csp=True)
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    assert not found, [(each["id"], each["nodes"][0]["html"]) for each in found]
