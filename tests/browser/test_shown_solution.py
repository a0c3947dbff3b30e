"""The answer beside the story, in a browser: by keys, by one press, and without a script."""

import re

import pytest
from playwright.sync_api import expect
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_001
from support import PHONE

from solver.models import Solve
from solver.solves import writing

pytestmark = pytest.mark.browser


@pytest.fixture
def site(live_server) -> str:
    """No worker: a solve is recorded here."""
    return live_server.url


def record_all():
    while solve := Solve.objects.filter(status="queued").first():
        writing.record(solve.pk)


def stalled_on(page, puzzle=ARTICLE_001):
    """The page of a solve that this browser asked for, and that has stalled."""
    page.locator("#puzzle").fill(puzzle)
    page.locator(".choose > summary").click()
    page.locator("#method-combos").check()
    expect(page.locator(".choose__chosen")).to_contain_text("Enclosed combos")
    page.get_by_role("button", name="Solve", exact=True).first.click()
    page.wait_for_url(re.compile(r"/solves/[^/]+/"))
    record_all()
    page.reload()


def digits(page):
    return [face or "" for face in page.locator(".board .cell__digit").all_inner_texts()]


def test_keys_show_and_hide_the_solution(open_page):
    page = open_page("/")
    stalled_on(page)
    before = digits(page)
    press = page.get_by_role("link", name="Show the solution")
    press.focus()
    page.keyboard.press("Enter")
    hide = page.get_by_role("link", name="Hide the solution")
    expect(hide).to_be_focused()
    expect(page).to_have_url(re.compile(r"show=solution$"))
    assert len(digits(page)) == 81
    expect(page.locator("#announce")).to_have_text(re.compile(r"^The solution\. "))
    expect(page.locator(".cell--shown").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Show the solution")).to_be_focused()
    assert digits(page) == before


def test_next_solution_announces_its_number(open_page):
    page = open_page("/")
    stalled_on(page, "1" + "0" * 15)
    page.get_by_role("link", name="Show solutions").click()
    following = page.get_by_role("link", name="Next solution")
    following.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Solution 2 of 72", exact=True)).to_be_visible()
    expect(following).to_be_focused()
    expect(page.locator("#announce")).to_have_text(re.compile(r"^Solution 2 of 72\. "))


@pytest.mark.parametrize("javascript", [True, False])
def test_one_button_continues_a_stuck_solve_and_steps_lead_across(open_page, javascript):
    page = open_page("/", size=PHONE, javascript=javascript)
    stalled_on(page)
    last = Solve.objects.get().iteration_count
    page.get_by_role("button", name="Continue as a person would").click()
    page.wait_for_url(re.compile(rf"/solves/(?!{Solve.objects.get(method='combos').pk})"))
    record_all()
    page.goto(f"{page.url.split('?')[0]}?iteration={last}")
    expect(page.get_by_role("link", name="Enclosed combos 1–6")).to_have_attribute(
        "aria-current", "true"
    )
    page.get_by_role("link", name="Next iteration").click()
    expect(page).to_have_url(re.compile(rf"iteration={last + 1}$"))
    page.get_by_role("link", name="Previous iteration").click()
    earlier = Solve.objects.get(method="combos").get_absolute_url()
    expect(page).to_have_url(re.compile(rf"{earlier}\?iteration={last}$"))
    page.get_by_role("link", name="Show how it continued").click()
    expect(page).to_have_url(re.compile(rf"iteration={last + 1}$"))
    page.get_by_role("link", name="The solve that this one continues").click()
    expect(page).to_have_url(re.compile(rf"{earlier}$"))


def test_player_and_slider_lead_on_into_the_continued_solve(open_page):
    page = open_page("/")
    stalled_on(page)
    solve = Solve.objects.get()
    page.get_by_role("button", name="Continue as a person would").click()
    page.wait_for_url(re.compile(rf"/solves/(?!{solve.pk})"))
    record_all()
    on, last = Solve.objects.get(method="best"), solve.iteration_count
    page.goto(f"{solve.get_absolute_url()}?iteration={last}")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile(rf"{on.pk}/\?iteration={last + 3}$"))
    expect(page.get_by_label("Speed")).to_have_value("4")
    page.goto(f"{solve.get_absolute_url()}?iteration={last}")
    slider = page.get_by_role("slider", name="Iteration")
    expect(slider).to_have_attribute("max", str(on.iteration_count))
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"{on.pk}/\?iteration={last + 1}$"))
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"{solve.pk}/\?iteration={last}$"))


def test_solve_without_a_choice_uses_the_best_method(open_page):
    page = open_page("/", javascript=False)
    page.locator("#puzzle").fill(ALESCARGOT)
    expect(page.locator(".choose__chosen")).to_contain_text("Step by step")
    expect(page.get_by_role("radio", name="Joins")).to_be_hidden()
    page.get_by_role("button", name="Solve", exact=True).first.click()
    page.wait_for_url(re.compile(r"/solves/[^/]+/"))
    record_all()
    page.reload()
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    page.get_by_role("link", name="Solution", exact=True).click()
    page.wait_for_url("**?iteration=*")
    assert "".join(digits(page)) == ALESCARGOT_SOLUTION
