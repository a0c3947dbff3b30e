"""Somebody reports a published solve, and a moderator answers."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from puzzles import ARTICLE_000, EMPTY
from test_roles import member

from solver.admin.history_restore import words_of
from solver.models import Puzzle, Report, Solve, User

pytestmark = pytest.mark.django_db
LIST = "/admin/solver/solve/"


def make(givens=ARTICLE_000, visibility="public", **more):
    puzzle, _new = Puzzle.objects.get_or_create(givens=givens)
    return Solve.objects.create(puzzle=puzzle, method="rules", visibility=visibility, **more)


def report(solve, client=None, reason="personal", words="My telephone number."):
    address = f"{solve.get_absolute_url()}report/"
    return (client or Client()).post(address, {"reason": reason, "words": words})


class TestReporting:
    def test_appears_only_on_public_solves_of_others(self, client):
        solve, own = make(), make(owner=User.objects.create_user("setter"))
        client.force_login(own.owner)
        hidden = make(visibility="unlisted")
        offers = {
            each.pk: "report/" in client.get(each.get_absolute_url()).content.decode()
            for each in (solve, own, hidden)
        }
        assert offers == {solve.pk: True, own.pk: False, hidden.pk: False}

    def test_stores_reason_and_words_but_no_name(self, client):
        solve = make()
        client.force_login(User.objects.create_user("setter"))
        answer = report(solve, client)
        assert answer["Location"] == solve.get_absolute_url()
        assert "A moderator will look" in client.get(answer["Location"]).content.decode()
        kept = Report.objects.values().get()
        assert kept.keys() == {"id", "solve_id", "reason", "words", "created_at", "answered_at"}
        assert (kept["solve_id"], kept["reason"]) == (solve.pk, "personal")
        assert kept["words"] == "My telephone number."

    @pytest.mark.parametrize(
        ("reason", "words", "said"),
        [
            ("", "", "This field is required."),
            ("boring", "", "Select a valid choice"),
            ("other", "x" * 501, "at most 500"),
            ("other", "a\u202eb", "cannot be seen"),
        ],
    )
    def test_answers_400_with_the_fault(self, reason, words, said):
        answer = report(make(), reason=reason, words=words)
        assert answer.status_code == 400
        assert said in answer.content.decode()
        assert not Report.objects.exists()

    @pytest.mark.parametrize("visibility", ["private", "unlisted"])
    def test_answers_404_for_private_and_unlisted_solves(self, visibility):
        solve = make(visibility=visibility)
        assert report(solve).status_code == 404
        assert Client().get(f"{solve.get_absolute_url()}report/").status_code == 404

    def test_has_a_limit_for_each_client(self, settings):
        settings.LIMIT_REPORTS = "2/hour"
        solve = make()
        here, elsewhere = Client(REMOTE_ADDR="10.7.7.1"), Client(REMOTE_ADDR="10.7.7.2")
        assert [report(solve, here).status_code for _ in range(3)] == [302, 302, 429]
        assert report(solve, elsewhere).status_code == 302
        assert Report.objects.count() == 3

    def test_stores_a_limited_number_for_each_solve(self, monkeypatch):
        monkeypatch.setattr(Report, "MOST_OPEN", 2)
        solve = make()
        assert [report(solve).status_code for _ in range(3)] == [302] * 3
        assert Report.objects.count() == 2

    def test_ends_with_the_solve(self):
        solve = make()
        report(solve)
        solve.delete()
        assert not Report.objects.exists()


class TestAModerator:
    @pytest.fixture(autouse=True)
    def reported(self, client):
        client.force_login(member("Moderator"))
        self.solve, self.other = make(), make(EMPTY)
        report(self.solve)
        report(self.solve, words="<b>Mine</b>")

    def listed(self, client, asked=""):
        return {each.pk: each for each in client.get(f"{LIST}{asked}").context["cl"].result_list}

    def act(self, client, action, *solves):
        data = {"action": action, "_selected_action": [solve.pk for solve in solves]}
        return client.post(f"{LIST}?reported=open", data, follow=True)

    def test_finds_reported_solves(self, client):
        assert self.listed(client).keys() == {self.solve.pk, self.other.pk}
        assert self.listed(client, "?reported=open").keys() == {self.solve.pk}
        assert self.listed(client, "?reported=open")[self.solve.pk].open_reports == 2

    def test_reads_why_as_text(self, client):
        page = client.get(f"{LIST}{self.solve.pk}/change/").content.decode()
        assert "My telephone number." in page
        assert "&lt;b&gt;Mine&lt;/b&gt;" in page

    def test_can_dismiss_reports_and_keep_the_solve(self, client):
        assert "Saved." in self.act(client, "dismiss_reports", self.solve).content.decode()
        assert not self.listed(client, "?reported=open")
        assert self.listed(client, "?reported=any").keys() == {self.solve.pk}
        assert Client().get(self.solve.get_absolute_url()).status_code == 200
        assert words_of(LogEntry.objects.get())[0] == "Dismiss reports"

    def test_answers_reports_by_making_the_solve_private(self, client):
        self.act(client, "make_private", self.solve)
        assert not self.listed(client, "?reported=open")
        assert Client().get(self.solve.get_absolute_url()).status_code == 404
        assert not Report.objects.filter(Report.OPEN).exists()

    def test_sees_a_solve_again_after_another_report(self, client):
        self.act(client, "dismiss_reports", self.solve)
        report(self.solve)
        assert self.listed(client, "?reported=open")[self.solve.pk].open_reports == 1


@pytest.mark.parametrize("role", ["Librarian", "Viewer"])
def test_only_moderators_can_answer_reports(client, role):
    client.force_login(member(role))
    solve = make()
    report(solve)
    data = {"action": "dismiss_reports", "_selected_action": [solve.pk]}
    assert "Dismiss reports" not in client.get(LIST).content.decode()
    client.post(LIST, data, follow=True)
    assert Report.objects.filter(Report.OPEN).count() == 1
