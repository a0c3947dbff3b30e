"""The atlas, lessons and drills in a real browser: by keys, on a phone, without a script, and with progress."""

import re

import pytest
from playwright.sync_api import expect
from support import PHONE, wait_for

from solver.engine.core.masks import bits
from solver.engine.ladder.stored import drills
from solver.engine.rating import LEVELS
from solver.engine.techniques.rungs import rungs
from solver.puzzles.course import TECHNIQUE_LESSONS

pytestmark = pytest.mark.browser
LESSON = next(lesson for lesson in TECHNIQUE_LESSONS if lesson.name == "x-wing")


@pytest.fixture
def site(live_server) -> str:
    return live_server.url


def cells_of(stored) -> list[int]:
    return [*bits(next(rungs()["X-wing"].find(stored.position)).cells)]


def test_each_level_of_the_atlas_fits_two_screens_of_a_phone(open_page):
    page = open_page("/techniques/", size=PHONE, javascript=False)
    for level in LEVELS:
        page.locator(f'[value="{level}"]').check()
        expect(page.locator("[data-level]:visible")).to_have_count(1)
        assert page.locator(".atlas").bounding_box()["height"] < 2 * PHONE[1]


def test_lesson_is_tried_by_keys_without_a_jump(open_page):
    page = open_page("/learn/x-wing/")
    first, *_others = cells_of(LESSON.tries[0][2])
    board = page.locator("#try .cell__ask")
    board.first.focus()
    for key in ["ArrowRight"] * (first % 9) + ["ArrowDown"] * (first // 9):
        page.keyboard.press(key)
    before = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.locator("#try [role=status]")).to_contain_text("is right.")
    assert page.evaluate("scrollY") == before
    expect(board.nth(first)).to_be_focused()


def test_found_drill_is_told_in_its_lesson_and_in_the_atlas(open_page):
    page = open_page("/techniques/x-wing/find/?position=1")
    for cell in cells_of(drills("X-wing")[0]):
        page.locator(".cell__ask").nth(cell).click()
        expect(page.locator("#find")).to_contain_text(
            re.compile("is right|are right|That is right")
        )
    expect(page.get_by_role("link", name="Next, harder")).to_be_visible()
    expect(page.locator("[data-found]")).to_contain_text("1 of the last 1")
    page.goto("/learn/x-wing/")
    expect(page.locator('#drill [data-fact="found"]')).to_have_text("1 of 10 found")
    unfound = page.locator(".tens a:not(.is-found)").first.get_attribute("href")
    expect(page.locator("[data-next]")).to_have_attribute("href", unfound)
    page.goto("/techniques/x-wing/")
    expect(page.locator(".tens .is-found")).to_have_count(1)
    page.goto("/techniques/")
    expect(page.locator('[data-techniques^="x-wing"] .atlas__found')).to_contain_text(
        "1 of 10 found"
    )
    expect(page.locator(".atlas__known")).to_contain_text("next for you: Full house")


class Slow:
    """A line on which the first answer to a press waits until it is let through."""

    def __init__(self, page) -> None:
        self.page, self.held, self.asked = page, None, 0
        page.route(re.compile("press="), self._take)

    def _take(self, route) -> None:
        self.asked += 1
        if self.asked == 1:
            self.held = route
        else:
            route.continue_()

    def let_through(self) -> None:
        wait_for(lambda: self.page.wait_for_timeout(10) or self.asked)
        assert self.asked == 1  # the others wait
        self.held.continue_()


def test_presses_before_an_answer_comes_are_kept_and_shown(open_page):
    page = open_page("/techniques/x-wing/find/?position=1")
    line = Slow(page)
    cells = cells_of(drills("X-wing")[0])
    for cell in cells:
        page.locator(".cell__ask").nth(cell).click()
    expect(page.locator(".cell--evidence")).to_have_count(len(cells))
    line.let_through()
    expect(page.locator("#find [role=status]")).to_have_text("That is right.")
    assert line.asked == len(cells)


