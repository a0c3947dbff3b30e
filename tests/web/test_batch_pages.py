"""Somebody brings many puzzles, watches them being solved, and takes the answers away."""

import json

import pytest
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from puzzles import ARTICLE_000, ARTICLE_001, NO_CANDIDATE, SOLUTION_000

from solver.jobs import running
from solver.models import Job, Solve, User

pytestmark = pytest.mark.django_db
ROWS = "\n".join(ARTICLE_000[start : start + 9] for start in range(0, 81, 9))
TURNED = ROWS[::-1]
TEXT = f"{ARTICLE_000}\n{NO_CANDIDATE}\n"


@pytest.fixture(autouse=True)
def patience(settings):
    settings.TURN_SECONDS = 5.0


def solved(client, **data):
    """The address of a batch's page, its job done."""
    answer = client.post("/batches/", data)
    assert answer.status_code == 302, answer.content.decode()
    while running.run(Job.objects.get().pk):
        pass
    return answer["Location"]


def test_pasted_puzzles_get_a_row_each(client):
    page = client.get(solved(client, puzzles=TEXT, method="combos")).content.decode()
    assert "Finished" in page
    solve = Solve.objects.get(puzzle__givens=ARTICLE_000)
    assert f'href="{solve.get_absolute_url()}"' in page
    assert "contradiction" in page
    assert page.count("<table") == 1


def test_uploaded_file_makes_a_batch(client):
    url = solved(client, file=SimpleUploadedFile("some.txt", TEXT.encode()), method="rules")
    assert Job.objects.get().total == 2
    assert client.get(url).status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        f"puzzle,title\n{ARTICLE_000},One\n{NO_CANDIDATE},Two\n",
        f"quizzes,solutions\n{ARTICLE_000},{SOLUTION_000}\n{NO_CANDIDATE},\n",
        json.dumps([{"puzzle": ARTICLE_000}, {"puzzle": NO_CANDIDATE}]),
        f"Grid 01\n{ROWS}\nGrid 02\n{TURNED}\n",
        f"{ROWS}\n\n{TURNED}",
    ],
)
def test_batch_accepts_every_form_of_an_import(client, text):
    assert client.post("/batches/", {"puzzles": text}).status_code == 302
    assert client.post("/solves/", {"puzzle": text, "method": "rules"}).status_code == 302
    assert [job.total for job in Job.objects.all()] == [2, 2]


def test_wrong_solution_column_gets_an_error_with_its_line(client):
    text = f"quizzes,solutions\n{ARTICLE_000},{SOLUTION_000}\n{ARTICLE_001},{SOLUTION_000}\n"
    page = client.post("/batches/", {"puzzles": text}, follow=True).content.decode()
    assert "line 3: the solution next to it does not solve this puzzle" in page
    assert not Job.objects.exists()


def test_too_long_list_offers_staff_an_import(client, admin_client):
    long = f"{ARTICLE_000}\n" * 10_001
    for visitor, is_offered in ((client, False), (admin_client, True)):
        for door, field in (("/batches/", "puzzles"), ("/solves/", "puzzle")):
            page = visitor.post(door, {field: long})
            assert page.status_code == 400
            assert ("/admin/solver/puzzle/import/" in page.content.decode()) == is_offered
    refused = client.post("/solves/", {"puzzle": long * 2})
    assert refused.status_code == 413
    assert "/batches/" in refused.content.decode()
    assert "/admin/solver/puzzle/import/" in refused.content.decode()


def test_batch_uses_the_options_of_the_method(client):
    page = client.get("/batches/").content.decode()
    assert 'name="guessing-guess"' in page
    solved(
        client, puzzles=TEXT, method="guessing", **{"guessing-guess": "most", "joins-limit": "7"}
    )
    assert {solve.options["guess"] for solve in Solve.objects.all()} == {"most"}


def test_page_shows_deleted_and_queued_solves(client, settings):
    settings.TURN_SECONDS = 0.0
    url = solved(client, puzzles=TEXT)
    Solve.objects.filter(puzzle__givens=NO_CANDIDATE).delete()
    page = client.get(url).content.decode()
    assert "queued" in page
    assert "deleted" in page


