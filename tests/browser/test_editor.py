"""A new editor brings a messy file into the library, mends it, and makes of it what others solve and print."""

import random
import re

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import expect
from puzzles import morph
from support import PDF_PAGES, is_thorough

from solver import engine
from solver.models import Collection, Puzzle, Solve, User
from solver.puzzles import catalogue, seed_puzzles

pytestmark = pytest.mark.browser

NAME, PASSWORD = "lena", "nine rows of nine"
LIST = "/admin/solver/puzzle/"
GOOD = 192 if is_thorough() else 48  # puzzles in the file; more than a page of the list


@pytest.fixture
def site(served):
    """With a worker for jobs."""
    worker = served.processes.worker("bulk")
    yield served.address
    served.processes.kill(worker)


@pytest.fixture
def sign_in(open_page):
    """Makes an account as anybody does, has it made a Librarian's, and signs in to the admin with it."""

    def signed_in(**how):
        page = open_page("/account/sign-up/")
        page.get_by_label("Username").fill(NAME)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password confirmation").fill(PASSWORD)
        page.get_by_role("button", name="Sign up").click()
        page.wait_for_url("**/solves/")
        User.objects.filter(username=NAME).update(is_staff=True)
        User.objects.get(username=NAME).groups.add(Group.objects.get(name="Librarian"))
        page = open_page("/admin/", **how)
        page.get_by_label("Username").fill(NAME)
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1, name="Editors’ desk")).to_be_visible()
        return page

    return signed_in


# --- The file ---


def filled_in_twice(line: str) -> str:
    """With a given once more in its row."""
    given = re.search("[1-9]", line[:9])
    return line.replace("0", given.group(), 1)


def without_solution(line: str) -> str:
    """With a digit in an open cell that clashes with no given, and is not the solution's."""
    solution = engine.enumerate_solutions(engine.read_line(line)).solutions[0]
    for cell, digit in ((cell, digit) for cell in range(81) for digit in range(1, 10)):
        wrong = f"{line[:cell]}{digit}{line[cell + 1 :]}"
        if line[cell] == "0" and digit != solution[cell] and reads(wrong):
            return wrong
    raise AssertionError(line)


def reads(line: str) -> bool:
    try:
        return bool(engine.read_line(line))
    except engine.GridError:
        return False


def with_several_solutions(line: str) -> str:
    """Without so many of its first givens as it takes."""
    while engine.enumerate_solutions(engine.read_line(line), limit=2).verdict == "unique":
        line = re.sub("[1-9]", "0", line, count=1)
    return line


# Each with what is made of a line, and what the preview says of it.
WRONG = {
    "a cell too few": (lambda line: line[:-1], "80 cells"),
    "a letter": (lambda line: line.replace("0", "k", 1), "k"),
    "two equal givens": (filled_in_twice, "are both"),
    "a circled digit": (
        lambda line: re.sub("[1-9]", lambda digit: chr(ord(digit.group()) + 0x242F), line, count=1),
        "circled digit",
    ),
    "a placed digit": (lambda line: re.sub("([1-9])", r"+\1", line, count=1), "placed digits"),
    "another encoding": (lambda line: line.replace("0", "é", 1), "UTF-8"),
}
IMPROPER = {
    "no solution": (without_solution, "no solution"),
    "several solutions": (with_several_solutions, "several solutions"),
}


class File:
    """A comment, an empty line, GOOD that are or should be puzzles, and six that are nothing new.

    Two of each mistake. The library has `known` already, and `turned` are those turned round.
    """

    def __init__(self) -> None:
        lines = [puzzle.givens for puzzle in seed_puzzles.puzzles() if puzzle.box == 3]
        rng = random.Random(8)
        self.known, self.good = lines[:2], lines[2 : 2 + GOOD]
        self.turned = [morph(line, rng).replace(".", "0") for line in self.known]
        self.repeated = self.good[20:22]

    def lines(self) -> list[str]:
        return [
            *("# From a friend", "", *self.good),
            *(*self.known, *self.turned, *self.repeated),
        ]

    def mended(self) -> bytes:
        return "\n".join(self.lines()).encode()

    def messy(self) -> bytes:
        """The mistakes in lines 3 and on, in the order of the lists above."""
        lines = self.lines()
        spoil = [spoil for spoil, _note in (WRONG | IMPROPER).values() for _ in range(2)]
        for at, spoiled in enumerate(spoil, 2):
            lines[at] = spoiled(lines[at])
        return encoded(lines)


def encoded(lines: list[str]) -> bytes:
    """UTF-8, but for the lines that are not."""
    return b"\n".join(line.encode("latin-1" if "é" in line else "utf-8") for line in lines)


# --- The walk ---


