"""What a request has no time to find is said to be cut short, at each door, and never that there is none."""

from urllib.parse import urlencode

import pytest
from puzzles import BEYOND_THE_LADDER, thinned

from solver import engine
from solver.engine.hinting import hints
from solver.models import Puzzle, User

CUT_SHORT = "It was not found within the time limit of one request."
CUT_SHORT_DE = "In der Zeit, die eine Anfrage hat, wurde es nicht gefunden."
pytestmark = pytest.mark.django_db


@pytest.fixture
def hurried(settings):
    """The time of each request has run out when it first looks, and no step is known from other requests."""
    settings.REQUEST_SECONDS = 0
    hints._kept_step.cache_clear()


def play(client, **asked):
    asked = {"puzzle": BEYOND_THE_LADDER, "stage": 3, **asked}
    return client.get(f"/play/?{urlencode(asked)}", HTTP_X_REQUESTED_WITH="fetch")


WHY_NOT = {"technique": "mutant-whale", "cells": "r1c2,r2c3"}
ASKED = [
    {"ask": "hint"},
    {"ask": "steps"},
    {"ask": "why", "candidate": "r1c2=4"},
    {"ask": "why-not", **WHY_NOT},
]


@pytest.mark.usefixtures("hurried")
class TestASpentDeadline:
    @pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked["ask"])
    def test_shows_a_notice_on_the_board_page(self, client, asked):
        answer = play(client, **asked)
        assert answer.status_code == 200
        assert CUT_SHORT in answer.content.decode()
        in_german = play(client, **asked, HTTP_ACCEPT_LANGUAGE="de")
        assert in_german.status_code == 200

    def test_shows_its_notice_in_german(self, client):
        client.cookies["django_language"] = "de"
        assert CUT_SHORT_DE in play(client, ask="hint").content.decode()

    def test_shows_in_hints_and_reasons_of_the_api(self, client):
        given = {"puzzle": BEYOND_THE_LADDER}
        hint = client.post("/api/v1/hints/", given, "application/json").json()
        assert (hint["ending"], hint["text"]) == ("stuck", CUT_SHORT)
        asked = {**given, "technique": "mutant-whale", "cells": ["r1c2", "r2c3"]}
        why_not = client.post("/api/v1/why/", asked, "application/json").json()
        assert (why_not["answer"], why_not["text"]) == ("fails", CUT_SHORT)

    def test_marks_a_list_of_steps_as_incomplete(self, client):
        told = client.post(
            "/api/v1/steps/", {"puzzle": BEYOND_THE_LADDER}, "application/json"
        ).json()
        assert not told["is_whole"]

    def test_leaves_a_verdict_open(self, client):
        puzzle = thinned(5, 0.3, "open").text
        told = client.post("/api/v1/check/", {"puzzle": puzzle}, "application/json").json()
        assert told["verdict"] == "unknown"

    def test_stores_no_verdict_that_a_clock_ended(self, client):
        client.force_login(User.objects.create_superuser("editor"))
        puzzle = thinned(4, 0.4, "stored")
        data = {"givens": puzzle.text, "title": "", "tags": "", "number": ""}
        client.post("/puzzles/add/", {"puzzle": puzzle.text, "size": 16, **data})
        assert Puzzle.objects.get(givens=puzzle.text).verdict == "unknown"


def test_later_request_finds_what_was_cut_short(client, settings):
    """No cache keeps what a search had not ended."""
    puzzle = thinned(3, 0.33, "again").text
    given = {"puzzle": puzzle}
    settings.REQUEST_SECONDS = 0
    client.post("/api/v1/hints/", given, "application/json")
    client.post("/api/v1/check/", given, "application/json")
    settings.REQUEST_SECONDS = 3600
    verdict = engine.enumerate_solutions(puzzle).verdict
    assert client.post("/api/v1/check/", given, "application/json").json()["verdict"] == verdict


@pytest.mark.parametrize("technique", ["x-wing", "finned-mutant-leviathan", "AIC"])
def test_technique_for_smaller_boards_gets_rejected(client, technique):
    puzzle = thinned(5, 1 / 3, 1).text
    words = "can only be found on boards up to 12×12"
    page = play(client, puzzle=puzzle, ask="why-not", technique=technique.lower(), cells="r1c2")
    assert words in page.content.decode()
    for address, asked in (
        ("/api/v1/steps/", {"techniques": [technique]}),
        ("/api/v1/hints/", {"techniques": [technique]}),
        ("/api/v1/why/", {"technique": technique, "cells": ["r1c2"]}),
    ):
        answer = client.post(address, {"puzzle": puzzle, **asked}, "application/json")
        assert answer.status_code == 400
        assert words in answer.json()["detail"]


def test_a_view_that_ignores_the_deadline_answers_422(client, monkeypatch):
    from solver.web.learn import drill

    def spent(*asked):
        raise engine.BudgetSpent

    monkeypatch.setattr(drill, "check_selection", spent)
    answer = client.get("/techniques/x-wing/find/")
    assert answer.status_code == 422
    assert CUT_SHORT in answer.content.decode()
