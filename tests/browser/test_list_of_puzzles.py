"""The editors' list as a spreadsheet: cells edited by keys and by the mouse, and the first row in sight."""

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from playwright.sync_api import expect
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver.models import Puzzle, User

pytestmark = pytest.mark.browser
LIST = "/admin/solver/puzzle/"


@pytest.fixture
def open_list(open_page, site):
    """Opens the list as a Librarian."""

    def opened(path=LIST, **how):
        user, _is_new = User.objects.get_or_create(username="lena", is_staff=True)
        user.groups.add(Group.objects.get(name="Librarian"))
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        page = open_page("/livez", **how)
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}
        page.context.add_cookies([cookie])
        page.goto(path)
        return page

    return opened


@pytest.fixture
def three(transactional_db) -> list[Puzzle]:
    """The newest last, so that the list has them in reverse."""
    lines = {"One": ARTICLE_000, "Two": ARTICLE_001, "Three": ALESCARGOT}
    return [Puzzle.objects.create(givens=line, title=title) for title, line in lines.items()]


def titles() -> list[str]:
    return list(Puzzle.objects.order_by("-created_at").values_list("title", flat=True))


def test_cells_are_edited_by_keys(open_list, three):
    page = open_list()
    page.locator(".cell").first.focus()
    keys, said = page.keyboard, page.locator(".cells__said")
    keys.type("Drei")
    keys.press("Enter")
    expect(said).to_have_text("Saved.")
    expect(page.locator(".cell[data-field=title]").nth(1)).to_be_focused()
    keys.press("Enter")
    keys.press("End")
    keys.type("!")
    keys.press("Tab")
    expect(page.locator(".cell[data-field=level]").nth(1)).to_be_focused()
    keys.press("Enter")
    keys.press("h")  # ard
    keys.press("Tab")
    expect(page.locator(".cell[data-field=is_published]").nth(1)).to_be_focused()
    keys.press("ArrowRight")
    keys.type("red, blue")
    keys.press("Enter")
    keys.press("x")
    keys.press("Escape")
    expect(page.locator(".cell[data-field=tags]").nth(2)).to_have_text("tags–")
    expect(page.locator(".cell[data-field=tags]").nth(1)).to_have_text("red, blue")
    assert titles() == ["Drei", "Two!", "One"]
    two = Puzzle.objects.get(title="Two!")
    assert (two.tags, two.level, two.is_level_set) == (["red", "blue"], 3, True)


def test_second_editor_sees_what_the_first_made(open_list, three):
    page = open_list()
    Puzzle.objects.filter(title="Three").update(title="Theirs")
    page.locator(".cell").first.click()
    page.keyboard.type("Mine")
    page.keyboard.press("Enter")
    expect(page.locator(".cells__said")).to_contain_text("to “Theirs” meanwhile")
    expect(page.locator(".cell").first).to_have_text("Theirs")
    assert "Mine" not in titles()


def test_pasted_lines_fill_the_column(open_list, three):
    page = open_list()
    page.evaluate("navigator.clipboard.writeText('A\\nB\\nC\\nD\\n')")
    page.locator(".cell").first.click()
    page.keyboard.press("Control+v")
    expect(page.locator(".cell[data-field=title]")).to_have_text(["A", "B", "C"])
    assert titles() == ["A", "B", "C"]


def test_pasted_board_is_looked_for_at_once(open_list, three):
    page = open_list()
    board = "\\n".join(ARTICLE_001[row : row + 9] for row in range(0, 81, 9))
    page.evaluate(f"navigator.clipboard.writeText('{board}')")
    page.locator("#searchbar").focus()
    page.keyboard.press("Control+v")
    expect(page.locator(".cell[data-field=title]")).to_have_text(["Two"])


def test_first_row_is_in_sight_with_all_filters_open(open_list, three):
    page = open_list(size=(1280, 800))
    page.get_by_text("More filters").click()
    expect(page.locator(".filters").get_by_text("Articles’ rules")).to_be_visible()
    assert page.locator("#result_list tbody tr").first.bounding_box()["y"] < 400
    actions = page.locator("#changelist-form .actions")
    expect(actions).to_be_hidden()
    page.locator(".action-select").first.check()
    expect(actions).to_be_in_viewport()


def test_cells_lead_to_the_page_without_a_script(open_list, three):
    page = open_list(javascript=False)
    page.get_by_role("link", name="Three", exact=True).click()
    expect(page.get_by_label("Title:")).to_have_value("Three")
