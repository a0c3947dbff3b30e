"""Every page there is, for everyone: no fault that axe finds in either theme, and no width it does not fit.

German words are long, so what fits in both languages fits in most.
"""

import itertools
from collections.abc import Iterator, Mapping
from uuid import UUID

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.http import urlsafe_base64_encode
from playwright.sync_api import Page, expect
from puzzles import ALESCARGOT, ARTICLE_000, NO_CANDIDATE
from pytest_django.live_server_helper import LiveServer
from support import (
    DESKTOP,
    MILLISECONDS,
    NARROW,
    PHONE,
    Processes,
    empty_tables,
    is_thorough,
    note_faults,
)

from solver import engine
from solver.jobs import running
from solver.models import Collection, Puzzle, Report, SavedGame, Solve, User
from solver.puzzles import catalogue, collections, showcases
from solver.queue import batches, submission
from solver.queue.showcases import solve_showcase
from solver.solves import writing
from solver.web import urls

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

NAMES = {each.name for each in urls.urlpatterns}
# No pages: what only takes POST, files, and answers to programs.
DENSE = {"home", "batches", "solve", "embed", "desk"}  # much stands close together there
NO_PAGES = {
    *("retry", "go-on", "share", "job-move", "sign-out", "revoke-token", "remove-webhook"),
    *("mend", "ticks", "read-again", "undo-import"),
    *("theme", "keep", "add-puzzle", "export-solves", "take-batch", "play-keep", "puzzle-way"),
    *("worker", "manifest", "player-record"),
    *("export", "job-report", "puzzle-of-the-day"),
    *("livez", "readyz"),
    *("solve-qr", "puzzle-qr", "puzzle-picture", "puzzle-feed"),
    *("robots", "sitemaps", "sitemap", "sudoku-sql", "pglite-worker", "pglite-file"),
    "sign-in-code",  # for whoever is half signed in: test_passing_on
}
BESIDE = {"api", "desk", "elsewhere"}  # no page of `web`
WITHOUT_PLAY = {"embed", "desk"}  # a frame in other sites, and the editors' own pages
TO_PLAY = 'a[href="/play/"]'
ON_A_PHONE = {"width": PHONE[0], "height": PHONE[1]}
SIGN_IN = "?next="
FOLD = "open => document.querySelectorAll('details').forEach(one => (one.open = open))"
# Words that are smaller than 14 px. Boards, charts and code are drawings: they have sizes of their own.
SMALL = """() => {
  const found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const words = walk.currentNode.textContent.trim(), { parentElement } = walk.currentNode;
    if (!words || !parentElement.getClientRects().length) continue;
    if (parentElement.closest('.header, .unseen, .board, .key, .sets__sql, svg')) continue;
    if (parseFloat(getComputedStyle(parentElement).fontSize) < 14) found.add(words.slice(0, 60));
  }
  return [...found];
}"""
LARGE = 2_000  # elements; axe would look at a long table for half a minute
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # all that the theme changes
THEMES = "light", "dark"
LANGUAGES = "en", "de"


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker) -> Iterator[str]:
    """Loaded once for all pages, and without a worker: what is queued stays so.

    `live_server` would empty it after each of them.
    """
    Processes.stop_all()
    server = LiveServer("localhost")
    with django_db_blocker.unblock():
        yield server.url
        server.stop()
        empty_tables()


@pytest.fixture(scope="module")
def editor(site) -> User:
    return User.objects.create_superuser("editor", password="nine rows of nine")


@pytest.fixture(scope="module")
def known(editor) -> dict[str, list[str]]:
    return pages(editor)


@pytest.fixture(scope="module")
def open_as_editor(browser, site, editor):
    """Opens one page for all the tests, signed in."""
    client = Client()
    client.force_login(editor)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}

    contexts, faults = [], []

    def opened(**how):
        contexts.append(browser.new_context(base_url=site, **how))
        contexts[-1].add_cookies([cookie])
        contexts[-1].set_default_timeout(MILLISECONDS)
        page = contexts[-1].new_page()
        note_faults(page, faults)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture(scope="module")
def english(open_as_editor):
    return open_as_editor(bypass_csp=True)  # axe styles what it measures


