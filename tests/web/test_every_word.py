"""A reader of another language finds no English left: every text of every page goes through translation.

The pages are read in a made-up language, whose catalogue has each message between ⟦ and ⟧. What then stands
outside of these is data, or was forgotten.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import django
import pytest
from django.test import override_settings
from puzzles import ARTICLE_000, ARTICLE_001, NO_CANDIDATE
from support import fail, some
from test_pages import solved, submit
from test_walk import routes

from solver.engine import methods, techniques
from solver.engine.methods.rules import RULES
from solver.jobs import running
from solver.management.commands import make_messages
from solver.models import Job, Puzzle, Solve, User
from solver.puzzles import showcases
from solver.puzzles.course import COURSE
from solver.puzzles.starters import STARTERS
from solver.queue import submission
from solver.queue.owners import Owner
from solver.queue.showcases import solve_showcase
from solver.sets.articles import METHODS
from solver.solves import writing
from solver.solves.exports import exports
from solver.web.external_links import SITES

MARKED = "de"  # asked for, so that dates are in words that Django translates
FRAMEWORK = Path(django.__file__).parent
READ = {
    "aria-label",
    "title",
    "alt",
    "placeholder",
}  # attributes; and data- for scripts, but these:
UNREAD_DATA = {
    "data-action",
    "data-board",
    "data-cell",
    "data-changes",
    "data-copy",
    "data-fact",
    "data-field",
    "data-home",
    "data-href",
    "data-keep",
    "data-key",
    "data-keys",
    "data-marks",
    "data-model-name",
    "data-name",
    "data-of",
    "data-part",
    "data-poll",
    "data-setting",
    "data-technique",
    "data-techniques",
    "data-token",
    "data-tries",
    "data-value",
    "data-worker",
}
UNREAD = {"script", "style", "code", "kbd", "textarea"}
NAMES = [
    *("Sudoku by sets", "English", "Deutsch", "API", "JSON", "CSV", "UTC"),
    *SITES,
    *(starter.title for starter in STARTERS),
    *(name for technique in techniques().values() for name in technique.called.values()),
    *(
        "anna",
        "a script",
        "interactive",
        "slow",
        "bulk",
        "sets",
        "Librarian",
        "Moderator",
        "Viewer",
    ),
    *("Search", "True", "False"),  # which Django's admin says in English
    *(*methods(), "unique"),  # identifiers in tables
]
DATA = {
    "json",
    "csv",
    "png",
    "sql",
    "rows.csv",
    "tables.sql",
    "tsql.sql",
}  # exports that are no text for people
# Notation, such as r3c7=4 and 1-9, and a puzzle's line.
NOTATION = re.compile(
    r"r\d+c\d+|\b1-[0-9A-P]\b|[0-9A-P]{16,}…?|\b\d+(?:[.,]\d+)? (?:ms|s)\b|(?:https?:/)?/[\w/.-]+"
    r"|\{.*\}|[\da-f]{8}-[\da-f-]+"
)


class Reader(HTMLParser):
    """What of a page is read, aloud or by eye, and stands outside of the marks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.unread = 0
        self.depth = 0  # of marks: a message may hold tags, and another message
        self.left: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.unread += tag in UNREAD
        is_description = ("name", "description") in attributes
        for name, value in attributes:
            is_for_a_script = name.startswith("data-") and name not in UNREAD_DATA
            if name in READ or is_for_a_script or (name == "content" and is_description):
                self.left.add(plain(outside(value or "")[0]))

    def handle_endtag(self, tag):
        self.unread -= tag in UNREAD

    def handle_data(self, text):
        left, self.depth = outside(text, self.depth)
        if not self.unread:
            self.left.add(plain(left))


def outside(text: str, depth: int = 0) -> tuple[str, int]:
    """What of a text is outside of marks, and how deep inside them it ends."""
    left = ""
    for character in text:
        depth += (character == "⟦") - (character == "⟧")
        left += character if depth == 0 and character != "⟧" else ""
    return left, depth


def plain(text: str) -> str:
    """A text without the data that it holds."""
    text = NOTATION.sub(" ", text)
    for name in NAMES:
        text = text.replace(name, " ")
    return " ".join(text.split())


def left_in_english(page: str) -> list[str]:
    return sorted(text for text in Reader(page).left if re.search(r"[^\W\d_]{2}", text))