def test_batch_exports_answers_and_histories(client):
    url = solved(client, puzzles=TEXT)
    answers = b"".join(client.get(f"{url}answers.txt").streaming_content).decode()
    assert answers == f"{ARTICLE_000} {SOLUTION_000} solved\n{NO_CANDIDATE} - contradiction\n"
    lines = b"".join(client.get(f"{url}histories.jsonl").streaming_content).splitlines()
    solves = [json.loads(line) for line in lines]
    assert [len(each["iterations"]) for each in solves] == [
        each["iteration_count"] for each in solves
    ]
    assert client.get(f"{url}else.txt").status_code == 404


def test_long_batch_has_pages(client, monkeypatch):
    monkeypatch.setattr("solver.web.work.batches.PAGE", 1)
    url = solved(client, puzzles=TEXT)
    assert 'href="?after=1"' in client.get(url).content.decode()
    assert "?after=" not in client.get(f"{url}?after=1").content.decode()
    assert client.get(f"{url}?after=x").status_code == 404


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"puzzles": ""}, "there is no puzzle here"),
        ({"puzzles": f"{ARTICLE_000}\nx"}, "line 2"),
        ({"puzzles": ARTICLE_000, "method": "magic"}, "there is no method"),
        ({"puzzles": ARTICLE_000, "method": "guessing", "guessing-guess": "some"}, "guess is"),
        ({"puzzles": ARTICLE_000, "method": "joins", "joins-limit": "0"}, "limit is"),
        ({"file": SimpleUploadedFile("a", b"\xff\xff")}, "not UTF-8 text"),
        ({"file": SimpleUploadedFile("a", b"")}, "there is no puzzle here"),
    ],
)
def test_invalid_batch_shows_the_fault_and_keeps_the_text(client, data, words):
    page = client.post("/batches/", data, follow=True)
    assert page.status_code == 400
    assert words in page.content.decode()
    assert data.get("puzzles", "") in page.content.decode()
    assert not Job.objects.exists()


def test_batch_appears_among_jobs_and_can_be_cancelled(client):
    url = client.post("/batches/", {"puzzles": TEXT})["Location"]
    assert f'href="{url}"' in client.get("/jobs/").content.decode()
    answer = client.post(f"/jobs/{Job.objects.get().pk}/cancel/", follow=True)
    assert answer.redirect_chain == [(f"{url}#main", 302)]
    assert "Cancelled" in answer.content.decode()


def test_batch_answers_404_to_other_visitors(client):
    url = solved(client, puzzles=TEXT)
    client.force_login(User.objects.create_user("stranger"))
    client.cookies.clear()
    for address in (url, f"{url}answers.txt", f"{url}histories.jsonl"):
        assert client.get(address).status_code == 404


@pytest.mark.asvs("8.2.2")
@pytest.mark.parametrize("role", ["Viewer", "Librarian", "Moderator", "root"])
def test_staff_see_progress_but_no_puzzles_of_a_batch(client, role):
    url = solved(client, puzzles=TEXT)
    job = Job.objects.get()
    staff = User.objects.create_user(role, is_staff=True, is_superuser=role == "root")
    staff.groups.set(Group.objects.filter(name=role))
    client.cookies.clear()
    client.force_login(staff)
    for page in (url, f"/jobs/{job.pk}/", f"/jobs/{job.pk}/?fate=solved"):
        shown = client.get(page).content.decode()
        assert "Solving: 2 of 2 puzzles" in shown
        for held in (ARTICLE_000, NO_CANDIDATE, SOLUTION_000, *map(str, ids_of_solves())):
            assert held not in shown
        assert "Export" not in shown
    for address in (
        *(f"{url}answers.txt", f"{url}histories.jsonl", f"/jobs/{job.pk}/report.csv"),
        *(f"/api/v1/jobs/{job.pk}/rows/", f"/api/v1/batches/{job.pk}/"),
        *(f"/api/v1/batches/{job.pk}/solves/", f"/api/v1/batches/{job.pk}/results/"),
    ):
        assert client.get(address).status_code == 404, address


def ids_of_solves():
    return Solve.objects.values_list("pk", flat=True)
