"""Twins are found among puzzles that are not examined yet, or it is said that some may be missed."""

import random

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, morph

from solver.jobs import running
from solver.models import Job, Puzzle
from solver.puzzles import catalogue

pytestmark = pytest.mark.django_db
TWIN = morph(ARTICLE_000, random.Random(4))
SAID = "not examined yet"


@pytest.fixture
def late() -> Puzzle:
    Puzzle.objects.create(givens=ALESCARGOT)
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, title="Not examined")
    assert not puzzle.canonical
    return puzzle


def preview_of(client) -> tuple[Job, str]:
    client.post("/admin/solver/puzzle/import/", {"text": TWIN})
    job = Job.objects.latest("created_at")
    running.run(job.pk)
    job.refresh_from_db()
    return job, client.get(job.get_absolute_url()).content.decode()


def test_import_finds_a_twin_that_is_not_examined(librarian, late):
    job, page = preview_of(librarian)
    assert job.counts == {"twin": 1}
    assert "Not examined, transformed" in page
    assert SAID not in page


def test_search_finds_it_by_its_pasted_form(librarian, late):
    page = librarian.get("/admin/solver/puzzle/", {"q": TWIN}).content.decode()
    assert "Not examined" in page
    assert ALESCARGOT not in page


def test_both_say_if_twins_may_be_missed(librarian, late, monkeypatch):
    monkeypatch.setattr(catalogue, "MOST_LATE", 0)
    job, page = preview_of(librarian)
    assert job.counts == {"new": 1}
    assert SAID in page
    assert SAID in librarian.get("/admin/solver/puzzle/", {"q": TWIN}).content.decode()
    assert SAID not in librarian.get("/admin/solver/puzzle/", {"q": "word"}).content.decode()