def send(page, name: str, content: bytes) -> None:
    """Import a file into the library, as far as its preview."""
    page.goto(LIST)
    page.get_by_role("link", name="Import", exact=True).click()
    file = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.get_by_label("File").set_input_files(file)
    page.get_by_label("Tags for all").fill("friend")
    page.get_by_label("Skip transformed").check()
    page.get_by_role("button", name="Check").click()
    heading(page, "Waiting for you")
    expect(page.get_by_text("Nothing has been imported yet")).to_be_visible()


def heading(page, words: str) -> None:
    """Wait for the page of a job to say so, by itself."""
    expect(page.get_by_role("heading", level=1, name=words)).to_be_visible()


def fates(page) -> dict[str, int]:
    page.wait_for_load_state()
    texts = page.locator(".fates a").all_inner_texts()
    return {words: int(count) for words, count in (text.rsplit(None, 1) for text in texts)}


def rows_of(page, fate: str) -> list[list[str]]:
    """Where, and the note, of each line with that fate."""
    page.goto(page.url.split("?")[0] + "?fate=all")
    page.locator(".fates a", has_text=re.compile(f"^{fate}\\s")).click()
    page.wait_for_url(re.compile(r"\?fate=(?!all)"))
    lines = page.locator(".line__fate").all_inner_texts()
    return [re.split(r"\s*·\s*", line)[1:3] for line in lines]


def act(page, action: str, **beside: str) -> None:
    """Choose every puzzle of the list, however many pages it has, and do something with them."""
    page.get_by_label("Select all objects on this page").check()
    page.get_by_role("button", name=f"Select all {GOOD}").click()
    page.get_by_label("Action:").select_option(action)
    fields = page.locator(f"[data-action={action}]")
    for label, choice in beside.items():
        field = fields.get_by_label(label)
        field.check() if choice is True else field.select_option(choice)
    expect(page.locator("[data-action]:visible")).to_have_count(1)
    page.get_by_role("button", name=re.compile(f": {GOOD}$")).click()
    follow(page)


def follow(page) -> None:
    """From the list, which says what has begun, to the page of the job."""
    page.get_by_role("link", name="State").click()
    heading(page, "Finished")


