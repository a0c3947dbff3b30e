"""A text that others may read holds no character that cannot be seen, whichever door it comes through."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from puzzles import ARTICLE_000, ARTICLE_001
from support import some

from solver.jobs import running
from solver.models import Collection, Job, Puzzle, Solve, Token, User
from solver.models.validators import is_unseen

pytestmark = [pytest.mark.django_db, pytest.mark.fuzz]
UNSEEN = ["\u202e", "\u200b", "\u2066", "\ufeff", "\u00ad", "\u2028", "\u3164", "\u2800", "\x07"]
HIDING = pytest.mark.parametrize("hiding", [f"a{each}b" for each in some(UNSEEN, 4)], ids=ascii)
PASSWORD = "nine rows of nine"


@pytest.fixture
def solve(admin_user):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    return Solve.objects.create(puzzle=puzzle, method="combos", owner=admin_user)


def said(answer):
    return answer.content.decode()


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
def test_each_invisible_character_gets_recognised(character):
    assert is_unseen(character)


@pytest.mark.asvs("2.2.1")
@HIDING
def test_form_rejects_invisible_characters_in_a_note(hiding, admin_client, solve):
    answer = admin_client.post(f"/solves/{solve.pk}/keep/", {"note": hiding}, follow=True)
    assert "cannot be seen" in said(answer)
    solve.refresh_from_db()
    assert solve.note == ""


@HIDING
def test_api_rejects_invisible_characters_in_a_note(hiding, admin_client, solve):
    answer = admin_client.patch(f"/api/v1/solves/{solve.pk}/", {"note": hiding}, "application/json")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["note"]
    solve.refresh_from_db()
    assert solve.note == ""


def test_note_keeps_line_breaks_and_letters(admin_client, solve):
    note = "Größe 9×9:\r\n\tschön\n数独 🙂"
    admin_client.post(f"/solves/{solve.pk}/keep/", {"note": note})
    solve.refresh_from_db()
    assert solve.note == note
    by_api = admin_client.patch(f"/api/v1/solves/{solve.pk}/", {"note": note}, "application/json")
    assert by_api.json()["note"] == note


@HIDING
def test_token_name_rejects_invisible_characters(hiding, admin_client):
    assert admin_client.post("/account/tokens/", {"name": hiding}).status_code == 400
    assert not Token.objects.exists()


@HIDING
def test_username_rejects_invisible_characters(hiding):
    data = {"username": hiding, "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/account/sign-up/", data).status_code == 400
    assert not User.objects.exists()


@HIDING
@pytest.mark.parametrize("field", ["title", "author", "source", "licence", "notes", "tags"])
def test_puzzle_fields_reject_invisible_characters(hiding, field, admin_client):
    data = {"givens": ARTICLE_000, "tags": ""} | {field: hiding}
    assert "cannot be seen" in said(admin_client.post("/admin/solver/puzzle/add/", data))
    assert not Puzzle.objects.exists()


@HIDING
@pytest.mark.parametrize("field", ["title", "description"])
def test_collection_fields_reject_invisible_characters(hiding, field, admin_client):
    data = {"title": "Shelf", "slug": "shelf", "position": "0"} | {field: hiding}
    assert "cannot be seen" in said(admin_client.post("/admin/solver/collection/add/", data))
    assert not Collection.objects.exists()


@HIDING
def test_tags_reject_invisible_characters_but_can_be_removed(hiding, admin_client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, tags=[hiding])
    data = {"_selected_action": [puzzle.pk], "tags": hiding, "old_tags": hiding, "count": "1"}
    page = admin_client.post(
        "/admin/solver/puzzle/", data | {"action": "tag_selected"}, follow=True
    )
    assert "cannot be seen" in said(page)
    assert not Job.objects.exists()
    admin_client.post("/admin/solver/puzzle/", data | {"action": "untag_selected"})
    running.run(Job.objects.get().pk)
    puzzle.refresh_from_db()
    assert puzzle.tags == []


@HIDING
@pytest.mark.parametrize("field", ["tags", "source", "licence"])
def test_import_form_rejects_invisible_characters(hiding, field, admin_client):
    data = {"text": ARTICLE_000, field: hiding}
    assert "cannot be seen" in said(admin_client.post("/admin/solver/puzzle/import/", data))
    assert not Job.objects.exists()


@HIDING
@pytest.mark.parametrize("field", ["title", "author", "source", "licence", "notes", "tags"])
def test_imported_puzzle_rejects_invisible_characters(hiding, field, admin_client):
    text = json.dumps(
        [{"givens": ARTICLE_000, field: hiding}, {"givens": ARTICLE_001, "title": "Seen"}]
    )
    admin_client.post("/admin/solver/puzzle/import/", {"text": text, "at_once": "on"})
    job = Job.objects.get()
    while running.run(job.pk):
        pass
    assert [puzzle.title for puzzle in Puzzle.objects.all()] == ["Seen"]
    assert "cannot be seen" in job.rows("wrong", 0, 1)[0][1][5]


@HIDING
def test_job_titles_never_contain_invisible_characters(hiding, admin_client):
    file = SimpleUploadedFile(f"{hiding}.txt", ARTICLE_000.encode())
    admin_client.post("/admin/solver/puzzle/import/", {"file": file})
    title = Job.objects.get().title
    assert not [character for character in title if is_unseen(character)]
    data = {"count": "1", "size": "4", "symmetry": "none", "seed": hiding}
    assert "cannot be seen" in said(admin_client.post("/admin/solver/puzzle/generate/", data))
    assert Job.objects.count() == 1


@HIDING
def test_job_reports_never_contain_invisible_characters(hiding, admin_client):
    admin_client.post("/admin/solver/puzzle/import/", {"text": f"{ARTICLE_000}\n{hiding}\n"})
    job = Job.objects.get()
    running.run(job.pk)
    shown = "".join(str(cell) for _number, row in job.rows("", 0, 9) for cell in row)
    assert not [character for character in shown if is_unseen(character)]


@HIDING
@pytest.mark.parametrize("option", ["tags", "source", "licence"])
def test_commands_reject_invisible_characters(hiding, option, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text(ARTICLE_000)
    with pytest.raises(CommandError, match="cannot be seen"):
        call_command("import_puzzles", str(path), "--yes", f"--{option}", hiding)
    assert not Job.objects.exists()
