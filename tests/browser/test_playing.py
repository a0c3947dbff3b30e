"""Playing a puzzle in a real browser: by keys, with hints on the board, and never losing any of it."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect
from support import PHONE, flush_redis, wait_for

from solver.engine import enumerate_solutions, read
from solver.models import Puzzle
from solver.puzzles.daily import puzzles_of
from solver.puzzles.starters import load_starters

pytestmark = pytest.mark.browser
PUZZLE = "1230000000000001"
PUZZLE_9 = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
SINGLES = "000105000140000670080002400063070010900000003010090520007200080026000035000409000"
LONG_NET = {  # a position whose next step is a net with more than twelve consequences
    "puzzle": "000000009400009020080100500000005600300600000060018005002000047030500800000070000",
    "values": "000000009400009020080100500000005600300600000060018005002000047030500800000070050",
    "marks": "." * 10 + "57...568" + "." * 67,
}
EASY, SOLUTION = "1030041220004301", "1234341221434321"
NOTATION = re.compile(r"r\dc\d")  # of a cell, which is not for the ear
LABELS = "[...document.querySelectorAll('[aria-label]')].map(each => each.ariaLabel).join()"


@pytest.fixture
def site(live_server) -> str:
    return live_server.url


def values(page) -> str:
    fields = page.locator(".board--play input")
    return "".join(value or "." for value in fields.evaluate_all("all => all.map(f => f.value)"))


def test_game_can_be_typed_marked_undone_hinted_and_resumed(open_page):
    page = open_page(f"/play/?puzzle={PUZZLE}", size=PHONE)
    page.get_by_label("Row 2, column 1").press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+Digit4")
    assert values(page)[4:7] == "34?"
    expect(page).to_have_url(re.compile("values=1230300000000001"))
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert values(page)[4] == "."
    page.get_by_role("button", name="Hint").click()
    told = page.locator("#told")
    expect(told).to_contain_text("A single.")
    told.get_by_role("link", name="Where?").click()
    expect(page.locator("#board .drawing__link")).to_have_count(1)
    told.get_by_role("link", name="Why?").click()
    expect(page.locator(".cell--comes")).to_have_count(1)
    assert Axe().run(page).response["violations"] == []
    told.get_by_role("link", name="Apply").click()
    assert values(page)[3] == "4"
    page.get_by_label("Row 2, column 4").press("4")
    page.get_by_role("button", name="Check").click()
    expect(told).to_contain_text("Two equal digits see each other.")
    page.goto(f"/play/?puzzle={PUZZLE}")
    expect(page.get_by_label("Row 2, column 4")).to_have_value("4")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Row 2, column 4")).to_have_value("")


def test_jigsaw_keeps_its_borders_and_clashes_by_its_regions(open_page):
    shape, line = "jigsaw:AAABBBAAABBCDDDBCCDDDCCCEEEFFFEEEFFF", "5" + "0" * 35
    page = open_page(f"/play/?puzzle={line}&shape={shape}", size=PHONE)
    expect(page.locator(".board--drawn")).to_be_visible()
    expect(page.locator("#board .ground__border")).to_have_count(1)
    page.locator("input[name=r2c2]").click()
    page.keyboard.type("5")
    expect(page.locator("td.cell--clash")).to_have_count(2)
    page.keyboard.press("Delete")
    page.locator("input[name=r3c3]").click()
    page.keyboard.type("5")
    expect(page.locator("td.cell--clash")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#told h2")).to_be_visible()
    expect(page.locator("#board .ground__border")).to_have_count(1)
    board, drawn = (page.locator(each).bounding_box() for each in ("#board tbody", ".ground"))
    assert abs(board["y"] - drawn["y"]) < 2
    assert abs(board["height"] - drawn["height"]) < 2


def type_solution(page, cells) -> None:
    for cell in cells:
        if EASY[cell] == "0":
            page.get_by_label(f"Row {cell // 4 + 1}, column {cell % 4 + 1}").press(SOLUTION[cell])


def hide(page, is_hidden: bool) -> None:
    """Behave as in a tab that is not shown."""
    page.evaluate(
        """isHidden => {
            Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_last_digit_ends_the_game_and_stops_the_clock(open_page, stands_still):
    page = open_page("about:blank", size=PHONE)
    stands_still(page, f"/play/?puzzle={EASY}")
    page.clock.run_for(61_000)
    type_solution(page, range(14))
    page.get_by_label("Row 4, column 3").press("4")
    expect(page.locator("#here")).to_contain_text("Not yet: something is wrong.")
    expect(page.locator("#news")).to_contain_text("All cells are filled. Not yet")
    page.get_by_role("button", name="Show where").click()
    expect(page.locator("#told")).to_contain_text("Two equal digits see each other.")
    page.get_by_role("button", name="Undo").click()
    page.clock.run_for(4_000)
    type_solution(page, [14])
    finish = page.get_by_role("region", name="Solved")
    expect(finish).to_be_visible()
    page.clock.run_for(30_000)
    for _ in range(2):
        expect(page.locator("#clock")).to_have_text("1:05")
        expect(finish.locator("dl")).to_have_text(
            "1:05 your first of this level 0 hints, 1 check 1 wrong digit"
        )
        page.get_by_label("Row 4, column 3").press("4")
        assert values(page) == SOLUTION
        page.reload()
    page.clock.resume()  # axe waits by timers
    assert Axe().run(page).response["violations"] == []


def test_clock_counts_only_what_is_in_sight_and_no_time_twice(open_page, stands_still):
    page = open_page("about:blank")
    stands_still(page, f"/play/?puzzle={EASY}")
    page.clock.run_for(10_000)
    hide(page, True)
    page.clock.run_for(60_000)
    hide(page, False)
    page.clock.run_for(5_000)
    clock = page.locator("#clock")
    expect(clock).to_have_text("0:15")
    page.reload()
    expect(clock).to_have_text("0:15")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused 0:15")).to_be_visible()
    assert page.locator(".cell__digit").filter(visible=True).count() == 0
    page.reload()  # shows nothing either
    lit = "all => all.filter(td => getComputedStyle(td).backgroundColor !== 'rgba(0, 0, 0, 0)')"
    assert page.locator("td.cell").evaluate_all(f"{lit}.length") == 0
    assert page.locator(".cell__digit").filter(visible=True).count() == 0
    page.clock.run_for(60_000)
    page.get_by_role("button", name="Continue").click()
    expect(clock).to_have_text("0:15")
    other = page.context.new_page()
    other.goto(f"/play/?puzzle={EASY}")
    page.clock.run_for(5_000)  # in both
    expect(clock).to_have_text("0:20")
    expect(other.locator("#clock")).to_have_text("0:20")


def test_pause_holds_against_keys_and_against_another_tab(open_page):
    page = open_page(f"/play/?puzzle={EASY}")
    other = page.context.new_page()
    other.goto(f"/play/?puzzle={EASY}")
    page.get_by_label("Row 1, column 2").press("2")
    pause = page.get_by_role("button", name="Pause")
    shown = [tab.get_by_text("Paused 0:") for tab in (page, other)]
    for _ in range(12):
        pause.click()
        for each in shown:
            expect(each).to_be_visible()
        page.evaluate("document.activeElement.blur()")
        for key in ("3", "Control+z", "h", "r"):
            page.keyboard.press(key)
        for each in shown:
            expect(each).to_be_visible()
        page.get_by_role("button", name="Continue").click()
        for each in shown:
            expect(each).to_be_hidden()
    assert values(page) == values(other) == "12" + EASY[2:].replace("0", ".")
    expect(page.locator("#told .told")).to_have_count(0)
    type_solution(page, range(2, 16))
    kept = "localStorage.getItem('clock 4 1030041220004301')"
    before = page.evaluate(kept)
    other.wait_for_timeout(2_500)
    assert other.evaluate(kept) == before


def help_asked(page) -> list[int]:
    kept = page.evaluate(f"JSON.parse(localStorage.getItem('game 4 {EASY}'))")
    return [kept["hints"], kept["checks"]]


def test_help_counts_when_it_arrives_and_never_after_the_end(open_page, settings):
    # Not its first page: the browser's console tells what is refused.
    page = open_page("about:blank").context.new_page()
    page.goto(f"/play/?puzzle={EASY}")
    error = page.locator("#told .error")
    page.context.set_offline(True)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(error).to_contain_text("need the network")
    page.context.set_offline(False)
    flush_redis()  # or what an earlier test has asked for counts too
    settings.LIMIT_SUBMISSIONS = "1/day"
    for answer in (page.locator("#told .told--hint"), error):
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(answer).to_be_visible()
    expect(error).to_contain_text("Too many requests. Please try again in")
    assert help_asked(page) == [1, 0]
    type_solution(page, range(16))
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    assert help_asked(page) == [1, 0]


def test_help_of_two_tabs_adds_up(open_page):
    pages = [open_page(f"/play/?puzzle={EASY}")]
    pages.append(pages[0].context.new_page())
    pages[1].goto(f"/play/?puzzle={EASY}")
    kept = f"localStorage.getItem('game 4 {EASY}')"
    for _ in range(3):
        for page in pages:
            page.get_by_role("button", name="Hint", exact=True).click()
            expect(page.locator("#told .told--hint")).to_be_visible()
            page.get_by_role("button", name="Check", exact=True).click()
            expect(page.locator("#told .told:not(.told--hint)")).to_be_visible()
            # A tab hears of the other a moment later.
            wait_for(lambda: len({each.evaluate(kept) for each in pages}) == 1)
    assert help_asked(pages[0]) == [6, 6]


def test_finish_of_a_puzzle_that_was_brought_leads_on_like_any_other(open_page):
    load_starters()
    page = open_page(f"/play/?puzzle={EASY}", size=PHONE)
    type_solution(page, range(16))
    finish = page.get_by_role("region", name="Solved")
    expect(finish.get_by_role("heading", name="How it could be solved")).to_be_visible()
    expect(finish.locator(".story__strip rect")).to_have_count(7)
    finish.get_by_role("button", name="Share").click()
    expect(finish.get_by_role("button", name="Copied")).to_be_visible()
    text, address = page.evaluate("navigator.clipboard.readText()").rsplit("\n", 1)
    assert "Easy" in text
    other = open_page(address)
    assert values(other) == EASY.replace("0", ".")
    page.get_by_role("button", name="Show the solve").click()
    page.wait_for_url(re.compile("/solves/"))
    page.go_back()
    page.get_by_role("link", name="Next: Easy").click()
    page.wait_for_url(re.compile(r"/puzzles/[^/]+/play/$"))


def test_story_of_a_puzzle_that_is_not_rated_yet_comes_with_its_finish(open_page):
    puzzle = Puzzle.objects.create(givens=EASY, is_published=True, level=2)
    page = open_page(f"/puzzles/{puzzle.pk}/play/")
    type_solution(page, range(16))
    finish = page.get_by_role("region", name="Solved")
    expect(finish.locator(".story__strip rect")).to_have_count(7)
    expect(finish.get_by_role("link", name="Next: Medium")).to_be_visible()


def test_two_tabs_share_a_game(open_page):
    page = open_page(f"/play/?puzzle={EASY}")
    other = page.context.new_page()
    other.goto(f"/play/?puzzle={EASY}")
    type_solution(page, range(7))
    wait_for(lambda: values(other) == values(page))  # nobody is in both within a moment
    type_solution(other, range(7, 15))
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    expect(other.get_by_role("region", name="Solved")).to_be_visible()
    assert values(page) == values(other) == SOLUTION


def test_lobby_continues_any_game_and_begins_one_in_a_press(open_page):
    load_starters()
    page = open_page("/play/", size=PHONE)
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    page.get_by_role("link", name="Hard patterns").click()
    page.wait_for_url(
        re.compile(r"/puzzles/.*/play/$")
    )  # and for the script, before a key is pressed
    first = page.locator("td.cell--open input").first
    first.press("5")
    hard = page.url.partition("#")[0]
    page.goto(f"/play/?puzzle={EASY}")
    type_solution(page, range(4))
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    expect(page.locator(".begun__facts")).to_contain_text("2 of 7 filled")
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("link", name=re.compile("Hard, 1 of")).click()
    page.wait_for_url(lambda url: url.partition("#")[0] == hard)
    page.goto("/play/")
    page.get_by_role("link", name="Continue").click()
    type_solution(page, range(4, 16))
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    page.goto("/play/")
    expect(page.locator(".begun__facts")).to_contain_text("Hard")
    expect(page.locator(".calendar__head")).to_contain_text("1 day in a row")


def test_new_game_is_one_that_was_not_met(open_page):
    load_starters()
    page = open_page("/play/?level=hard")
    met = set()
    for _ in range(3):
        page.wait_for_url(re.compile(r"/puzzles/[^/]+/play/$"))
        met.add(page.url)
        page.locator("td.cell--open input").first.press("5")
        page.goto("/play/?level=hard")
    assert len(met) == 3


def test_game_is_played_again_and_starting_over_is_undone(open_page, stands_still):
    page = open_page("about:blank")
    stands_still(page, f"/play/?puzzle={EASY}")
    page.clock.run_for(9_000)
    type_solution(page, range(14))
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Start over").click()
    assert values(page) == EASY.replace("0", ".")
    expect(page.locator("#clock")).to_have_text("0:00")
    page.get_by_role("button", name="Undo").click()
    assert values(page) == SOLUTION[:14] + "." + SOLUTION[15]
    expect(page.locator("#clock")).to_have_text("0:09")
    type_solution(page, [14])
    page.get_by_role("button", name="Play again").click()
    assert values(page) == EASY.replace("0", ".")
    expect(page.get_by_role("region", name="Solved")).to_be_hidden()
    type_solution(page, range(16))
    expect(page.get_by_role("region", name="Solved")).to_be_visible()


def test_deleted_play_does_not_come_back(open_page):
    page = open_page(f"/play/?puzzle={EASY}")
    type_solution(page, range(3))
    other = page.context.new_page()
    other.goto("/play/me/")
    for _ in range(2):
        other.get_by_role("button", name="Delete").click()
    expect(other.locator("#player-news")).to_have_text("Deleted.")
    other.wait_for_timeout(1_500)
    page.goto("/play/me/")
    kept = "Object.keys(localStorage).filter(name => /^(game|clock) /.test(name))"
    assert page.evaluate(kept) == []


def test_lobby_leads_to_all_games_that_were_begun(open_page):
    load_starters()
    page = open_page(f"/play/?puzzle={EASY}")
    page.evaluate(
        """() => [...Array(8).keys()].forEach(at => localStorage.setItem(
            `game 4 ${at + 1}000000000000000`,
            JSON.stringify({ now: { values: `${at + 1}200000000000000` }, at, seconds: 0 })))""",
    )
    page.goto("/play/")
    others = page.locator(".begun__others")
    expect(others).to_contain_text("7 more underway")
    others.get_by_text("All of them").click()
    expect(others.get_by_role("link")).to_have_count(7)


def read_board(page) -> dict[tuple[int, int], str]:
    """Return what a screen reader says of each cell, by its row and column."""
    said = page.locator(".board--play").aria_snapshot()
    cells = re.findall(r'textbox "Row (\d+), column (\d+)(?:, given)?(?:: ([^"]*))?"', said)
    return {(int(row), int(column)): value for row, column, value in cells}


def test_whole_game_is_played_by_keys_and_by_what_is_read_aloud(open_page):
    """Nothing is looked at but the tree of a screen reader, and nothing is pressed but keys."""
    page = open_page(f"/play/?puzzle={SINGLES}")
    focused = page.locator(":focus")
    while "Row 1, column 1" not in (focused.aria_snapshot() if focused.count() else ""):
        page.keyboard.press("Tab")
    board = read_board(page)
    assert len(board) == 81
    (solution,) = enumerate_solutions(
        read("".join(value or "0" for value in board.values()))
    ).solutions
    page.keyboard.press("ArrowRight")
    page.keyboard.press(board[1, 4])  # a clash, which is told
    news = page.locator("#news")
    assert "1 stands twice: Row 1, column 2; Row 1, column 4, given." in news.aria_snapshot()
    page.keyboard.press("Control+z")
    page.keyboard.press("c")
    page.keyboard.press("4")
    page.keyboard.press("6")
    page.keyboard.press("r")
    assert "Row 1, column 2: marks 4 6. It sees" in news.aria_snapshot()
    for _ in range(2):
        page.keyboard.press("Control+z")
    page.keyboard.press("h")
    for stage in ("Where?", "Why?", "Apply"):
        link = page.get_by_role("link", name=stage)
        expect(link).to_be_visible()
        assert not NOTATION.search(news.aria_snapshot())
        link.press("Enter")
    assert not NOTATION.search(page.evaluate(LABELS))
    page.locator("input[name=r1c1]").press("z")
    page.keyboard.press("Control+Home")
    board = read_board(page)
    for row in range(1, 10):
        for column in range(1, 10):
            if not (board[row, column] or "").isdigit():
                page.keyboard.press(str(solution[9 * row + column - 10]))
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    assert 'heading "Solved' in focused.aria_snapshot()
    assert "All cells are filled." in news.aria_snapshot()
    assert [int(value) for value in read_board(page).values()] == list(solution)


def test_net_is_played_one_consequence_after_the_other(open_page, stands_still):
    page = open_page("about:blank")
    stands_still(page, f"/play/?{urlencode(LONG_NET)}")
    page.get_by_role("button", name="Hint", exact=True).click()
    for press in ("Where?", "Why?"):
        page.get_by_role("link", name=press).click()
    turns = page.locator(".told--hint")
    expect(turns).to_contain_text("Part 1 of 3")
    discs = page.locator(".mark--disc")
    expect(discs).to_have_count(12)
    turns.get_by_role("button", name="Play the parts").click()
    for count in range(1, 13):
        expect(discs).to_have_count(count)
        page.clock.run_for(1_200)
    page.clock.run_for(1_200)
    expect(turns).to_contain_text("Part 2 of 3")
    expect(discs).to_have_count(1)
    turns.get_by_role("button", name="Pause").click()
    turns.get_by_role("link", name="Last part").click()
    expect(turns).to_contain_text("Part 3 of 3")
    expect(page.locator(".told--hint")).to_contain_text("Nothing is left for")


def test_finished_puzzle_of_the_day_is_ticked(open_page, monkeypatch):
    load_starters()
    now = timezone.now()  # for the site and the page, until the end: no other day begins
    monkeypatch.setattr(timezone, "now", lambda: now)
    (row, *_others) = puzzles_of(now.date())
    page = open_page("about:blank")
    page.clock.set_fixed_time(now)
    page.goto(f"/puzzles/{row.puzzle_id}/play/")
    (solution,) = enumerate_solutions(row.puzzle.grid).solutions
    for cell, digit in enumerate(solution):
        if row.puzzle.givens[cell] in "0.":
            page.locator(".board--play input").nth(cell).press(str(digit))
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    page.goto("/play/")
    expect(page.locator(f'.today [data-id="{row.puzzle_id}"] a')).to_contain_text("✓")
    expect(page.locator(".month__today .ticks .is-done")).to_have_count(1)
    rows = {str(each.puzzle_id): each for each in puzzles_of(now.date())}
    box = page.locator(".begun")
    for _ in range(4):  # the day's next, and at last a new game
        offered = box.get_by_role("link", name="Play", exact=True).get_attribute("href")
        (other,) = (each for pk, each in rows.items() if pk in offered)
        solved = {"puzzle": other.puzzle.givens, "id": str(other.puzzle_id), "level": 3}
        page.evaluate(
            """one => localStorage.setItem("played", JSON.stringify(
                [...JSON.parse(localStorage.getItem("played")), {...one, at: Date.now(), seconds: 9}]))""",
            solved,
        )
        page.reload()
        expect(page.locator(".today .is-done")).to_have_count(7 - len(rows))
        del rows[str(other.puzzle_id)]
    expect(box.get_by_role("heading", name="New game")).to_be_visible()
    expect(box.get_by_role("link", name="Play", exact=True)).to_have_attribute(
        "href", re.compile("level=hard$")
    )


def test_drill_remembers_what_was_found(open_page):
    page = open_page("/techniques/naked-pair/find/")
    page.get_by_role("link", name="Show", exact=True).click()
    page.goto("/play/")
    expect(page.locator(".finds li").first).to_contain_text("0 of the last 1")


def middle_of(page, cell: int) -> tuple[float, float]:
    box = page.locator(".board--play td.cell").nth(cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, *cells: int) -> None:
    page.mouse.move(*middle_of(page, cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*middle_of(page, cell))
    page.mouse.up()


def state(page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.evaluate("location.href")).fragment)


class TestInput:
    NINE = "0" * 80 + "9"

    def test_dragged_cells_take_each_kind_of_mark_and_several_colours(self, open_page):
        page = open_page(f"/play/?puzzle={self.NINE}")
        drag(page, 0, 1, 2, 11)
        expect(page.locator(".cell--chosen")).to_have_count(4)
        page.keyboard.press("x")
        page.keyboard.press("7")
        page.keyboard.press("c")
        page.keyboard.press("4")
        page.keyboard.press("8")
        page.keyboard.press("m")
        page.keyboard.press("1")
        page.keyboard.press("3")
        found = state(page)
        assert found["marks"][0].split(".")[:3] == ["48"] * 3
        assert found["corners"][0].split(".")[11] == "7"
        first = page.locator("input[name=r1c1]")
        expect(first).to_have_attribute(
            "aria-label", "Row 1, column 1: marks 4 8, corner marks 7, colour 1 3"
        )
        assert Axe().run(page).response["violations"] == []
        page.keyboard.press("3")  # all hold it, so it goes out
        page.keyboard.press("c")
        page.keyboard.press("4")
        page.reload()
        expect(first).to_have_attribute(
            "aria-label", "Row 1, column 1: marks 8, corner marks 7, colour 1"
        )
        for _ in range(3):
            page.get_by_role("button", name="Erase").click()
        expect(first).to_have_attribute("aria-label", "Row 1, column 1")

    def test_hundred_cells_are_marked_by_two_drags_and_two_keys(self, open_page):
        page = open_page(f"/play/?puzzle={self.NINE}")
        path = [
            9 * row + (column if row % 2 == 0 else 8 - column)
            for row in range(6)
            for column in range(9)
        ]
        for mode, key in (("x", "1"), ("c", "2")):
            page.keyboard.press(mode)
            drag(page, *path[:50])
            page.keyboard.press(key)
        found = state(page)
        assert [found[kind][0].count(key) for kind, key in (("corners", "1"), ("marks", "2"))] == [
            50,
            50,
        ]

    def test_quick_drag_takes_the_cells_between(self, open_page):
        page = open_page(f"/play/?puzzle={self.NINE}")
        drag(page, 0, 4, 44, 40)
        expect(page.locator(".cell--chosen")).to_have_count(13)
        for cell in (*range(5), 14, 24, 34, 44, *range(40, 44)):
            expect(page.locator("td.cell").nth(cell)).to_have_class(re.compile("cell--chosen"))

    def test_kept_digit_is_drawn_as_a_mark_and_undone_at_once(self, open_page):
        page = open_page(f"/play/?puzzle={self.NINE}")
        page.locator("input[name=r1c1]").press("5")
        page.keyboard.press("Control+z")
        page.keyboard.press("l")
        drag(page, 0, 4, 0)
        assert state(page)["marks"][0].split(".")[:6] == ["5"] * 5 + [""]
        page.keyboard.press("x")
        drag(page, 9, 12)
        page.keyboard.press("z")
        drag(page, 1, 3)  # the first has it, so it goes out
        found = state(page)
        assert found["marks"][0].split(".")[:6] == ["5", "", "", "", "5", ""]
        assert found["corners"][0].split(".")[9:14] == ["5"] * 4 + [""]
        for _ in range(3):
            page.get_by_role("button", name="Undo").click()
        assert not state(page)

    def test_arrow_that_goes_back_lets_its_cell_go(self, open_page):
        page = open_page(f"/play/?puzzle={self.NINE}")
        page.locator("input[name=r1c1]").click()
        for key in ("Right", "Right", "Down", "Up", "Left", "Left"):
            page.keyboard.press(f"Shift+Arrow{key}")
            page.wait_for_timeout(20)
        expect(page.locator(".cell--chosen")).to_have_count(0)
        for key in ("Right", "Down", "Up"):
            page.keyboard.press(f"Shift+Arrow{key}")
        expect(page.locator(".cell--chosen")).to_have_count(2)
        page.keyboard.press("5")
        assert values(page)[:3] == "55."

    def test_arrows_choose_and_a_double_press_takes_all_alike(self, open_page):
        page = open_page(f"/play/?puzzle={self.NINE}")
        page.locator("input[name=r1c1]").click()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Control+ArrowDown")
        page.keyboard.press("5")
        assert values(page)[:11] == "55.......5."[:9] + ".5"
        page.locator("input[name=r9c1]").click()
        page.keyboard.press("5")
        page.locator("input[name=r1c1]").dblclick()
        expect(page.locator(".cell--chosen")).to_have_count(4)
        page.keyboard.press("Delete")
        assert values(page).count("5") == 0
        page.keyboard.press("Control+z")
        assert values(page).count("5") == 4

    def test_kept_digit_goes_where_it_is_pressed(self, open_page):
        page = open_page(f"/play/?puzzle={self.NINE}", size=PHONE)
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("switch", name="Digit first").check()
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="5", exact=False).first.click()
        for name in ("r1c1", "r2c5"):
            page.locator(f"input[name={name}]").click()
        assert values(page).count("5") == 2
        page.reload()
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("switch", name="Digit first")).to_be_checked()

    def test_wrong_digit_is_told_at_once_if_one_wishes(self, open_page):
        page = open_page(f"/play/?puzzle={EASY}")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("switch", name="Show a wrong digit at once").check()
        page.get_by_role("button", name="Done").click()
        page.locator("input[name=r1c2]").press("4")  # sees no other 4
        expect(page.locator("td.cell--wrong")).to_have_count(1)
        page.locator("input[name=r1c2]").press("2")
        expect(page.locator("td.cell--wrong")).to_have_count(0)
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Start over").click()
        assert values(page) == EASY.replace("0", ".")

    def test_board_pad_and_hint_are_in_view_together(self, open_page):
        for width, height in ((640, 400), (390, 844), (1280, 800), (1366, 650)):
            page = open_page(f"/play/?puzzle={PUZZLE_9}", size=(width, height))
            page.get_by_role("button", name="Hint", exact=True).click()
            expect(page.locator(".told--hint")).to_be_visible()
            for part in (".board--play tbody", ".told--hint h2", '.keys [data-key="9"]'):
                box = page.locator(part).bounding_box()
                assert box["y"] > -3, (part, width)
                assert box["y"] + box["height"] <= height, (part, width)

    def test_what_a_check_says_leaves_the_keys_in_view_in_a_low_window(self, open_page):
        page = open_page(f"/play/?puzzle={PUZZLE_9}", size=(640, 400), locale="de")
        for name in ("r1c1", "r1c2", "r1c3"):
            page.locator(f"input[name={name}]").press("1")
        page.locator(".button[name=ask][value=check]").click()
        expect(page.locator("#told .told")).to_be_visible()
        for part in ('.keys [data-key="9"]', ".keypad .button--main", ".board--play tbody"):
            box = page.locator(part).bounding_box()
            assert box["y"] > -3, part
            assert box["y"] + box["height"] <= 400, part
        assert Axe().run(page).response["violations"] == []

    @pytest.mark.parametrize("size", [(640, 400), PHONE, (1366, 650)])
    def test_net_is_told_with_its_presses_in_view_and_words_that_fit(self, open_page, size):
        page = open_page(f"/play/?{urlencode(LONG_NET)}", size=size, locale="de")
        page.locator("[name=ask][value=hint]").click()
        for stage in (2, 3):
            page.locator(".presses [data-to=more]").click()
            expect(page.locator(f".stages li:nth-child({stage})")).to_have_attribute(
                "aria-current", "step"
            )
        box = page.locator(".told--hint").bounding_box()
        parts = (".player__play", "[data-to=less]", "[data-to=do]", '.keys [data-key="9"]')
        for part in (*parts, ".board--play tbody"):
            inside = page.locator(part).bounding_box()
            assert inside["y"] > -3, part
            assert inside["y"] + inside["height"] <= size[1], part
            if part in parts[:3]:
                assert inside["y"] + inside["height"] <= box["y"] + box["height"] + 1, part
        wide = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1)"
        words = page.locator(".pad .button, .presses .button")
        assert words.evaluate_all(f"{wide}.map(each => each.textContent)") == []
