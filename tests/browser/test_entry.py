"""Entering a puzzle in a real browser: by keys, keypad, paste, drop and address, and never losing any of it."""

import itertools
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from puzzles import ALESCARGOT, ARTICLE_000
from support import DESKTOP, NARROW, PHONE

from solver.engine.core.geometry import digits_of
from solver.models import JobPart, Puzzle, Solve

pytestmark = pytest.mark.browser


@pytest.fixture
def site(live_server) -> str:
    """No worker: what is entered here need not be solved."""
    return live_server.url


def typed_into(page) -> str:
    page.wait_for_load_state()
    values = page.locator(".board--entry input").evaluate_all("cells => cells.map(c => c.value)")
    return "".join(value or "0" for value in values)


def cell(page, row: int, column: int):
    return page.get_by_label(f"Row {row}, column {column}", exact=True)


def status(page):
    return page.locator("#status")


def drop(page, name: str, content: str) -> None:
    """Drop a file on the board, as a person does with the mouse."""
    make = """([name, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], name));
        return transfer;
    }"""
    transfer = page.evaluate_handle(make, [name, content])
    page.dispatch_event(".board--entry", "drop", {"dataTransfer": transfer})


def test_puzzle_can_be_entered_by_keyboard(open_page):
    page = open_page()
    keyboard = page.keyboard
    cell(page, 1, 1).focus()
    for key in ("5", "3", "End", "7"):
        keyboard.press(key)
    for key in ("End", "4", "Control+Home", "ArrowLeft", "ArrowUp"):  # stops at the edge
        keyboard.press(key)
    assert typed_into(page) == "530000007" + "000000004" + "0" * 63
    for key in (
        "Delete",
        "ArrowRight",
        "0",
        "Control+End",
        "6",  # stays in the last cell
        "Home",
        "PageUp",
        "9",
        "Backspace",  # takes the 9 back
        "2",
    ):
        keyboard.press(key)
    expected = "000000007" + "000000004" + "0" * 27 + "200000000" + "0" * 26 + "6"
    assert typed_into(page) == expected
    keyboard.press("Enter")
    page.wait_for_url("**/solves/*/")
    assert Puzzle.objects.get().givens == expected


def test_81_keys_fill_81_cells(open_page):
    """Each key for an empty cell in its turn. The first goes to the board from anywhere, as a digit does."""
    page = open_page()
    empty = itertools.cycle("0. ")
    for given in ARTICLE_000:
        page.keyboard.press(next(empty) if given == "0" else given)
    assert typed_into(page) == ARTICLE_000
    expect(status(page)).to_have_text("One solution. Medium 26 givens", use_inner_text=True)
    for key in "0. ":  # what stands there goes
        for each in ("Control+Home", key, key):
            page.keyboard.press(each)
        assert typed_into(page) == "00" + ARTICLE_000[2:]
        for each in ("Control+Home", *ARTICLE_000[:2]):
            page.keyboard.press(each)


