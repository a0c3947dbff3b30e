"""An editor mends an import where it stands, ticks what is to be written, and takes it back."""

import csv
import io

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001
from support import body_of, json_of

from solver import engine
from solver.jobs import running
from solver.models import Collection, Job, Puzzle, Solve, User
from solver.queue import submission

pytestmark = pytest.mark.django_db
IMPORT = "/admin/solver/puzzle/import/"
SEVERAL = "1" + "0" * 80
SHORT = ARTICLE_001[:-1]  # a cell too few
FILE = f"""givens,title,tags,author
{ARTICLE_000},One,"easy, nice",Ada
{SHORT},Two,,Ada
{SEVERAL},Three,,
{ALESCARGOT},Four,,
"""


def work_off(address: str) -> Job:
    job = Job.objects.get(pk=address.split("/")[2])
    running.run(job.pk)
    job.refresh_from_db()
    return job


@pytest.fixture
def job(librarian: Client) -> Job:
    """An import that waits: one line is wrong, one has several solutions."""
    return work_off(librarian.post(IMPORT, {"text": FILE}).url)


def page_of(client: Client, job: Job, **query: str) -> str:
    return client.get(job.get_absolute_url(), query).content.decode()


def mend(client: Client, job: Job, number: int, **texts: str) -> str:
    answer = client.post(f"/jobs/{job.pk}/lines/{number}/", texts, follow=True)
    job.refresh_from_db()
    return answer.content.decode()


def go_on(client: Client, job: Job, **ticks) -> Job:
    client.post(f"/jobs/{job.pk}/resume/", ticks)
    return work_off(f"/jobs/{job.pk}/")


def test_page_opens_with_the_wrong_lines(librarian, job):
    page = page_of(librarian, job)
    assert f'value="{SHORT}"' in page
    assert "80 cells found" in page
    assert ARTICLE_000 not in page
    everything = page_of(librarian, job, fate="all")
    assert "easy, nice" in everything
    assert ">One<" in everything


def test_edited_line_gets_checked_again(librarian, job):
    said = mend(librarian, job, 2, givens=SHORT + "k", title="Two")
    assert "k" in said
    assert job.counts["wrong"] == 1
    mend(librarian, job, 2, givens=ARTICLE_001, title="Second", tags="mended")
    assert job.counts == {"new": 3, "improper": 1}
    assert go_on(librarian, job).counts == {"added": 3, "left": 1}
    puzzle = Puzzle.objects.get(givens=ARTICLE_001)
    assert (puzzle.title, puzzle.tags, puzzle.author) == ("Second", ["mended"], "Ada")
    assert (puzzle.verdict, bool(puzzle.canonical)) == ("unique", True)


def test_edited_line_can_repeat_another(librarian, job):
    mend(librarian, job, 2, givens=ARTICLE_000)
    assert "the same as line 2" in page_of(librarian, job, fate="repeated")
    mend(librarian, job, 2, givens=ARTICLE_001)
    assert job.counts == {"new": 3, "improper": 1}


def test_editing_a_repeated_line_frees_its_twin(librarian):
    lines = f"{ARTICLE_000}\n{ALESCARGOT}\n{ARTICLE_000}\n"
    job = work_off(librarian.post(IMPORT, {"text": lines}).url)
    mend(librarian, job, 1, givens=ARTICLE_000, title="Monday")
    assert job.counts == {"new": 2, "repeated": 1}
    mend(librarian, job, 1, givens=ARTICLE_001)
    assert job.counts == {"new": 3}  # what repeated it stands for itself


def test_edit_returns_to_a_line_that_stays_wrong(librarian, job):
    answer = librarian.post(f"/jobs/{job.pk}/lines/2/", {"givens": SHORT})
    assert answer.url.endswith("#givens-2")
    page = page_of(librarian, job)
    assert 'id="givens-2"' in page
    assert "Line 3: wrong" in page  # as its file counts
    answer = librarian.post(f"/jobs/{job.pk}/lines/2/", {"givens": ARTICLE_001})
    assert answer.url.endswith("#main")


def test_line_with_an_extra_column_fills_the_fields(librarian):
    text = f"puzzle,rank,title,tags\n{ARTICLE_000},1,One,calm; new,one more\n"
    job = work_off(librarian.post(IMPORT, {"text": text}).url)
    page = page_of(librarian, job)
    assert "the line has more columns (5) than the first line names (4)" in page
    assert f'value="{ARTICLE_000}"' in page
    assert 'value="calm, new"' in page
    assert "<summary>Edit" not in page_of(librarian, job, fate="unused")  # the name of a column
    mend(librarian, job, 2, givens=ARTICLE_000, title="One", tags="calm")
    assert job.counts == {"unused": 1, "new": 1}


def test_correct_line_can_get_other_texts(librarian):
    job = work_off(librarian.post(IMPORT, {"text": f"{ARTICLE_000}\n{ALESCARGOT}\n"}).url)
    mend(librarian, job, 1, givens=ARTICLE_000, title="Monday", tags="a, b")
    go_on(librarian, job)
    assert Puzzle.objects.get(givens=ARTICLE_000).title == "Monday"


