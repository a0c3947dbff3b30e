"""Titles of actions and lines of the log are in the language of whoever reads them."""

import pytest
from django.utils.translation import gettext_lazy, gettext_noop, override
from puzzles import ARTICLE_000

from solver.jobs import running
from solver.models import Job, Puzzle
from solver.models.said import Said, said
from solver.queue.owners import Owner
from solver.queue.submission import submit_job

pytestmark = pytest.mark.django_db


def test_sentence_is_stored_before_its_translation():
    with override("de"):
        made = said(gettext_noop("Undo: %(title)s"), title=said(gettext_lazy("Publish")))
        assert made == "Rückgängig: Veröffentlichen"
    assert made.facts == ["Undo: %(title)s", {"title": ["Publish", {}]}]
    with override("en"):
        assert Said.of(made.facts) == "Undo: Publish"


def test_percent_in_a_title_of_an_earlier_version_stays():
    assert Job(title="100% new").said == "100% new"


def test_log_and_history_are_in_the_language_of_the_reader(admin_client, admin_user):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    title, spec = said(gettext_lazy("Publish")), {"change": "publish"}
    with override("de"):
        job = submit_job("change", [str(puzzle.pk)], title, spec, Owner(user=admin_user))
        running.run(job.pk)
    english = admin_client.get("/admin/admin/logentry/").content.decode()
    assert "Publish" in english
    assert "1 puzzle" in english
    german = admin_client.get(
        "/admin/admin/logentry/", headers={"accept-language": "de"}
    ).content.decode()
    assert "Veröffentlichen" in german
    title = {"field": "title", "was": "", "value": "Monday"}
    admin_client.post(f"/admin/solver/puzzle/{puzzle.pk}/cell/", title)
    history = admin_client.get(
        f"/admin/solver/puzzle/{puzzle.pk}/history/", headers={"accept-language": "de"}
    )
    assert "Veröffentlichen" in history.content.decode()
    assert "Titel: " in history.content.decode()
    level = {"field": "level", "was": "", "value": "3"}
    admin_client.post(f"/admin/solver/puzzle/{puzzle.pk}/cell/", level)
    english = admin_client.get(f"/admin/solver/puzzle/{puzzle.pk}/history/").content.decode()
    assert "Level: “–” → “hard”" in english


def test_title_by_the_kind_of_a_job_is_no_choice_of_it():
    with override("de"):
        job = submit_job("rate", [], spec={})
    assert (job.title, job.spec) == ("Verify, grade and rate puzzles", {})