def test_touch_screen_needs_35_taps_for_26_givens(open_page):
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    taps = 0
    for digit in sorted(set(ARTICLE_000) - {"0"}):
        page.locator(f'[data-key="{digit}"]').tap()
        taps += 1
        expect(page.locator(f'[data-key="{digit}"]')).to_have_attribute("aria-pressed", "true")
        for index, given in enumerate(ARTICLE_000):
            if given == digit:
                cell(page, index // 9 + 1, index % 9 + 1).tap()
                taps += 1
        expect(page.locator(".cell--lit")).to_have_count(ARTICLE_000.count(digit))
    assert typed_into(page) == ARTICLE_000
    assert taps <= 35
    box = cell(page, 5, 5).bounding_box()
    assert box["width"] >= 36  # for a finger
    assert abs(box["width"] - box["height"]) <= 1
    assert page.evaluate("document.activeElement === document.body")  # no keyboard of the system
    assert set(
        page.locator(".board--entry input").evaluate_all("c => c.map(c => c.inputMode)")
    ) == {"none"}
    page.locator('[data-key="9"]').tap()  # which ends it, so that a tap chooses a cell
    cell(page, 1, 1).tap()
    page.locator('[data-key="4"]').tap()
    expect(cell(page, 1, 1)).to_have_value("4")  # a tap is over before its click
    assert typed_into(page) == "4" + ARTICLE_000[1:]


def test_level_comes_with_the_paste_and_later_for_a_hard_puzzle(open_page):
    page = open_page()
    box = page.get_by_label("Paste a puzzle")
    page.evaluate("text => navigator.clipboard.writeText(text)", ARTICLE_000)
    box.focus()
    page.keyboard.press("Control+v")
    said = page.locator("#status")
    expect(said.locator(".level")).to_have_text("Medium")
    expect(said).to_contain_text("26 givens, read as a line")
    assert said.bounding_box()["height"] == 44
    asked = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    box.fill(ALESCARGOT)
    expect(said).to_contain_text("Extreme")
    assert any('name="check"' in body for body in asked)
    page.get_by_role("button", name="Empty the board").click()
    expect(said.locator(".level")).to_have_count(0)
    assert said.bounding_box()["height"] == 44


def test_what_a_method_cannot_do_is_not_offered_for_it(open_page):
    page = open_page()
    page.locator(".choose > summary").click()
    in_postgresql = page.get_by_role("radio", name="PostgreSQL")
    help_text = page.locator("#help-runs-in")
    for part in (in_postgresql, help_text):
        expect(part).to_be_hidden()  # the ladder has no statements
    page.locator("#method-combos").check()
    for part in (in_postgresql, help_text):
        expect(part).to_be_visible()
    in_postgresql.check()
    page.locator("#method-ladder").check()
    expect(in_postgresql).to_be_visible()  # or nobody would see what is wrong


def test_reload_after_a_rejected_form_asks_nothing(open_page):
    page = open_page()
    page.get_by_label("Paste a puzzle").fill("not a puz")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#error")).to_contain_text("no Sudoku was found")
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.reload()
    assert sent[0] == "GET"
    expect(page.get_by_label("Paste a puzzle")).to_have_value("not a puz")


def test_picture_gets_a_sentence_and_keeps_the_board(open_page):
    page = open_page(f"/?puzzle={ARTICLE_000}")
    picture = {"name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    page.locator("#file").set_input_files(picture)
    expect(status(page)).to_have_text(
        "Pictures and PDF files cannot be read here. Type their digits on the board."
    )
    assert typed_into(page) == ARTICLE_000
    expect(page.get_by_label("Paste a puzzle")).to_have_value("")


@pytest.mark.parametrize("button", ["Solve", "Play it", "Show on the board"])
def test_reload_sends_nothing_again_without_a_script(open_page, button):
    page = open_page(javascript=False)
    page.get_by_label("Paste a puzzle").fill("not a puz")
    cell(page, 1, 1).fill("5")
    page.get_by_role("button", name=button, exact=True).last.click()
    expect(page.locator("#error")).to_contain_text("no Sudoku was found")
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.reload()
    assert sent[0] == "GET"
    expect(page.get_by_label("Paste a puzzle")).to_have_value("not a puz")
    if button != "Show on the board":
        assert typed_into(page)[0] == "5"


def test_who_pastes_on_a_phone_has_no_keypad_in_the_way(open_page):
    page = open_page(size=PHONE, has_touch=True)
    keypad = page.get_by_role("group", name="Keypad")
    expect(keypad).to_be_visible()
    page.get_by_label("Paste a puzzle").fill(ARTICLE_000)
    expect(page.locator(".said .level")).to_be_visible()
    expect(keypad).to_be_hidden()
    expect(page.get_by_role("heading", name="What you get")).to_be_in_viewport()
    cell(page, 1, 1).tap()
    expect(keypad).to_be_visible()
    keypad.get_by_role("button", name="4").click()
    expect(keypad).to_be_visible()
    assert typed_into(page) == "4" + ARTICLE_000[1:]


def test_board_has_one_tab_stop(open_page):
    page = open_page()
    expect(page.get_by_role("grid", name="The board to type into")).to_have_count(1)
    expect(page.get_by_role("gridcell")).to_have_count(82)  # with the empty corner
    cell(page, 4, 4).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Solve"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.name") == "r4c4"


def test_typing_reports_cells_that_clash(open_page):
    page = open_page()
    cell(page, 3, 7).press("5")
    cell(page, 3, 9).press("5")
    expect(status(page)).to_have_text("r3c7 and r3c9 are both 5, in row 3; change one of them.")
    expect(page.locator(".cell--clash")).to_have_count(2)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#error")).to_have_text(
        "r3c7 and r3c9 are both 5, in row 3; change one of them"
    )
    assert typed_into(page).count("5") == 2
    cell(page, 3, 9).press("Delete")
    expect(page.locator("#error")).to_have_count(0)
    page.goto("/")
    assert typed_into(page).count("5") == 1