@pytest.mark.fuzz
def test_messy_file_becomes_a_printed_collection(open_page, sign_in):
    file = File()
    for line in file.known:
        puzzle = Puzzle(givens=line, box=3, title="Known")
        catalogue.examine([puzzle])
        puzzle.save()
    page = sign_in()

    # What is wrong with the file, line by line.
    send(page, "friend.txt", file.messy())
    assert fates(page) == {
        "wrong": 12,
        "new, but not with one solution": 4,
        "new": GOOD - 16,
        "new, transformed": 2,
        "already there": 2,
        "repeated in this file": 2,
        "empty or a comment": 2,
    }
    expected = [note for _spoil, note in (WRONG | IMPROPER).values() for _ in range(2)]
    found = rows_of(page, "wrong") + rows_of(page, "new, but not with one solution")
    assert [where for where, _note in found] == [f"line {at}" for at in range(3, 19)]
    for (where, note), part in zip(found, expected, strict=True):
        assert part in note, where
    assert rows_of(page, "already there") == [
        [f"line {GOOD + 3}", "Known"],
        [f"line {GOOD + 4}", "Known"],
    ]
    assert rows_of(page, "repeated in this file")[0] == [f"line {GOOD + 7}", "the same as line 23"]
    page.get_by_role("button", name="Cancel").click()
    heading(page, "Cancelled")
    assert Puzzle.objects.count() == 2

    # Mended, and written.
    send(page, "mended.txt", file.mended())
    assert fates(page)["new"] == GOOD
    page.get_by_role("button", name=f"Import {GOOD}").click()
    heading(page, "Finished")
    assert fates(page) == {
        "added": GOOD,
        "skipped": 2,
        "already there": 2,
        "repeated in this file": 2,
        "empty or a comment": 2,
    }
    assert set(Puzzle.objects.filter(tags=["friend"]).values_list("givens", flat=True)) == set(
        file.good
    )

    # A collection of it, in an order of its own, for everybody to see.
    page.goto("/admin/solver/collection/add/")
    page.get_by_label("Title:").fill("From a friend")
    page.get_by_label("Title:").press("Tab")
    expect(page.get_by_label("Name in the URL:")).to_have_value("from-a-friend")
    page.get_by_label("Published").check()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="none yet; select some in the list of puzzles").click()
    table = page.locator(".results")
    assert table.evaluate("table => table.scrollWidth <= table.clientWidth")
    page.get_by_text("More filters").click()
    page.get_by_role("navigation", name="Filter").get_by_role(
        "link", name="friend", exact=True
    ).click()
    act(page, "collect_selected", Collection="From a friend")
    assert fates(page) == {"changed": GOOD}
    page.goto("/admin/solver/collection/")
    page.get_by_role("link", name=f"{GOOD} not published and hidden from visitors").click()
    act(page, "publish_selected")
    assert fates(page) == {"changed": GOOD}
    page.goto("/admin/solver/collection/")
    expect(page.get_by_text("not published and")).to_have_count(0)
    page.get_by_role("link", name="their order").click()
    tenth = page.locator("#result_list tbody tr").nth(9)
    tenth.get_by_role("spinbutton").fill("1")
    tenth.get_by_role("spinbutton").press("Enter")
    page.wait_for_selector("text=changed successfully")
    first = Collection.objects.get().membership_set.first().puzzle
    assert first.givens == file.good[9]

    # By the arrow keys, and by dragging; then both are saved.
    shown = page.locator("#result_list .field-named")
    before = shown.all_inner_texts()
    handles = page.locator(".order__handle")
    handles.nth(2).press("ArrowUp")
    expect(page.locator(".order__said")).to_have_text("Place 2. Not saved yet.")
    expect(handles.nth(1)).to_be_focused()
    handles.nth(4).hover()
    page.mouse.down()
    page.mouse.move(200, page.locator("#result_list tbody tr").first.bounding_box()["y"] + 2)
    page.mouse.up()
    wanted = [before[at] for at in (4, 0, 2, 1, 3)]
    assert shown.all_inner_texts()[:5] == wanted
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".order__said")).to_have_text("")
    expect(shown).to_have_text(wanted + before[5:])
    first = Collection.objects.get().membership_set.first().puzzle

    # Solved in bulk.
    page.goto("/admin/solver/collection/")
    page.get_by_role("link", name=f"{GOOD} puzzles").click()
    act(page, "solve_selected", **{"Enclosed combos": True})
    assert sum(fates(page).values()) == GOOD == Solve.objects.filter(status="finished").count()
    solved = Solve.objects.filter(outcome="solved", verdict="unique").count()
    assert fates(page)["solved"] == solved > 0

    # What a stranger finds, and takes along on paper.
    stranger = open_page("/puzzles/")
    stranger.locator(".shelves").get_by_role("link", name="From a friend").click()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("From a friend")
    expect(stranger.locator(".cards li")).to_have_count(24)
    top = stranger.locator(".cards__title").first.get_attribute("href")
    assert top == first.get_absolute_url()
    stranger.get_by_role("link", name="Print", exact=True).click()
    expect(stranger.get_by_role("heading", name="Solutions")).to_be_visible()
    expect(stranger.locator(".papers--small svg")).to_have_count(24)
    # Six puzzles a page, and all solutions on one more.
    assert len(PDF_PAGES.findall(stranger.pdf())) == 5
    stranger.evaluate("document.getElementById('solutions').parentElement.remove()")
    assert len(PDF_PAGES.findall(stranger.pdf())) == 4


def test_editor_works_by_keyboard_and_without_javascript(sign_in):
    page = sign_in(javascript=False)
    page.goto(LIST)
    page.get_by_role("link", name="Generate").press("Enter")
    for label, text in (("How many", "30"), ("Seed", "lena"), ("Tags for all", "made")):
        page.get_by_label(label).press("Control+a")
        page.keyboard.type(text)
    page.get_by_label("Size").press("4")
    page.get_by_label("Minimal").press("Space")
    page.get_by_label("How many").press("Enter")
    heading(page, "Finished")
    made = fates(page)
    assert sum(made.values()) == 30
    assert Puzzle.objects.filter(box=2, tags=["made"]).count() == made["added"] > 25
    page.get_by_role("link", name="Manage the library").press("Enter")
    page.locator("[name=_selected_action]").first.press("Space")
    page.get_by_label("not only the selected ones").press("Space")
    page.get_by_label("Action:").press("P")  # ublish
    page.get_by_role("button", name="Apply").press("Enter")
    page.get_by_role("button", name="Publish: ").press("Enter")
    page.get_by_role("link", name="State").press("Enter")
    heading(page, "Finished")
    assert fates(page) == {"changed": made["added"]}
    page.goto("/puzzles/")
    page.get_by_role("link", name="4×4 ").first.press("Enter")
    page.wait_for_url("**?size=4")
    page.get_by_label("Title, source, tag or first givens").fill("made")
    page.keyboard.press("Enter")
    expect(page.locator(".cards li")).to_have_count(24)
    page.get_by_role("link", name="More puzzles").press("Enter")
    expect(page.locator(".cards li")).to_have_count(made["added"] - 24)
    page.locator(".cards__title").first.press("Enter")
    expect(page.get_by_role("heading", name="About this puzzle")).to_be_visible()