@pytest.fixture(scope="module")
def german(open_as_editor):
    return open_as_editor(locale="de-DE", bypass_csp=True)


def recorded(editor, puzzle, method="combos", **options) -> Solve:
    solve = submission.submit(engine.read(puzzle), method, options, submission.Owner(user=editor))
    while not solve.is_over:
        writing.record(solve.pk)
        solve.refresh_from_db()
    return solve


def pages(editor: User) -> dict[str, list[str]]:
    """Paths of each page by the name of its route, once for each of its states.

    Most boards are small: axe looks at the colours of each cell, and they are the same on a large one.
    """
    solve, guessed = recorded(editor, ARTICLE_000), recorded(editor, "0" * 16, "guessing")
    branched, broken = recorded(editor, "0" * 16, "branches"), recorded(editor, "01234" + "0" * 11)
    stalled, best = recorded(editor, "1" + "0" * 15), recorded(editor, "0" * 16, "best")
    queued = submission.submit(engine.read("0" * 256), "combos", {}, submission.Owner(user=editor))
    writing.record(solve_showcase(showcases.showcase_for("enclosed combo")).pk)
    Puzzle.objects.update(is_published=True)
    puzzles = [str(each) for each in Puzzle.objects.values_list("pk", flat=True)]
    shelf = Collection.objects.create(title="Shelf", slug="shelf")
    catalogue.collect(shelf.pk, puzzles)
    own = collections.create(editor, "Of my own")
    catalogue.collect(own.pk, puzzles[:2])
    SavedGame.objects.create(owner=editor, puzzle="0" * 16, values="1" + "0" * 15, at=1)
    job = submission.submit_job("verify", puzzles, owner=submission.Owner(user=editor))
    brought = submission.submit_job(
        "import", ["1" + "0" * 15, "12"], owner=submission.Owner(user=editor)
    )
    running.run(brought.pk)  # as far as its preview, with a line to tick and one to mend
    grids = [engine.read(ARTICLE_000), engine.read(NO_CANDIDATE)]
    batch = batches.submit(grids, "rules", {}, submission.Owner(user=editor))
    running.run(batch.pk)
    Solve.objects.filter(pk=guessed.pk).update(visibility="public")
    Solve.objects.exclude(pk=guessed.pk).update(visibility="unlisted")
    Report.objects.create(solve=guessed, reason="other", words="It is not mine.")
    Puzzle.objects.create(givens="2" + "0" * 15, in_inbox=True, tags=["even", "evening"])
    uid = urlsafe_base64_encode(str(editor.pk).encode())
    link = f"/account/reset/{uid}/{default_token_generator.make_token(editor)}/"
    at = solve.get_absolute_url()
    return {
        "home": ["/", f"/?puzzle={ARTICLE_000}", "/?puzzle=55" + "0" * 79],
        "solves": ["/solves/", "/solves/?whose=public", "/solves/?q=nothing&size=5"],
        "batches": ["/batches/"],
        "batch": [f"/batches/{batch.pk}/"],
        "solve": [
            f"{at}?iteration=6&step=4",
            f"{at}?iteration=6&cell=r5c6",
            f"{stalled.get_absolute_url()}?show=solution&number=2",
            queued.get_absolute_url(),
            branched.get_absolute_url(),
            f"{guessed.get_absolute_url()}?iteration=4",
            stalled.get_absolute_url(),
            f"{best.get_absolute_url()}?show=solution",
            broken.get_absolute_url(),
        ],
        "sheet": [f"{at}sheet/"],
        "article": [f"{at}article/"],
        "embed": [f"/embed{at}?iteration=6", f"/embed{queued.get_absolute_url()}"],
        "report": [f"{guessed.get_absolute_url()}report/"],
        "delete-solve": [f"{at}delete/"],
        "compare": ["/compare/", f"/compare/?solves={solve.pk},{guessed.pk},{branched.pk}"],
        "puzzles": ["/puzzles/", "/puzzles/?q=nothing+like+it"],
        "puzzle": [f"/puzzles/{solve.puzzle_id}/"],
        "puzzle-sheet": ["/puzzles/sheet/"],
        "play": ["/play/?puzzle=1230000000000001&ask=hint&stage=3", "/play/?puzzle=11"],
        "puzzle-play": [f"/puzzles/{puzzles[0]}/play/?ask=check"],
        "jobs": ["/jobs/"],
        "job": [f"/jobs/{brought.pk}/?fate=all", f"/jobs/{job.pk}/"],
        "techniques": ["/techniques/", "/techniques/?q=nothing+like+it"],
        "technique": ["/techniques/enclosed-combo/", "/techniques/xy-wing/"],
        "find-step": [
            "/techniques/xy-wing/find/?cells=r1c1",
            "/techniques/naked-pair/find/?show=1",
            "/techniques/mixed/find/",
        ],
        "make": ["/make/?needs=xy-wing", "/make/?needs=xy-wing&symmetry=diagonal"],
        "games": ["/play/games/"],
        "collections": ["/collections/"],
        "collect": ["/collections/add/?puzzle=1230000000000001", "/collections/add/"],
        "collection": [own.get_absolute_url()],
        "collection-sheet": [f"{own.get_absolute_url()}sheet/"],
        "offline": ["/play/offline/"],
        "player": ["/play/me/"],
        "daily": ["/daily/"],
        "daily-of": ["/daily/2026-11-20/"],
        "learn": ["/learn/"],
        "lesson": ["/learn/enclosed-sets/?answer=0", "/learn/x-wing/", "/learn/sets/?show=1"],
        "exercises": ["/learn/enclosed-sets/try/"],
        "account": ["/account/"],
        "sign-up": ["/account/sign-up/"],
        "sign-in": ["/account/sign-in/"],
        "password": ["/account/password/"],
        "reset-password": ["/account/reset/"],
        "reset-sent": ["/account/reset/sent/"],
        "new-password": [link, "/account/reset/MQ/nothing/"],
        "address": ["/account/address/"],
        "second-factor": ["/account/second-factor/"],
        "remove-second-factor": ["/account/second-factor/remove/"],
        "privacy": ["/privacy/"],
        "delete-account": ["/account/delete/"],
        "tokens": ["/account/tokens/"],
        "webhooks": ["/account/webhooks/"],
        "elsewhere": ["/no-such-page/", "/status/", "/admin/login/"],
        "api": ["/api/v1/docs/"],
        "desk": [*desk(solve.puzzle_id, shelf.pk, guessed.pk)],
    }