def test_undo_and_redo_change_the_board(open_page):
    page = open_page()
    cell(page, 1, 1).press("1")
    cell(page, 1, 2).press("2")
    page.keyboard.press("Control+z")
    assert typed_into(page)[:2] == "10"
    page.get_by_role("button", name="Undo").click()
    assert typed_into(page)[:2] == "00"
    expect(page.locator("#undo")).to_be_hidden()
    cell(page, 1, 1).focus()
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    assert typed_into(page)[:2] == "12"
    page.get_by_role("button", name="Empty the board").click()
    assert set(typed_into(page)) == {"0"}
    page.get_by_role("button", name="Undo").click()
    assert typed_into(page)[:2] == "12"


def test_reload_keeps_the_draft(open_page):
    page = open_page(f"/?puzzle={ARTICLE_000}")
    cell(page, 1, 1).press("4")
    page.reload()
    assert typed_into(page) == "4" + ARTICLE_000[1:]
    page.get_by_role("button", name="Undo").click()
    assert typed_into(page) == ARTICLE_000
    page.goto(f"/?puzzle={ALESCARGOT}")  # another puzzle gives way to no draft
    assert typed_into(page) == ALESCARGOT
    page.goto("/")
    page.get_by_label("Paste a puzzle").fill("not a puz")
    page.reload()
    expect(page.get_by_label("Paste a puzzle")).to_have_value("not a puz")


