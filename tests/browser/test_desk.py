"""The editors' desk: a list like a spreadsheet, its first row in sight, and collections in few presses."""

import random

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from playwright.sync_api import expect
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, morph

from solver import engine
from solver.models import Collection, Puzzle, User
from solver.puzzles import catalogue, seed_puzzles

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
    # Each cell is saved by a request of its own, and the last one may be answered first.
    for field, value in (("title", "Two!"), ("level", "3"), ("tags", "red, blue")):
        cell = page.locator(f".cell[data-field={field}]").nth(1)
        expect(cell).to_have_attribute("data-value", value)
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


@pytest.mark.parametrize("between", ["", "\\t"], ids=["lines", "cells"])
def test_pasted_board_is_looked_for_at_once(open_list, three, between):
    page = open_list()
    cells = [*(ARTICLE_000.replace("0", " ") if between else ARTICLE_000)]
    board = "\\n".join(
        between.join(cells[row : row + 9]).replace(" ", "") for row in range(0, 81, 9)
    )
    page.evaluate(f"navigator.clipboard.writeText('{board}')")
    page.locator("#searchbar").focus()
    page.keyboard.press("Control+v")
    expect(page.locator(".cell[data-field=title]")).to_have_text(["One"])


def test_first_row_is_in_sight_with_all_filters_open(open_list, three):
    page = open_list(size=(1280, 800))
    page.get_by_text("More filters").click()
    expect(page.locator(".filters").get_by_text("Articles’ rules")).to_be_visible()
    assert page.locator("#result_list tbody tr").first.bounding_box()["y"] < 400
    actions = page.locator("#changelist-form .actions")
    expect(actions).to_be_hidden()
    page.locator(".action-select").first.check()
    expect(actions).to_be_in_viewport()


MOST_PRESSES = 25


@pytest.fixture
def drafts(transactional_db) -> list[Puzzle]:
    """Six of each level, each with a twin, and the collection of the week before."""
    lines = [puzzle.givens for puzzle in seed_puzzles.puzzles() if puzzle.box == 3][:30]
    rng = random.Random(39)
    lines += [morph(line, rng).replace(".", "0") for line in lines]
    made = Puzzle.objects.bulk_create(Puzzle.of(engine.read_line(line)) for line in lines)
    catalogue.examine(made)
    for at, puzzle in enumerate(made):
        puzzle.level = 1 + at % 5
    Puzzle.objects.bulk_update(made, [*catalogue.FACTS, "level"])
    Collection.objects.create(title="Issue 12", slug="issue-12")
    return made


def is_made() -> None:
    """Check the task: twenty puzzles, four a level, no twins, titled, ordered, published on Monday at 6."""
    shelf = Collection.objects.get(slug="issue-13")
    puzzles = [Puzzle.objects.get(pk=pk) for pk in shelf.puzzle_ids]
    assert [puzzle.level for puzzle in puzzles] == [
        level for level in range(1, 6) for _ in range(4)
    ]
    assert len({puzzle.canonical for puzzle in puzzles}) == 20
    assert [puzzle.title for puzzle in puzzles] == [f"Issue 13 · {n}" for n in range(1, 21)]
    assert (shelf.publish_at.weekday(), shelf.publish_at.hour) == (0, 6)


def test_collection_is_made_in_few_presses_of_the_mouse(open_list, drafts):
    page = open_list("/admin/")
    presses = 0

    def click(locator) -> None:
        nonlocal presses
        presses += 1
        locator.click()

    click(page.get_by_role("link", name="New collection"))
    when = page.get_by_label("Publish (UTC)")
    presses += 2  # the list is opened, and its entry pressed
    monday = when.locator("option", has_text="Monday").get_attribute("value")
    when.select_option(monday)
    click(page.get_by_role("button", name="Pick"))
    expect(page.get_by_role("heading", name="20 puzzles")).to_be_visible()
    click(page.get_by_role("button", name="Save"))
    expect(page.get_by_text("Saved.")).to_be_visible()
    is_made()
    assert presses == 5 <= MOST_PRESSES


def test_collection_is_made_in_few_presses_of_keys(open_list, drafts):
    page = open_list("/admin/")
    presses = 0

    def press(*keys: str) -> None:
        nonlocal presses
        for key in keys:
            presses += 1
            page.keyboard.press(key)

    def press_until(locator) -> None:
        while not locator.evaluate("element => element === document.activeElement"):
            press("Tab")
            assert presses <= MOST_PRESSES

    press("Tab", "Enter")  # to the content
    press_until(page.get_by_role("link", name="New collection"))
    press("Enter")
    title = page.get_by_label("Title:")
    expect(title).to_be_focused()
    chosen = title.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert chosen == "Issue 13"
    press("Tab", "M")  # onday
    press_until(page.get_by_role("button", name="Pick"))
    press("Enter")
    expect(page.get_by_role("button", name="Save")).to_be_focused()
    press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    is_made()
    assert presses <= MOST_PRESSES
    print(presses, "presses of keys")


def test_rows_of_a_collection_are_moved(open_list, drafts):
    page = open_list("/admin/solver/collection/make/")
    page.get_by_role("button", name="Pick").click()
    expect(page.get_by_role("button", name="Save")).to_be_focused()
    rows = page.locator(".make__order li input")
    before = rows.evaluate_all("inputs => inputs.map((input) => input.value)")
    page.locator(".make__order [name=down]").first.press("Enter")
    expect(page.locator(".make__said")).to_have_text("Place 2. Not saved yet.")
    rows_of = page.locator(".make__order li")
    rows_of.nth(4).drag_to(rows_of.nth(2), target_position={"x": 100, "y": 3})
    after = rows.evaluate_all("inputs => inputs.map((input) => input.value)")
    assert after[:5] == [before[at] for at in (1, 0, 4, 2, 3)]
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert [str(pk) for pk in Collection.objects.get(slug="issue-13").puzzle_ids] == after


def test_cells_lead_to_the_page_without_a_script(open_list, three):
    page = open_list(javascript=False)
    page.get_by_role("link", name="Three", exact=True).click()
    expect(page.get_by_label("Title:")).to_have_value("Three")