def desk(puzzle: UUID, shelf: int, solve: UUID) -> Iterator[str]:
    """Every list and every form of the editors' desk."""
    at = "/admin/solver"
    yield from (f"{at}/puzzle/{name}" for name in ("inbox/", "", "?q=1", "tags/", "import/"))
    yield from (f"{at}/puzzle/{name}/" for name in ("generate", "add"))
    yield from (f"{at}/puzzle/{puzzle}/{name}/" for name in ("change", "history", "delete"))
    yield from (f"{at}/collection/{name}" for name in ("", "?q=shelf", "add/", "make/"))
    yield from (
        f"{at}/collection/{shelf}/{name}/" for name in ("change", "draft", "delete", "make")
    )
    yield from (f"{at}/{name}/" for name in ("membership", "job", "user", "user/add"))
    yield from (f"{at}/solve/?reported=open", f"{at}/solve/{solve}/change/")
    yield from (f"{at}/user/{User.objects.get().pk}/{name}/" for name in ("change", "password"))
    yield from ("/admin/", "/admin/admin/logentry/", "/admin/auth/group/1/change/")


def large_pages(editor: User) -> Iterator[str]:
    """Solves with long trees and wide boards."""
    for puzzle, method in (
        (ALESCARGOT, "guessing"),
        (ALESCARGOT, "branches"),
        ("0" * 625, "combos"),
    ):
        yield recorded(editor, puzzle, method).get_absolute_url()
    yield submission.submit(engine.read("0" * 625), "combos", {}).get_absolute_url()


def too_wide(page, path: str, *widths: tuple[int, int]) -> list[tuple[str, ...]]:
    """Where a page has to be scrolled sideways."""
    page.evaluate(FOLD, True)
    language, faults = page.locator("html").get_attribute("lang"), []
    for width, height in widths:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            faults.append((path, language, f"{wide} px wide at {width}"))
    return faults