def test_solving_starts_from_typed_pencil_marks(open_page):
    page = open_page()
    cell(page, 1, 1).press("5")
    page.get_by_role("button", name="Candidates").click()
    for key in ("1", "4", "9", "4"):
        cell(page, 1, 2).press(key)
    page.get_by_role("button", name="Candidates").click()
    cell(page, 1, 3).press("Shift+Digit8")
    expect(cell(page, 1, 2)).to_have_value("19?")
    expect(page.locator("[data-marks]")).to_have_count(2)
    expect(status(page)).to_have_text("Cells with candidates: 2.")
    page.reload()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/solves/*/")
    marks = Solve.objects.get().grid.marks
    assert [digits_of(mask) for mask in marks[:4]] == [
        (5,),
        (1, 9),
        (8,),
        (1, 2, 3, 4, 5, 6, 7, 8, 9),
    ]


def test_paste_anywhere_fills_the_board(open_page):
    page = open_page()
    rows = "\n".join(ARTICLE_000[i : i + 9].replace("0", ".") for i in range(0, 81, 9))
    page.evaluate("text => navigator.clipboard.writeText(text)", rows)
    cell(page, 5, 5).focus()
    page.keyboard.press("Control+v")
    expect(status(page)).to_contain_text("26 givens")
    assert typed_into(page) == ARTICLE_000
    big = "0" * 255 + "G"
    page.evaluate("text => navigator.clipboard.writeText(text)", big)
    page.keyboard.press("Control+v")
    expect(page.locator(".board--entry input")).to_have_count(256)
    assert typed_into(page) == big
    page.evaluate("() => navigator.clipboard.writeText('nothing like it')")
    cell(page, 1, 1).focus()
    page.keyboard.press("Control+v")
    expect(page.get_by_label("Paste a puzzle")).to_have_value("nothing like it")
    expect(status(page)).to_contain_text("no Sudoku was found")
    assert typed_into(page) == big


def test_paste_box_fills_the_board_while_typing(open_page):
    page = open_page()
    box = page.get_by_label("Paste a puzzle")
    box.fill(ARTICLE_000[:45])
    assert typed_into(page) == ARTICLE_000[:45] + "0" * 36
    expect(status(page)).to_have_text("45 of 81 cells read.")
    csv = "\n".join(",".join(ARTICLE_000[i : i + 9]) for i in range(0, 81, 9))
    box.fill(csv)
    expect(status(page)).to_contain_text("26 givens")
    assert typed_into(page) == ARTICLE_000
    cell(page, 1, 1).press("4")
    expect(box).to_have_value("")
    page.keyboard.press("Control+z")
    expect(box).to_have_value(csv)


def test_dropped_or_chosen_file_fills_the_board(open_page, tmp_path):
    page = open_page()
    sdk = "[Puzzle]\n" + "\n".join(ALESCARGOT[i : i + 9].replace("0", ".") for i in range(0, 81, 9))
    drop(page, "puzzle.sdk", sdk)
    expect(status(page)).to_contain_text("23 givens")
    assert typed_into(page) == ALESCARGOT
    utf16 = tmp_path / "puzzle.txt"
    utf16.write_bytes(ARTICLE_000.encode("utf-16"))
    page.locator("#file").set_input_files(utf16)
    expect(status(page)).to_contain_text("26 givens")
    assert typed_into(page) == ARTICLE_000
    drop(page, "big.txt", "0" * 100_001)
    expect(status(page)).to_contain_text("import it into the library")
    assert typed_into(page) == ARTICLE_000


def test_undo_works_across_sizes(open_page):
    page = open_page()
    cell(page, 9, 9).press("9")
    page.locator("#other-boards > summary").click()
    page.get_by_role("link", name="4×4", exact=True).click()
    expect(page.locator(".board--entry input")).to_have_count(16)
    cell(page, 1, 1).press("9")  # no digit of this board
    cell(page, 1, 2).press("4")
    assert typed_into(page) == "04" + "0" * 14
    page.get_by_role("link", name="25×25").click()
    expect(page.locator(".board--entry input")).to_have_count(625)
    cell(page, 25, 25).press("p")
    assert typed_into(page)[-1] == "P"
    for _ in range(4):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".board--entry input")).to_have_count(81)
    assert typed_into(page) == "0" * 80 + "9"


def test_touch_screen_has_a_keypad(open_page):
    page = open_page(size=PHONE)
    keypad = page.get_by_role("group", name="Keypad")
    cell(page, 2, 2).click()
    keypad.get_by_role("button", name="7").click()
    assert typed_into(page)[10] == "7"
    assert page.evaluate("document.activeElement.name") == "r2c2"
    keypad.get_by_role("button", name="Clear").click()
    assert set(typed_into(page)) == {"0"}
    heights = keypad.get_by_role("button").evaluate_all("keys => keys.map(k => k.clientHeight)")
    assert min(heights) >= 44


def test_status_counts_the_solutions_of_the_board(open_page):
    page = open_page()
    page.get_by_label("Paste a puzzle").fill(ALESCARGOT)
    expect(status(page)).to_contain_text("One solution.")
    expect(status(page)).to_contain_text("23 givens")
    cell(page, 1, 1).press("Delete")  # a given that it needs
    expect(status(page)).to_contain_text("Several solutions.")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Empty the board").click()
    cell(page, 1, 1).press("5")
    expect(status(page)).to_have_text("1 given")


def test_several_puzzles_make_a_batch(open_page):
    page = open_page()
    box = page.get_by_label("Paste a puzzle")
    box.fill(f"{ARTICLE_000}\n{ALESCARGOT}")
    expect(status(page)).to_have_text("2 puzzles: they will be solved as one batch.")
    expect(page.locator("#many")).to_be_visible()
    assert typed_into(page) == ARTICLE_000
    page.get_by_role("button", name="Many puzzles at once").click()
    expect(page.get_by_label("Puzzles")).to_have_value(f"{ARTICLE_000}\n{ALESCARGOT}")
    page.go_back()
    expect(box).to_have_value(f"{ARTICLE_000}\n{ALESCARGOT}")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_url("**/batches/*/")
    assert [part.items for part in JobPart.objects.all()] == [2]


WINDOWS = [(1280, 800), (1366, 650), (1440, 900), PHONE, NARROW, (640, 400)]


@pytest.mark.parametrize("locale", ["en", "de"])
def test_solve_button_stays_in_view_on_every_window(open_page, locale):
    page = open_page(f"/?puzzle={ARTICLE_000}", locale=locale)
    for wide, high in WINDOWS:
        page.set_viewport_size({"width": wide, "height": high})
        button = page.locator(".go .button--main")
        expect(button).to_be_in_viewport(ratio=1)
        x, y, width, height = button.bounding_box().values()
        at = [x + width / 2, y + height / 2]
        on_top = "([x, y]) => document.elementFromPoint(x, y).matches('.go .button--main')"
        assert page.evaluate(on_top, at)
        if (wide, high) != (640, 400):
            expect(page.locator("#status")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_header_fits_the_narrowest_window(open_page, locale):
    """The page itself clips what goes over its edge, so its width would not tell."""
    page = open_page(size=NARROW, locale=locale)
    page.locator(".places summary").click()
    places = page.locator(".header a:visible, .header summary:visible")
    for place in places.all():
        box = place.bounding_box()
        assert box["x"] >= 0, place.inner_text()
        assert box["x"] + box["width"] <= NARROW[0], place.inner_text()
        assert box["height"] >= 24
    page.locator('.places a[href="/solves/"]').click()
    page.wait_for_url("**/solves/")


