"""The solve page: the player by mouse, by keys and without JavaScript, its boards and its pictures."""

import re
from threading import Event, Thread

import pytest
from django.db import connection
from playwright.sync_api import expect
from puzzles import ALESCARGOT, ARTICLE_000
from support import PATIENCE, PHONE, Processes

from solver import engine
from solver.models import Solve
from solver.queue import submission
from solver.solves import writing
from solver.solves.writing import IterationWriter

pytestmark = pytest.mark.browser


@pytest.fixture
def site(live_server) -> str:
    """No worker: a solve is recorded here."""
    return live_server.url


def at(iteration, step=None):
    return re.compile(rf"\?iteration={iteration}{f'&step={step}' if step else ''}$")


def test_keys_step_through_the_solve_and_announce_each_iteration_once(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    announced = page.locator("#announce")
    expect(announced).to_be_empty()
    slider = page.get_by_role("slider", name="Iteration")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(7))
    expect(announced).to_have_text(
        "Iteration 7 of 15. Enclosed combo {7} in row 9 and 7 more steps: 7 cells solved. "
        "15 candidates removed."
    )
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", "7 of 15, candidates left: 79")
    page.keyboard.press("ArrowDown")  # its first step
    expect(page).to_have_url(at(7, 1))
    expect(page.locator(".step--chosen")).to_have_count(1)
    expect(page.locator(".cell--evidence").first).to_be_visible()
    expect(announced).to_have_text(re.compile(r"^Iteration 7 of 15\. Step 1 of 8\. "))
    page.get_by_role("link", name="Next iteration").focus()
    page.keyboard.press("End")
    expect(page).to_have_url(at(15))
    expect(slider).to_be_focused()  # there is no next one any more
    page.keyboard.press("Home")
    expect(page.get_by_role("heading", name="Start")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")  # wherever the focus is
    expect(page).to_have_url(at(1))


def test_button_and_key_play_and_pause(open_page, stands_still, solved):
    page = open_page("about:blank")
    stands_still(page, f"{solved()}?iteration=0")
    page.get_by_label("Speed").select_option("1")
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(at(1))
    page.clock.run_for(1_200)
    expect(page).to_have_url(at(2))
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Play")).to_be_focused()
    page.clock.run_for(12_000)
    expect(page).to_have_url(at(2))
    page.keyboard.press("p")
    expect(page).to_have_url(at(3))


def test_mouse_drags_the_curve_as_a_slider(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    box = page.get_by_role("slider").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + 20)  # on the curve, not on the track
    page.mouse.down()
    for share in (0.5, 0.6, 0.7):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + 20)
        page.wait_for_timeout(60)
    page.mouse.up()
    expect(page.get_by_role("heading", name="Iteration 11", exact=True)).to_be_visible()
    page.locator(".scrub a").filter(has_text=re.compile("^6$")).click()
    expect(page).to_have_url(at(6))
    page.locator("#charts").scroll_into_view_if_needed()
    page.locator(".map a[data-at='12']").first.click()
    expect(page.get_by_role("heading", name="Iteration 12", exact=True)).to_be_visible()
    expect(page.locator(".every .is-now")).to_contain_text("12")


def test_steps_light_up_when_pointed_at_or_chosen(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    fourth = page.locator(".step").nth(3)
    fourth.hover()
    expect(page.locator(".lost--now").first).to_be_visible()
    page.locator("h1").hover()
    expect(page.locator(".board .cell--evidence")).to_have_count(0)
    expect(page).to_have_url(at(6))
    fourth.locator("a").click()
    expect(page).to_have_url(at(6, 4))
    page.locator("h1").hover()
    page.reload()  # every moment can be shared
    expect(page.locator(".step--chosen .step__number")).to_have_text("4")
    expect(page.locator(".sheet__number")).to_have_text("4")
    expect(page.locator(".cell--unit")).to_have_count(9)
    assert page.locator(".is-lit").all_inner_texts() == ["4"]
    assert (
        page.locator(".legend")
        .inner_text()
        .split("\n")[0]
        .endswith("row, column or box of this step")
    )
    page.locator(".board td").nth(5).hover()
    expect(page.locator(".pointed")).to_have_text("Row 1, column 5, open, candidates 3 6 7")
    page.get_by_role("link", name="Before", exact=True).click()
    expect(page.locator(".lost")).to_have_count(0)
    page.get_by_role("link", name="List", exact=True).click()
    expect(page).to_have_url(re.compile("iteration=6&step=4&show=before&cells=list"))


def test_page_filters_by_rule_and_shows_changes_since_an_iteration(open_page, solved):
    page = open_page(f"{solved(ALESCARGOT, 'guessing')}?iteration=162")
    page.get_by_role("link", name="Hidden single (").click()
    expect(page).to_have_url(re.compile("rule=hidden-single"))
    expect(page.locator(".step[data-rule='Hidden single']").first).to_be_visible()
    expect(page.locator(".step:not([data-rule='Hidden single'])")).to_have_count(0)
    page.get_by_role("link", name="previous with this technique").click()
    expect(page).to_have_url(re.compile("iteration=161&rule=hidden-single"))
    page.get_by_label("since iteration").fill("0")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("since=0"))
    expect(page.locator(".changes > div").nth(20)).to_be_visible()


