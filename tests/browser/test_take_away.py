"""Taking a solve away and reading the rules' pages, in a real browser."""

import json

import pytest
from playwright.sync_api import expect
from puzzles import ARTICLE_000, SOLUTION_000
from support import PDF_PAGES, PHONE

from solver.puzzles import showcases
from solver.queue.showcases import solve_showcase
from solver.solves import writing
from solver.solves.exports import exports

pytestmark = pytest.mark.browser


@pytest.fixture
def site(live_server) -> str:
    """No worker: a solve is recorded here."""
    return live_server.url


def test_buttons_copy_link_and_text_of_the_iteration(open_page, stands_still, solve):
    page = open_page("about:blank")
    stands_still(page, f"{solve.get_absolute_url()}?iteration=6")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#announce")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.get_by_role("button", name="Copy text").click()
    expect(page.locator("[data-copy=text]")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(ARTICLE_000)
    assert "Iteration 6: 2 placed, 12 removed" in copied
    assert "Iteration 7" not in copied
    page.clock.run_for(1_500)
    expect(page.locator("[data-copy=text]")).to_have_text("Copy text")


@pytest.mark.parametrize("javascript", [True, False])
def test_each_export_is_linked_and_saved_under_its_name(open_page, solve, javascript):
    page = open_page(f"{solve.get_absolute_url()}?iteration=6", javascript=javascript)
    page.get_by_text("Export", exact=True).click()
    for form, each in exports().items():
        link = page.get_by_role("link", name=str(each.title), exact=True)
        assert link.get_attribute("download") == ""
        answer = page.request.get(link.get_attribute("href"))
        moment = "-6" if each.shows == "board" else ""
        name = f'filename="sudoku-{str(solve.pk)[:8]}{moment}.{form}"'
        assert (answer.status, name in answer.headers["content-disposition"]) == (200, True), form
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON", exact=True).click()
    assert download.value.suggested_filename == f"sudoku-{str(solve.pk)[:8]}.json"
    assert json.loads(download.value.path().read_text())["solutions"] == [SOLUTION_000]


def test_print_sheet_prints_every_iteration_on_white(open_page, solve):
    page = open_page(solve.get_absolute_url())
    page.get_by_role("link", name="Print", exact=True).click()
    page.wait_for_url("**/sheet/**")
    expect(page.locator(".strip li").first).to_be_hidden()
    page.get_by_text("Every iteration", exact=True).click()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("button", name="Print")).to_have_count(0)
    white = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(white) == "rgb(255, 255, 255)"
    expect(page.locator(".strip li").filter(visible=True)).to_have_count(15)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_easy_solve_prints_on_one_page(open_page, solved, locale):
    page = open_page(f"{solved(method='ladder')}sheet/?iteration=20", locale=locale)
    expect(page.locator("figure")).to_have_count(2)  # givens and solution
    for paper in ("A4", "Letter"):
        assert len(PDF_PAGES.findall(page.pdf(format=paper))) == 1, paper
    page.locator(".sheet__fold summary").first.click()
    assert len(PDF_PAGES.findall(page.pdf(format="A4"))) == 2


def test_technique_page_opens_at_a_real_position(open_page, transactional_db):
    page = open_page("/techniques/complete-match/", size=PHONE, javascript=False)
    page.get_by_role("button", name="Solve the puzzle “Article puzzle 000”").click()
    page.wait_for_url("**/solves/*/")
    writing.record(solve_showcase(showcases.showcase_for("complete match")).pk)
    page.goto("/techniques/complete-match/")
    expect(page.get_by_role("heading", name="Worked example")).to_have_count(1)
    page.get_by_role("link", name="Open this iteration").click()
    page.wait_for_url("**?iteration=*&step=*")
    expect(page.get_by_text("Complete match").first).to_be_visible()
