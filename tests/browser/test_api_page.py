"""A programmer tries the API on its page."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(live_server) -> str:
    """No worker: nothing here waits for one."""
    return live_server.url


def test_operation_is_sent_with_its_body_and_its_answer_shown(open_page):
    page = open_page("/api/v1/docs/#hints_post")  # the address opens it
    form = page.locator("#hints_post form")
    form.get_by_role("button", name="Send").click()
    expect(form.locator(".api__said b")).to_have_text("POST /api/v1/hints/ · 200 OK")
    expect(form.locator(".api__said pre")).to_contain_text('"stage": 2')


def test_operation_is_sent_with_its_parameters(open_page):
    page = open_page("/api/v1/docs/#puzzle_list_get")
    form = page.locator("#puzzle_list_get form")
    form.get_by_label("level", exact=True).fill("easy, hard")
    form.get_by_label("order", exact=True).select_option("newest")
    form.get_by_role("button", name="Send").click()
    expect(form.locator(".api__said b")).to_contain_text(
        "?level=easy&level=hard&order=newest · 200"
    )
    page.get_by_role("link", name="PuzzlePage").first.click()
    expect(page.locator("#PuzzlePage dl")).to_be_visible()


def test_page_can_be_read_without_a_script(open_page):
    page = open_page("/api/v1/docs/", javascript=False)
    page.get_by_text("Have a puzzle solved", exact=True).click()
    operation = page.locator("#solve_list_post")
    expect(operation.get_by_text("Idempotency-Key")).to_be_visible()
    expect(operation.get_by_label("An example")).to_contain_text("combos")
    expect(operation.get_by_role("button", name="Send")).to_be_hidden()