@pytest.fixture(scope="session")
def marked_locale(tmp_path_factory) -> Path:
    """A catalogue in which every message of ours and of Django's says itself, between marks."""
    catalog = make_messages.gather()
    for path in FRAMEWORK.rglob("locale/en/LC_MESSAGES/django.po"):
        with path.open("rb") as file:
            for message in make_messages.read_po(file, locale="en"):
                catalog.add(message.id)
    for message in catalog:
        if message.id:
            message.string = (
                f"⟦{message.id}⟧"
                if isinstance(message.id, str)
                else tuple(f"⟦{form}⟧" for form in message.id)
            )
    catalog.locale = MARKED
    folder = tmp_path_factory.mktemp("locale")
    (folder / MARKED / "LC_MESSAGES").mkdir(parents=True)
    (folder / MARKED / "LC_MESSAGES/django.mo").write_bytes(make_messages.compiled(catalog))
    return folder


def forget_drawn() -> None:
    """What this process has drawn once and keeps, by its languages and whatever else tells it apart."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("solver.web.", "solver.boards.", "solver.admin.")):
            for each in vars(module).values():
                if callable(forget := getattr(each, "cache_clear", None)):
                    forget()


@pytest.fixture
def read(client, marked_locale):
    """Reads a page in the made-up language; whatever stands there in English fails the test."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = MARKED
    languages = [("en", "English"), (MARKED, "Deutsch")]
    left = {}

    def read(address: str, /, **data: str) -> None:
        answer = client.post(address, data, follow=True) if data else client.get(address)
        page = answer.getvalue().decode()
        assert "⟦" in page, address
        left[address] = left_in_english(page)

    forget_drawn()
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=[marked_locale]):
        yield read
    forget_drawn()
    forgotten = [f"{address}: {text}" for address, texts in left.items() for text in texts]
    assert not forgotten, "\n".join(["put these into {% translate %} or _():", *forgotten])


pytestmark = [pytest.mark.django_db, pytest.mark.every]


def test_check_finds_untranslated_text():
    page = '<p aria-label="Here">⟦Row <b>⟦one⟧</b> two⟧, r1c9 <code>line</code> <b>Sudoku by sets</b> there</p>'
    assert left_in_english(page) == ["Here", "there"]


def test_front_page_has_no_untranslated_text(client, read):
    solved(client)
    read("/")
    read("/?size=16")
    read("/", puzzle="x")
    read("/solves/", puzzle="55" + "0" * 79, method="combos")


def test_every_public_page_has_no_untranslated_text(client, read):
    """Also one that nobody has named below: as a stranger sees it, and who is signed in."""
    pages = {
        f"/{route}" for _name, route in routes() if not re.search("<|[(]|^admin/|^api/", route)
    }
    assert len(pages) > 10
    for _ in range(2):
        for page in sorted(pages):
            answer = client.get(page)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                read(page)
        client.force_login(User.objects.get_or_create(username="anna")[0])


@pytest.mark.parametrize("method", methods())
def test_solve_by_each_method_has_no_untranslated_text(client, read, method):
    solve = solved(client, ARTICLE_001, method=method)
    address = solve.get_absolute_url()
    for moment in (
        "",
        "?iteration=0",
        "?iteration=1&step=1",
        "?iteration=1&cell=r1c1",
        "?iteration=1&cell=r9c8",
        f"?iteration={solve.iteration_count}",
    ):
        read(address + moment)
    read(f"{address}sheet/")
    if method in METHODS:
        read(f"{address}article/")
    for form in exports().keys() - DATA:
        read(f"{address}export.{form}?iteration=1")


@pytest.mark.parametrize("puzzle", [NO_CANDIDATE, "0" * 16])
def test_unsolved_solve_has_no_untranslated_text(client, read, puzzle):
    solves = [solved(client, puzzle, method=method) for method in methods()]
    for solve in solves:
        read(solve.get_absolute_url())
    read("/solves/")
    read(f"/compare/?solves={','.join(str(solve.pk) for solve in solves)}")


def test_unfinished_solve_has_no_untranslated_text(client, read):
    submit(client, puzzle=ARTICLE_000)
    solve = Solve.objects.get()
    read(solve.get_absolute_url())
    read(f"/compare/?solves={solve.pk}")
    fail(solve, "worker-lost", times=1)
    read(solve.get_absolute_url())
    read("/solves/")


@pytest.mark.fuzz
def test_technique_pages_have_no_untranslated_text(client, read):
    read("/techniques/")
    shown = solve_showcase(showcases.showcase_for("enclosed combo"))
    while not shown.is_over:
        writing.record(shown.pk)
        shown.refresh_from_db()
    for name in {*RULES} & {*techniques()} | {*some(techniques(), 12)}:
        read(f"/techniques/{name.replace(' ', '-')}/")