def test_solve_button_never_covers_the_focus(open_page):
    """What Solve is drawn over, while it stays in view, moves up when it is come to."""
    page = open_page(size=(640, 400))
    for _ in range(20):
        page.keyboard.press("Tab")
        is_seen = """() => {
            const one = document.activeElement, box = one.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return one.contains(top) || top?.contains(one) || one.labels?.[0]?.contains(top);
        }"""
        assert page.evaluate(is_seen), page.evaluate("document.activeElement.outerHTML")


def test_entry_works_without_javascript(open_page):
    page = open_page(javascript=False)
    page.locator("#other-boards > summary").click()
    page.get_by_role("link", name="4×4", exact=True).click()
    page.wait_for_url("**shape=4x4")
    expect(page.locator(".board--entry input")).to_have_count(16)
    page.goto("/")
    csv = "\n".join(",".join(ARTICLE_000[i : i + 9]) for i in range(0, 81, 9))
    page.get_by_label("Paste a puzzle").fill(csv)
    page.get_by_role("button", name="Show on the board").click()
    assert typed_into(page) == ARTICLE_000
    cell(page, 1, 1).fill("2")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#error")).to_contain_text("r1c1 and r1c2 are both 2")
    assert typed_into(page) == "2" + ARTICLE_000[1:]
    cell(page, 1, 1).fill("4")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/solves/*/")
    assert Puzzle.objects.get().givens == "4" + ARTICLE_000[1:]


def test_axe_finds_no_fault_and_no_page_scrolls_sideways(open_page):
    for size in (DESKTOP, NARROW):
        page = open_page(size=size)
        cell(page, 1, 1).press("5")
        cell(page, 1, 2).press("5")
        cell(page, 1, 3).press("Shift+Digit8")
        found = Axe().run(page).response["violations"]
        assert not [(v["id"], v["nodes"][0]["html"]) for v in found]
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.locator("#other-boards > summary").click()
    page.get_by_role("link", name="25×25").click()
    expect(page.locator(".board--entry input")).to_have_count(625)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


CROOKED = "AAABBBAAABBCDDDBCCDDDCCCEEEFFFEEEFFF"


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_boards_with_a_name_are_chosen_on_a_phone_and_keep_what_is_typed(open_page, locale):
    page = open_page("/", size=PHONE, locale=locale)
    cells = page.locator("#board input[name^=r]")
    shape = page.locator("[name=shape]")
    cells.nth(0).click()
    page.keyboard.type("5")
    page.locator("#other-boards > summary").click()
    for name in ("9x9 diagonals", "9x9 windows", "9x9 anti-knight"):
        page.locator(f"[data-board='{name}']").click()
        expect(shape).to_have_value(name)
        expect(cells.nth(0)).to_have_value("5")
        expect(page.locator(".sizes [aria-current]")).to_have_attribute("data-board", name)
    page.locator("[data-board='12x12']").click()
    expect(cells).to_have_count(144)
    page.locator("[data-board='25x25']").click()
    expect(cells).to_have_count(625)
    page.locator("[data-board=jigsaw]").click()  # which is drawn on a board of a usual size
    expect(cells).to_have_count(81)
    cells.nth(0).click()
    expect(page.locator("#regions button").first).to_have_text("A 1")


def test_regions_are_drawn_by_pressing_cells_and_by_keys(open_page):
    page = open_page("/")
    cells = page.locator("#board input[name^=r]")
    cells.nth(0).fill("1")
    page.locator("#other-boards > summary").click()
    page.locator("#other-boards select").select_option("6")
    expect(cells).to_have_count(36)
    page.locator("#draw").click()
    expect(page.locator(".sizes [aria-current]")).to_have_attribute("data-board", "jigsaw")
    for letter in "ABC":
        for index in (at for at, each in enumerate(CROOKED) if each == letter):
            cells.nth(index).click()
    expect(page.locator("#status")).to_contain_text("Region D: 0 of 6 cells.")
    cells.nth(0).click()  # a whole region keeps its cells until it is chosen
    expect(page.locator("#status")).to_contain_text("Region D: 1 of 6 cells.")
    page.locator("#regions button").nth(0).click()
    cells.nth(0).click()
    expect(page.locator("#status")).to_contain_text("Region D: 0 of 6 cells.")
    page.locator("#regions button").nth(3).click()
    for index in (at for at, each in enumerate(CROOKED) if each == "D"):
        cells.nth(index).focus()
        page.keyboard.press("Space")
    for index in (at for at, each in enumerate(CROOKED) if each == "E"):
        cells.nth(index).focus()
        page.keyboard.press("e")
    expect(page.locator("[name=shape]")).to_have_value(f"jigsaw:{CROOKED}")
    cells.nth(0).click()
    page.keyboard.type("1")
    cells.nth(7).click()
    page.keyboard.type("1")
    expect(page.locator("#status")).to_have_text(re.compile("^r1c1 and r2c2 are both 1"))
    page.locator("#other-boards input[value=diagonals]").check()
    expect(page.locator("[name=shape]")).to_have_value(f"jigsaw:{CROOKED} diagonals")
    expect(cells.nth(7)).to_have_value("1")
    page.locator("#undo").click()
    expect(page.locator("[name=shape]")).to_have_value(f"jigsaw:{CROOKED}")