def test_import_writes_the_ticked_lines(librarian, job):
    page = page_of(librarian, job, fate="all")
    assert page.count(" checked") == 2  # what has several solutions is not
    assert 'id="taken">2<' in page
    ticks = f"/jobs/{job.pk}/ticks/"
    headers = {"X-Requested-With": "fetch"}
    one = librarian.post(ticks, {"shown": "3", "take": "3"}, headers=headers)
    assert json_of(one) == {"taken": 3}
    assert go_on(librarian, job, shown=["1", "4"], take=["4"]).counts == {
        "wrong": 1,
        "added": 2,
        "left": 1,
    }
    assert set(Puzzle.objects.values_list("title", flat=True)) == {"Three", "Four"}


def test_all_lines_of_a_kind_can_be_ticked(librarian, job):
    librarian.post(f"/jobs/{job.pk}/ticks/", {"all": "new", "none": "1"})
    librarian.post(f"/jobs/{job.pk}/ticks/", {"all": "improper"})
    go_on(librarian, job)
    assert Puzzle.objects.get().title == "Three"


def test_running_import_cannot_be_edited(librarian, job):
    go_on(librarian, job)
    assert "is already running" in mend(librarian, job, 2, givens=ARTICLE_001)
    assert job.counts["wrong"] == 1
    assert librarian.post(f"/jobs/{job.pk}/lines/99/", {}).status_code == 302
    assert not Puzzle.objects.filter(givens=ARTICLE_001).exists()


def test_all_or_nothing_import_works_after_a_correction(librarian):
    data = {"text": f"{ARTICLE_000}\n{SHORT}\n", "all_or_nothing": "on"}
    job = work_off(librarian.post(IMPORT, data).url)
    assert go_on(librarian, job).status == "failed"
    mend(librarian, job, 2, givens=ARTICLE_001)
    assert go_on(librarian, job).counts == {"added": 2}


def test_report_imports_as_a_file(librarian, job):
    report = body_of(librarian.get(f"/jobs/{job.pk}/report.csv")).decode()
    rows = list(csv.DictReader(io.StringIO(report)))
    assert [row["givens"] for row in rows][:2] == [ARTICLE_000, SHORT]
    mended = report.replace(SHORT, ARTICLE_001)
    again = work_off(librarian.post(IMPORT, {"text": mended}).url)
    assert again.counts == {"new": 3, "improper": 1}
    go_on(librarian, again)
    assert Puzzle.objects.get(title="One").tags == ["easy", "nice"]


class TestImportedPuzzles:
    @pytest.fixture
    def done(self, librarian, job) -> Job:
        Puzzle.objects.create(givens="0" * 256, title="Before")
        return go_on(librarian, job)

    def test_have_a_link_to_the_library(self, librarian, done):
        assert "Show these 2 in the library" in page_of(librarian, done)
        rows = librarian.get("/admin/solver/puzzle/", {"job": str(done.pk)}).context["cl"]
        assert {puzzle.title for puzzle in rows.result_list} == {"One", "Four"}

    def test_disappear_on_undo(self, librarian, done):
        undone = work_off(librarian.post(f"/jobs/{done.pk}/undo/").url)
        assert undone.counts == {"out": 2}
        assert Puzzle.objects.get().title == "Before"
        assert "Show these" not in page_of(librarian, done)

    def test_that_were_solved_since_stay_on_undo(self, librarian, done):
        submission.submit(engine.read(ALESCARGOT), "combos")
        assert "One of them has been solved since and stays" in page_of(librarian, done)
        undone = work_off(librarian.post(f"/jobs/{done.pk}/undo/").url)
        assert undone.counts == {"out": 1, "kept": 1}
        assert {*Puzzle.objects.values_list("givens", flat=True)} >= {ALESCARGOT}

    def test_return_to_the_inbox_if_a_visitor_brought_them(self, librarian):
        solve = submission.submit(engine.read(ALESCARGOT), "combos")
        shelf = Collection.objects.create(title="Shelf", slug="shelf")
        data = {"text": ALESCARGOT, "at_once": "on", "collection": shelf.pk, "publish": "on"}
        done = work_off(librarian.post(IMPORT, data).url)
        work_off(librarian.post(f"/jobs/{done.pk}/undo/").url)
        puzzle = Puzzle.objects.get()
        assert (puzzle.in_inbox, puzzle.is_published, shelf.puzzles.count()) == (True, False, 0)
        assert Solve.objects.get() == solve


def test_editing_an_import_needs_the_permission(librarian, job):
    stranger = Client()
    for operation in ("lines/2", "ticks", "undo"):
        assert stranger.post(f"/jobs/{job.pk}/{operation}/").status_code == 404
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.groups.add(Group.objects.get(name="Viewer"))
    stranger.force_login(viewer)
    assert stranger.post(f"/jobs/{job.pk}/lines/2/", {"givens": "1"}).status_code == 403
    assert "Check again" not in page_of(stranger, job)