def test_branches_can_be_followed_and_show_why_they_died(open_page, solved):
    address = solved(ALESCARGOT, "branches")
    page = open_page(f"{address}?iteration={Solve.objects.get().iteration_count}")
    page.get_by_role("link", name="previous in this branch").focus()
    page.keyboard.press("Enter")
    branch = page.locator(".beside").inner_text().split(",")[0]
    page.get_by_role("link", name="previous in this branch").click()
    expect(page.locator(".beside")).to_contain_text(branch)
    page.locator("#charts").scroll_into_view_if_needed()
    expect(page.locator(".tree__end--dead").nth(5)).to_be_attached()
    page.get_by_text("Table of branches").click()
    expect(page.get_by_text("has no candidate left").nth(3)).to_be_attached()
    page.locator(".tree a .tree__fork").first.click()
    expect(page.locator(".board .cell--evidence")).to_have_count(0)
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Iteration")


def test_queued_solve_appears_by_itself_and_then_its_charts(open_page, transactional_db):
    Processes.stop_all()  # a worker of an earlier test would solve it
    solve = submission.submit(engine.read(ARTICLE_000), "combos")
    page = open_page(solve.get_absolute_url())
    expect(page.get_by_role("heading", level=1)).to_have_text("Queued")
    writing.record(solve.pk)
    expect(page.locator("#announce")).to_have_text("One solution. Solved in 15 iterations.")
    expect(page.locator("#charts #every")).to_be_attached()  # its place comes after what is said
    page.locator("#charts").scroll_into_view_if_needed()
    expect(page.locator("#charts .map a")).to_have_count(81 - 26)
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Iteration 15")).to_be_visible()
    page.get_by_role("link", name="Previous iteration").click()
    expect(page.get_by_role("heading", name="Iteration 14")).to_be_visible()


def test_long_solve_grows_on_its_page_and_announces_its_end(
    open_page, transactional_db, monkeypatch
):
    Processes.stop_all()
    is_begun, go_on, write = Event(), Event(), IterationWriter._write

    def halt(self, **change):
        """Write, and let the page be looked at before the solve goes on."""
        write(self, **change)
        is_begun.set()
        go_on.wait(PATIENCE)

    def record(solve):
        try:
            while not solve.is_over:
                writing.record(solve.pk)
                solve.refresh_from_db()
        finally:
            connection.close()

    monkeypatch.setattr(IterationWriter, "_write", halt)
    monkeypatch.setattr(writing, "FLUSH_SECONDS", 0)  # it is one iteration on any machine
    page = open_page()
    page.get_by_label("Paste a puzzle").fill("0" * 625)
    page.locator(".choose > summary").click()
    page.get_by_label("Branching").check()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/solves/*/")
    worker = Thread(target=record, args=(Solve.objects.get(),))
    worker.start()
    assert is_begun.wait(PATIENCE)
    page.wait_for_selector("body:has-text('1 iteration so far') h1:text-is('Running')")
    go_on.set()
    expect(page.locator("#announce")).to_contain_text("Several solutions")
    expect(page.locator("[data-poll]")).to_have_count(0)
    worker.join()


def test_links_do_the_same_without_javascript(open_page, solved):
    page = open_page(f"{solved()}?iteration=6&step=4", javascript=False)
    expect(page.locator(".step--chosen")).to_have_count(1)
    expect(page.locator(".lost--now")).to_have_count(4)
    expect(page.locator(".player__play")).not_to_be_visible()
    page.get_by_role("link", name="List", exact=True).click()
    page.wait_for_url("**cells=list")
    page.get_by_role("link", name="Next iteration").click()
    page.wait_for_url("**?iteration=7&cells=list")
    expect(page.locator(".board--list")).to_have_count(1)
    expect(page.get_by_role("heading", name="Iteration 7")).to_be_visible()
    page.get_by_label("since iteration").fill("0")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**since=0**")
    expect(page.locator(".changes > div").nth(40)).to_be_attached()


def test_phone_docks_the_player(open_page, solved):
    page = open_page(f"{solved()}?iteration=6&step=4", size=PHONE)
    board, player = page.locator(".board").bounding_box(), page.locator(".player").bounding_box()
    assert board["y"] + board["height"] <= player["y"] + 2  # the whole board stands above it
    assert player["y"] + player["height"] <= PHONE[1] + 1
    assert all(
        button.bounding_box()["height"] >= 44 for button in page.locator(".player__row a").all()
    )
    assert page.locator(".cell__candidates").first.evaluate(
        "e => getComputedStyle(e).fontSize"
    ) == ("11px")


@pytest.mark.parametrize(
    ("puzzle", "method"), [(ARTICLE_000, "combos"), (ALESCARGOT, "branches"), ("0" * 625, "combos")]
)
def test_page_needs_at_most_20_requests_and_150_kb(open_page, solved, puzzle, method):
    """Under 150 kB and 20 requests, as it is sent."""
    page, answers = open_page("/techniques/"), []
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.on("response", lambda answer: answers.append(answer))
    page.goto(f"{solved(puzzle, method)}?iteration=1", wait_until="networkidle")
    sent = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    print(len(answers), "requests,", sent, "bytes")
    assert len(answers) <= 20
    assert sent < 150_000


def test_reduced_motion_stops_the_animations(open_page, solved):
    page = open_page(f"{solved()}?iteration=6")
    strike = "getComputedStyle(document.querySelector('.lost'), '::after').animationName"
    assert page.evaluate(strike) == "strike"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(strike) == "none"
    assert not page.evaluate("document.querySelector('[style]')")
