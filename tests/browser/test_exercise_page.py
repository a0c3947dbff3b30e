"""Exercises in a real browser, under the site's policy: PostgreSQL in a worker runs and judges them."""

import pytest
from playwright.sync_api import expect
from support import PATIENCE, some

from solver.puzzles.course import COURSE
from solver.sets.exercises import exercises_of
from solver.web.learn import pglite

STARTS = 2_000 * PATIENCE  # milliseconds that PostgreSQL may take to start on a busy machine
# The page ends what takes too long, and a busy machine may take it.
PATIENT = f"""{{
    const set = window.setTimeout;
    window.setTimeout = (call, wait, ...more) => set(call, wait >= 20_000 ? {STARTS} : wait, ...more);
}}"""
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not pglite.is_there(), reason="set-up could not fetch PGlite"),
]


@pytest.fixture
def site(live_server) -> str:
    return live_server.url


def started(open_page, lesson):
    page = open_page("/livez")
    page.add_init_script(PATIENT)
    page.goto(f"/learn/{lesson}/try/")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    assert not asked
    page.get_by_role("button", name="Start PostgreSQL here").click()
    expect(page.get_by_text("PostgreSQL is ready.")).to_be_visible(timeout=STARTS)
    expect(page.get_by_role("button", name="Start PostgreSQL here")).to_be_hidden()
    fetched = [url.rpartition("/")[2] for url in asked]
    assert {"worker.js", "index.js", "pglite.wasm", "pglite.data"} <= {*fetched}
    asked.clear()
    return page, asked


def run(part, query):
    part.get_by_role("textbox").fill(query)
    part.get_by_role("button", name="Run").click()
    said = part.locator(".exercise__said")
    expect(said).not_to_have_text("…", timeout=STARTS)
    return said


def check_answers(page, asked, lesson):
    for exercise in exercises_of(lesson):
        part = page.locator(f"[aria-labelledby=ask-{exercise.name}]")
        said = run(part, exercise.answer)
        expect(said).to_have_text("Right, on this board and on another one.")
        said = run(part, exercise.mistake)
        expect(said).to_have_text(exercise.of_mistake.replace("`", ""))
    assert asked == []  # nothing goes to the server while somebody writes and runs


# PostgreSQL takes a while to start: the lessons of the other tests are checked there.
@pytest.mark.fuzz
@pytest.mark.parametrize(
    "lesson",
    some([each.name for each in COURSE if each.name not in ("peers", "hidden-singles")], 3),
)
def test_answers_are_right_and_usual_mistakes_are_told(open_page, lesson):
    check_answers(*started(open_page, lesson), lesson)


def test_answers_and_faults_are_told_and_stop_ends_a_query(open_page):
    page, asked = started(open_page, "hidden-singles")
    check_answers(page, asked, "hidden-singles")
    part = page.locator("[data-exercise]").first
    expect(run(part, "SELECT nothing FROM nowhere")).to_contain_text('"nowhere" does not exist')
    expect(run(part, "SELECT 1, 2, 3")).to_contain_text("Not yet. Rows expected and found:")
    expect(run(part, "SELECT 1")).to_have_text("The result has another number of columns.")
    part.get_by_role("textbox").fill("SELECT count(*) FROM generate_series(1, 9000000000)")
    part.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-state]")).to_contain_text("Stopped.")
    expect(page.get_by_role("button", name="Start PostgreSQL here")).to_be_visible()


def test_answers_are_told_and_cells_of_the_result_are_lit(open_page):
    page, asked = started(open_page, "peers")
    check_answers(page, asked, "peers")
    run(page.locator("[aria-labelledby=ask-seen-by-a-cell]"), "SELECT 4, 5")
    expect(page.locator(".board .is-lit")).to_have_count(1)


def test_without_scripts_the_exercise_is_its_text(open_page):
    page = open_page("/learn/peers/try/", javascript=False)
    expect(page.get_by_role("button", name="Start PostgreSQL here")).to_be_hidden()
    expect(page.locator("[data-answer]").first).to_be_attached()
    page.get_by_text("The tables, for psql").click()
    expect(page.locator("pre [data-given]")).to_contain_text("CREATE TABLE SudokuInput")
