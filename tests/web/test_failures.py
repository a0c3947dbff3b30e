"""Somebody reads why a solve or a job failed, in their own language, also what no version knows any more."""

from html import unescape
from typing import get_args

import pytest
from django.urls import reverse
from django.utils.translation import override
from puzzles import ARTICLE_000
from support import fail, json_of

from solver import engine
from solver.jobs import generating, running
from solver.models import Job, Solve, User
from solver.models.failures import SENTENCES, Code
from solver.queue import batches, submission
from solver.queue.owners import Owner

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}

LOST = "The worker was lost 3 times. Your puzzle is safe."
LOST_DE = "Der Arbeitsprozess ging 3 Mal verloren. Dein Rätsel ist gespeichert."
ONCE = "The worker was lost once. Your puzzle is safe."
ONCE_DE = "Der Arbeitsprozess ging verloren. Dein Rätsel ist gespeichert."
FAULT = "Something went wrong in the solver; we have been told. Your puzzle is safe."
FAULT_DE = "Im Löser ist etwas schiefgegangen; wir wissen davon. Dein Rätsel ist gespeichert."
AFTER = "The worker was lost 3 times after item 12000. Everything done so far is saved."
AFTER_DE = "Der Arbeitsprozess ging 3 Mal nach Eintrag 12000 verloren. Alles bisher Erledigte ist gespeichert."
OURS = "Something went wrong on our side; we have been told. Everything done so far is saved."
OURS_DE = (
    "Bei uns ist etwas schiefgegangen; wir wissen davon. Alles bisher Erledigte ist gespeichert."
)
LINES = "Nothing was imported: some lines are invalid, and you chose all or nothing."
LINES_DE = (
    "Nichts wurde importiert: Einige Zeilen sind ungültig, und du hast „alles oder nichts“ gewählt."
)
FOUND = "no 9×9 puzzle, 17 clues in 10 s, 812 tried: 411 had 24 clues; 401 had 25 clues"
RARE = f"Too few puzzles match; please ask for less: {FOUND}."
RARE_DE = f"Zu wenige Rätsel passen dazu; bitte verlange weniger: {FOUND}."
# Of a version that could only speak English.
UNKNOWN = "The worker’s time limit ended it. Nothing of the puzzle is lost."

# The code and the facts in a row, and what is read of them in English and in German.
OF_A_SOLVE = [
    ("worker-lost", {"times": 3}, LOST, LOST_DE),
    ("worker-lost", {"times": 1}, ONCE, ONCE_DE),
    ("fault", {}, FAULT, FAULT_DE),
    (UNKNOWN, {}, UNKNOWN, UNKNOWN),
]
OF_A_JOB = [
    ("worker-lost-in-part", {"times": 3, "item": 12000}, AFTER, AFTER_DE),
    ("fault-in-part", {}, OURS, OURS_DE),
    ("wrong-lines", {}, LINES, LINES_DE),
    ("rare-wishes", {"found": FOUND}, RARE, RARE_DE),
    ("100 % {odd}", {}, "100 % {odd}", "100 % {odd}"),
]


def text_of(answer) -> str:
    return unescape(answer.content.decode())


def failed(promise: Solve | Job, code: str, facts: dict[str, object]) -> None:
    """Let the row say that it failed for that reason."""
    rows = type(promise).objects.filter(pk=promise.pk)
    rows.update(status="failed", failure=code, failure_facts=facts)
    promise.refresh_from_db()


def submitted() -> Solve:
    return submission.submit(engine.read(ARTICLE_000), "combos")


@pytest.mark.parametrize(("code", "facts", "english", "german"), OF_A_SOLVE)
class TestAFailedSolve:
    def test_shows_the_reason_on_its_page(self, client, code, facts, english, german):
        solve = submitted()
        failed(solve, code, facts)
        address = solve.get_absolute_url()
        assert english in text_of(client.get(address))
        assert german in text_of(client.get(address, **GERMAN))

    def test_answers_the_reason_in_english_to_programs(self, client, code, facts, english, german):
        solve = submitted()
        failed(solve, code, facts)
        detail = client.get(reverse("api-solve", args=[solve.pk]), **GERMAN)
        export = client.get(reverse("export", args=[solve.pk, "json"]), **GERMAN)
        assert json_of(detail)["failure"] == json_of(export)["failure"] == english

    def test_shows_the_reason_in_the_admin(self, admin_client, code, facts, english, german):
        solve = submitted()
        failed(solve, code, facts)
        address = reverse("admin:solver_solve_change", args=[solve.pk])
        assert english in text_of(admin_client.get(address))
        assert german in text_of(admin_client.get(address, **GERMAN))


@pytest.mark.parametrize(("code", "facts", "english", "german"), OF_A_JOB)
class TestAFailedJob:
    def test_shows_the_reason_on_the_job_page(self, admin_client, code, facts, english, german):
        job = submission.submit_job("import", [ARTICLE_000])
        failed(job, code, facts)
        assert english in text_of(admin_client.get(f"/jobs/{job.pk}/"))
        assert german in text_of(admin_client.get(f"/jobs/{job.pk}/", **GERMAN))

    def test_answers_the_reason_of_a_batch_in_english(self, client, code, facts, english, german):
        job = batches.submit([engine.read(ARTICLE_000)], "combos", {})
        failed(job, code, facts)
        answer = client.get(reverse("api-batch", args=[job.pk]), **GERMAN)
        assert json_of(answer)["failure"] == english


class TestANewFailure:
    def test_has_the_language_of_the_reader(self, client):
        person = User.objects.create_user("person")
        client.force_login(person)
        for language in ("de", "en"):
            with override(language):
                spec = {"at_once": True, "all_or_nothing": True}
                job = submission.submit_job("import", ["x"], spec=spec, owner=Owner(user=person))
            running.run(job.pk)
            job.refresh_from_db()
            assert (job.status, job.failure, job.failure_facts) == ("failed", "wrong-lines", {})
            assert LINES in text_of(client.get(f"/jobs/{job.pk}/"))
            assert LINES_DE in text_of(client.get(f"/jobs/{job.pk}/", **GERMAN))

    def test_keeps_what_generation_found_instead(self, monkeypatch):
        monkeypatch.setattr(generating, "NODES", 0)
        with override("de"):
            spec = {"seed": "s", "size": 9, "minimal": True, "clues": [17, 17]}
            job = submission.submit_job("generate", range(5), spec=spec)
        running.run(job.pk)
        job.refresh_from_db()
        found = job.failure_facts["found"]
        assert found.startswith("no minimal 9×9 puzzle, 17 clues in the time there is")
        assert job.failure_words == RARE.replace(FOUND, found)
        with override("de"):
            assert job.failure_words == RARE_DE.replace(FOUND, found)

    def test_disappears_on_a_retry(self):
        solve, job = submitted(), submission.submit_job("import", [ARTICLE_000])
        fail(solve, "worker-lost", times=3)
        fail(job, "worker-lost-in-part", times=1, item=0)
        assert (
            job.failure_words
            == "The worker was lost once after item 0. Everything done so far is saved."
        )
        assert submission.retry(solve)
        assert submission.resume_job(job)
        for row in (solve, job):
            row.refresh_from_db()
            assert (row.failure, row.failure_facts, row.failure_words) == ("", {}, "")


def test_each_failure_code_has_a_sentence():
    assert set(get_args(Code)) == set(SENTENCES)