def test_keys_and_words_before_an_answer_comes_are_kept(open_page):
    page = open_page("/learn/x-wing/")
    line = Slow(page)
    stored = LESSON.tries[0][2]
    names = [stored.position.masks.geometry.cell_names[cell] for cell in cells_of(stored)]
    board = page.locator("#try .cell__ask")
    first, second, *_others = cells_of(stored)
    board.nth(first).press("Enter")
    board.nth(second).press("Enter")
    field = page.get_by_label("Press cells, or type them")
    field.fill(" ".join(names[2:-1]))
    line.let_through()
    expect(page.locator("#try [role=status]")).to_contain_text(names[1])
    expect(field).to_be_focused()
    line.asked = 0
    board.nth(cells_of(stored)[-1]).press("Enter")
    field.press("Enter")
    line.let_through()
    expect(page.locator("#try [role=status]")).to_contain_text("That is right.")


def test_tried_position_is_told_in_the_course_and_by_the_account_elsewhere(
    open_page, site, client, django_user_model
):
    client.force_login(django_user_model.objects.create_user("ada"))
    session = client.cookies["sessionid"].value
    page = open_page("/learn/")
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    page.goto("/learn/x-wing/")
    names = LESSON.tries[0][2].position.masks.geometry.cell_names
    cells = cells_of(LESSON.tries[0][2])
    for count, cell in enumerate(cells, 1):
        page.locator("#try .cell__ask").nth(cell).click()
        # The next press goes on from this one, so it waits for its answer.
        said = "That is right" if count == len(cells) else names[cell]
        expect(page.locator("#try [role=status]")).to_contain_text(said)
    expect(page.locator("[data-try]").first).to_contain_text("✓")
    page.goto("/learn/")
    told = page.locator("li", has=page.locator('[href="/learn/x-wing/"]')).locator(".atlas__found")
    expect(told).to_have_text("1 of 3 tried")
    page.evaluate("localStorage.clear()")  # as in another browser
    page.reload()
    expect(told).to_have_text("1 of 3 tried")


def test_found_drill_of_a_technique_does_not_count_in_the_lesson_on_several(open_page):
    page = open_page("/learn/sets/")
    page.evaluate(
        """() => localStorage.setItem("finds", JSON.stringify({"xy-wing":
        [...Array(13).keys()].map((at) => ({position: `position=${at + 1}`, right: true, at}))}))"""
    )
    page.goto("/learn/")
    told = page.locator("[data-keys]").locator(".atlas__found")
    expect(told.nth(16)).to_have_text("✓ 3 of 3 tried · 10 of 10 found")
    expect(told.nth(23)).to_have_text("")


def test_lesson_works_without_a_script(open_page):
    page = open_page("/learn/x-wing/", javascript=False)
    page.get_by_role("link", name="Position 2", exact=True).first.click()
    names = LESSON.tries[1][2].position.masks.geometry.cell_names
    page.get_by_label("Press cells, or type them").fill(
        " ".join(names[cell] for cell in cells_of(LESSON.tries[1][2]))
    )
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#try [role=status]")).to_contain_text("That is right.")


@pytest.mark.parametrize("language", ["en", "de"])
def test_lesson_is_read_aloud_in_the_language_of_the_page(open_page, language):
    """A machine for tests has no voice, so what would be said is caught at the last moment."""
    page = open_page("/learn/almost-locked-sets/", locale=language)
    page.evaluate(
        "() => { window.said = []; speechSynthesis.speak = (each) => window.said.push(each); }"
    )
    button = page.locator("[data-aloud]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    said = page.evaluate("() => window.said.map(({ lang, text }) => [lang, text])")
    assert {each for each, _text in said} == {language}
    assert said[0][1] == page.locator(".course__idea").inner_text()
    words = " ".join(text for _language, text in said)
    assert not re.search(r"r\dc\d", words)  # they are rows and columns
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