def too_small(page, path: str) -> list[tuple[str, ...]]:
    """Return the words of a page that are smaller than a reader should be asked to read."""
    return [(path, "too small", words) for words in page.evaluate(SMALL)]


def found_by_axe(page, path: str, scheme: str, options: Mapping) -> list[tuple[str, ...]]:
    found = page.evaluate("options => axe.run(options)", {**options, "resultTypes": ["violations"]})
    return [
        (path, scheme, v["id"], v["nodes"][0]["html"], v["nodes"][0]["failureSummary"])
        for v in found["violations"]
    ]


def goto_with_axe(page, path: str) -> None:
    page.goto(path)
    page.evaluate(AXE_SCRIPT)


@pytest.mark.fuzz
def test_largest_boards_fit_a_phone(english, german, editor):
    faults = []
    for path in large_pages(editor):
        for page in (english, german) if is_thorough() else (german,):
            page.goto(path)
            faults += too_wide(page, path, NARROW)
    assert not faults, "\n".join(map(str, faults))


def test_states_cover_every_page(known):
    named, shown = NAMES - NO_PAGES, known.keys() - BESIDE
    where = (
        "tests/browser/test_every_page.py, pages() or, of what is no page, NO_PAGES: add or remove"
    )
    assert named == shown, f"{where} {named ^ shown}"


def looks_at(english, german, name: str, state: int) -> Iterator[tuple[Page, str]]:
    """Each language and theme that a state of a page is looked at in.

    All of them, or, for a sample, the first state in one of each, by turns.
    """
    if is_thorough():
        yield from itertools.product((german, english), THEMES)
    elif state == 0:
        yield (german, english)[len(name) % 2], THEMES[len(name) // 2 % 2]


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [*sorted(NAMES - NO_PAGES), *sorted(BESIDE)])
def test_axe_finds_no_fault_and_every_width_fits(english, german, known, name):
    assert name in known, f"tests/browser/test_every_page.py, pages(): add an address of {name}"
    faults = []
    for state, path in enumerate(known[name]):
        before = None
        for page, theme in looks_at(english, german, name, state):
            page.emulate_media(color_scheme=theme)
            if page is before and not path.startswith("/admin/"):  # its colours change slowly
                faults += found_by_axe(page, path, theme, COLOURS)
                continue
            before = page
            goto_with_axe(page, path)
            assert SIGN_IN not in page.url
            assert page.locator("html").get_attribute("lang") == LANGUAGES[page is german]
            if path.startswith("/admin/") and page.evaluate("scrollY"):
                faults.append((path, LANGUAGES[page is german], "opens below its top"))
            page.set_viewport_size(ON_A_PHONE)
            if name not in WITHOUT_PLAY and not page.locator(TO_PLAY).filter(visible=True).count():
                faults.append((path, "has no way to a game on a phone"))
            faults += too_wide(page, path, NARROW, DESKTOP)
            page.evaluate(FOLD, page.locator("*").count() < LARGE)
            if name not in DENSE:
                faults += too_small(page, path)
            faults += found_by_axe(page, path, theme, {})
    assert not faults, "\n".join(map(str, faults))


def test_hard_game_is_two_presses_away_on_a_phone(known, english):
    english.set_viewport_size(ON_A_PHONE)
    english.goto("/")
    english.locator(TO_PLAY).filter(visible=True).first.click()
    expect(english.get_by_role("link", name="Hard").first).to_be_visible()


def test_keyboard_completes_a_typed_tag(known, english):
    english.goto("/admin/solver/puzzle/import/")
    field, offered = english.get_by_label("Tags for all"), english.locator(".completed li:visible")
    field.press_sequentially("mine, eve")
    expect(offered).to_have_text(["even", "evening"])
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        field.press(key)
    expect(field).to_have_value("mine, evening, ")
    field.press_sequentially("eve")
    expect(offered).to_have_text(["even"])
    field.press("Escape")
    expect(offered).to_have_count(0)
    expect(field).to_have_value("mine, evening, eve")
