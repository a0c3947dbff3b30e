"""Every page there is, for everyone: no fault that axe finds in either theme, and no width it does not fit.

German words are long, so what fits in both languages fits in most.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000, NO_CANDIDATE
from support import DESKTOP, NARROW

from solver import engine
from solver.jobs import running
from solver.library import catalogue
from solver.models import Collection, Puzzle, Solve, User
from solver.queue import batches, showcases, submission
from solver.record import writing
from solver.web import urls

pytestmark = pytest.mark.browser

# No pages: what only takes POST, files, and answers to programs.
NO_PAGES = {
    *("retry", "share", "job-move", "sign-out", "revoke-token"),
    *("keep", "add-puzzle", "export-solves", "take-batch"),
    *("export", "job-report", "puzzle-of-the-day"),
    *("livez", "readyz"),
}
FOLD = "open => document.querySelectorAll('details').forEach(one => (one.open = open))"
LARGE = 2_000  # elements; axe would look at a long table for half a minute
# The search field of Django's admin is labelled by a picture with a text.
RULES = {"rules": {"label-title-only": {"enabled": False}}}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # all that the theme changes


@pytest.fixture
def site(live_server) -> str:
    """No worker: solves are recorded here."""
    return live_server.url


@pytest.fixture
def editor(transactional_db) -> User:
    return User.objects.create_superuser("editor", password="nine rows of nine")


def recorded(editor, puzzle, method="combos", **options) -> Solve:
    solve = submission.submit(engine.read(puzzle), method, options, submission.Owner(user=editor))
    while not solve.is_over:
        writing.record(solve.pk)
        solve.refresh_from_db()
    return solve


def pages(editor: User) -> dict[str, list[str]]:
    """Paths of each page by the name of its route, once for each of its states."""
    solve, guessed = recorded(editor, ARTICLE_000), recorded(editor, ALESCARGOT, "guessing")
    branched, broken = recorded(editor, ALESCARGOT, "branches"), recorded(editor, NO_CANDIDATE)
    queued = submission.submit(engine.read("0" * 625), "combos", {}, submission.Owner(user=editor))
    writing.record(showcases.solve_showcase(showcases.showcase_for("enclosed combo")).pk)
    Puzzle.objects.update(is_published=True)
    puzzles = [str(each) for each in Puzzle.objects.values_list("pk", flat=True)]
    shelf = Collection.objects.create(title="Shelf", slug="shelf")
    catalogue.collect(shelf.pk, puzzles)
    job = submission.submit_job("verify", puzzles, owner=submission.Owner(user=editor))
    grids = [engine.read(ARTICLE_000), engine.read(NO_CANDIDATE)]
    batch = batches.submit(grids, "rules", {}, submission.Owner(user=editor))
    running.run(batch.pk)
    at = solve.get_absolute_url()
    return {
        "home": ["/", f"/?puzzle={ARTICLE_000}", "/?puzzle=55" + "0" * 79],
        "solves": ["/solves/", "/solves/?whose=public", "/solves/?q=nothing&size=5"],
        "batches": ["/batches/"],
        "batch": [f"/batches/{batch.pk}/"],
        "solve": [
            f"{at}?iteration=6&step=4",
            f"{guessed.get_absolute_url()}?iteration=7",
            branched.get_absolute_url(),
            broken.get_absolute_url(),
            queued.get_absolute_url(),
        ],
        "sheet": [f"{at}sheet/"],
        "delete-solve": [f"{at}delete/"],
        "compare": [f"/compare/?solves={solve.pk},{guessed.pk},{branched.pk}"],
        "puzzles": ["/puzzles/", "/puzzles/?q=nothing+like+it"],
        "puzzle": [f"/puzzles/{solve.puzzle_id}/"],
        "puzzle-sheet": ["/puzzles/sheet/"],
        "jobs": ["/jobs/"],
        "job": [f"/jobs/{job.pk}/"],
        "techniques": ["/techniques/"],
        "technique": ["/techniques/enclosed-combo/", "/techniques/claiming/"],
        "account": ["/account/"],
        "sign-up": ["/account/sign-up/"],
        "sign-in": ["/account/sign-in/"],
        "password": ["/account/password/"],
        "delete-account": ["/account/delete/"],
        "tokens": ["/account/tokens/"],
        "elsewhere": [
            "/status/",
            "/no-such-page/",
            "/admin/",
            "/admin/solver/puzzle/",
            "/admin/solver/puzzle/add/",
            "/admin/solver/puzzle/import/",
            "/admin/solver/puzzle/generate/",
            f"/admin/solver/puzzle/{solve.puzzle_id}/change/",
            "/admin/solver/collection/",
            f"/admin/solver/collection/{shelf.pk}/change/",
            "/admin/solver/membership/",
            f"/admin/solver/solve/{solve.pk}/change/",
        ],
    }


def too_wide(page, path: str, *widths: tuple[int, int]) -> list[tuple[str, ...]]:
    """Where a page has to be scrolled sideways."""
    page.goto(path)
    page.evaluate(FOLD, True)
    language, faults = page.locator("html").get_attribute("lang"), []
    for width, height in widths:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width and not path.startswith("/admin/"):
            faults.append((path, language, f"{wide} px wide at {width}"))
    return faults


def found_by_axe(page, path: str, scheme: str, options) -> list[tuple[str, ...]]:
    found = Axe().run(page, options=options).response["violations"]
    return [
        (path, scheme, v["id"], v["nodes"][0]["html"], v["nodes"][0]["failureSummary"])
        for v in found
    ]


def test_has_no_fault_that_axe_finds_and_fits_every_width(open_page, editor):
    known = pages(editor)
    named, shown = {each.name for each in urls.urlpatterns}, known.keys() - {"elsewhere"}
    where = (
        "tests/browser/test_every_page.py, pages() or, of what is no page, NO_PAGES: add or remove"
    )
    assert named - NO_PAGES == shown, f"{where} {(named - NO_PAGES) ^ shown}"
    german = open_page("/", locale="de-DE")
    assert german.locator("html").get_attribute("lang") == "de"
    page = open_page("/", bypass_csp=True)  # axe styles what it measures
    client = Client()
    client.force_login(editor)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page.url}
    for each in (page, german):
        each.context.add_cookies([cookie])
    faults = []
    for paths in known.values():
        for path in paths:
            faults += too_wide(german, path, NARROW)
            page.emulate_media(color_scheme="light")
            faults += too_wide(page, path, NARROW, DESKTOP)
            page.evaluate(FOLD, page.locator("*").count() < LARGE)
            faults += found_by_axe(page, path, "light", RULES)
            page.emulate_media(color_scheme="dark")
            page.evaluate(FOLD, False)
            if path.startswith("/admin/"):
                page.goto(path)  # its colours change slowly
            faults += found_by_axe(page, path, "dark", COLOURS)
    assert not faults, "\n".join(map(str, faults))