def test_lessons_have_no_untranslated_text(client, read):
    for lesson in COURSE:
        address = f"/learn/{lesson.name}/"
        read(address)
        solve = solve_showcase(showcases.showcase_of(lesson))
        while writing.record(solve.pk):
            pass
        read(address)
        read(f"{address}?answer=0")
        read(f"{address}try/")


def test_account_pages_have_no_untranslated_text(client, read):
    for address in ("/account/sign-up/", "/account/sign-in/"):
        read(address)
        read(address, username="anna", password="x", password1="x", password2="y")
    client.force_login(User.objects.create_user("anna"))
    for page in ("", "password/", "tokens/", "webhooks/", "address/", "delete/"):
        read(f"/account/{page}")
    read("/account/tokens/", name="a script")
    for address in ("https://solver.example/", "https://127.0.0.1/", "https://a b/"):
        read("/account/webhooks/", address=address)
    read("/account/password/", old_password="x")
    read("/account/delete/", password="x")
    read("/account/address/", email="x", password="x")
    User.objects.update(is_staff=True)
    read("/account/second-factor/", password="x")
    read("/account/second-factor/remove/")


def test_recovery_pages_have_no_untranslated_text(client, read):
    for page in ("", "sent/", "MQ/nothing/"):
        read(f"/account/reset/{page}")
    read("/account/reset/", email="x")


def test_own_solve_has_no_untranslated_text(client, read):
    address = solved(client).get_absolute_url()
    read(f"{address}delete/")
    client.post(f"{address}share/", {"visibility": "private"})
    read(address)


def test_solve_of_others_has_no_untranslated_text(client, read):
    address = solved(client).get_absolute_url()
    Solve.objects.update(visibility="public", session_digest="")
    read(address)
    read(f"/embed{address}?iteration=6")
    read(f"{address}report/")
    read(f"{address}report/", reason="x", words="x" * 501)


def test_job_page_has_no_untranslated_text(client, read):
    anna = User.objects.create_user("anna")
    client.force_login(anna)
    keys = [str(Puzzle.objects.create(givens=ARTICLE_000).pk)]
    job = submission.submit_job("verify", keys, owner=Owner(user=anna), title="anna")
    read(f"/jobs/{job.pk}/")
    client.post(f"/jobs/{job.pk}/pause/")
    read(f"/jobs/{job.pk}/")
    client.post(f"/jobs/{job.pk}/resume/")
    running.run(job.pk)
    read(f"/jobs/{job.pk}/")
    read("/jobs/")


def test_error_page_has_no_untranslated_text(client, read):
    read("/nowhere/")


def test_staff_pages_have_no_untranslated_text(client, read):
    anna = User.objects.create_superuser("anna")
    puzzle = solved(client).puzzle
    client.force_login(anna)
    fail(submission.submit(puzzle.grid, "combos"), "fault")
    read("/status/")
    read("/admin/")
    for kind in ("puzzle", "solve", "user"):
        read(f"/admin/solver/{kind}/")
    read("/admin/solver/puzzle/add/")
    read("/admin/solver/puzzle/add/", givens="x")
    read(f"/admin/solver/puzzle/{puzzle.pk}/change/")
    read(f"/admin/solver/solve/{puzzle.solves.first().pk}/change/")


def test_list_of_solves_has_no_untranslated_text(client, read):
    solve = solved(client)
    client.post(f"/solves/{solve.pk}/keep/", {"note": "anna", "favourite": "1"})
    for asked in ("", "?method=combos&outcome=solved&size=9", "?q=nothing", "?whose=public"):
        read(f"/solves/{asked}")


def test_batch_pages_have_no_untranslated_text(client, read):
    read("/batches/")
    read("/batches/", puzzles="x", method="combos")
    answer = client.post(
        "/batches/", {"puzzles": f"{ARTICLE_000}\n{ARTICLE_001}", "method": "combos"}
    )
    read(answer["Location"])
    running.run(Job.objects.get().pk)
    read(answer["Location"])


def test_library_pages_have_no_untranslated_text(client, read):
    puzzle = solved(client).puzzle
    read("/puzzles/?q=nothing")
    Puzzle.objects.update(is_published=True, title="anna")
    for page in ("", "?view=list", "sheet/", f"{puzzle.pk}/"):
        read(f"/puzzles/{page}")
