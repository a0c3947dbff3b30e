"""Hints, checks and reasons for a game, by the API: as much as was asked for, and nothing is kept."""

from html import unescape

import pytest
from outsider import faults_in
from puzzles import ARTICLE_000, ARTICLE_001, BEYOND_THE_LADDER

from solver.engine import read_any
from solver.engine.core.geometry import digits_of, geometry_of
from solver.engine.hinting import Game, hint
from solver.engine.ladder.stored import drills
from solver.models import Solve
from solver.solves import writing

pytestmark = pytest.mark.django_db
SUDOKU_X = "000010800070000000000650007050003400180000020023000106000000000800309000700000000"


def ask(client, what, **body):
    body = {"puzzle": ARTICLE_000} | body
    return client.post(f"/api/v1/{what}/", body, "application/json")


def test_stages_of_a_hint_show_the_same_step(client):
    told = [ask(client, "hints", stage=stage).json() for stage in range(5)]
    assert len({each["step_id"] for each in told[1:]}) == 1
    assert "step" not in told[2]
    assert told[2]["look"]["units"]
    assert told[3]["step"]["placed"] == ["r2c3=7"]
    assert told[4]["values"][11] == "7"


@pytest.mark.parametrize(
    "ladder", [{"method": "ladder"}, {"method": "best", "options": {"first": "ladder"}}]
)
def test_hints_give_the_path_that_a_worker_stored(client, ladder, monkeypatch):
    solve = Solve.objects.get(pk=ask(client, "solves", puzzle=ARTICLE_001, **ladder).json()["id"])
    while not solve.is_over:
        writing.record(solve.pk)
        solve.refresh_from_db()
    monkeypatch.setattr("solver.engine.hinting.hints.steps_along", None)
    monkeypatch.setattr("solver.engine.hinting.hints.next_step", None)
    told = client.get(f"/api/v1/solves/{solve.pk}/iterations/").json()["results"][1:]
    state = {}
    for iteration in told[:12]:
        step = iteration["steps"][0]
        given = ask(client, "hints", puzzle=ARTICLE_001, stage=4, **state).json()
        assert given["step"]["placed"] == step["placed"]
        assert set(given["step"]["removed"]) <= set(step["removed"])
        state = {name: given[name] for name in ("values", "marks")}


def test_hint_leaves_out_excluded_techniques(client):
    told = ask(client, "hints", stage=3, techniques=["-hidden-single"]).json()
    assert told["technique"] != "hidden-single"


def test_hint_goes_on_where_only_trying_helps_as_on_the_page(client):
    told = ask(client, "hints", puzzle=BEYOND_THE_LADDER, stage=3).json()
    page = hint(Game.of(read_any(BEYOND_THE_LADDER)), 3).notice
    assert told["ending"] == "found"
    assert (told["title"], told["text"]) == (page.title, " ".join(page.sentences))


@pytest.mark.parametrize("technique", ["pointing", "X-wing", "XY-wing", "X-chain", "Sue de Coq"])
def test_page_says_what_the_api_says(client, technique):
    stored = drills(technique)[0]
    values = "".join(map(str, stored.position.values))
    marks = ".".join(
        "" if v != "0" else "".join(map(str, digits_of(m)))
        for v, m in zip(values, stored.candidates, strict=True)
    )
    game = {"puzzle": stored.grid.text, "values": values, "marks": marks}
    for stage in (1, 2, 3):
        told = ask(client, "hints", stage=stage, **game).json()
        page = unescape(client.get("/play/", game | {"ask": "hint", "stage": stage}).text)
        assert f"<h2>{told['title']}</h2>" in page
        for sentence in told["text"].split(". "):
            assert sentence.rstrip(".") in page


def test_check_names_a_wrong_digit_only_on_request(client):
    values = ARTICLE_000[:40] + "8" + ARTICLE_000[41:]
    gentle, named = (ask(client, "check", values=values, names=n).json() for n in (False, True))
    assert (gentle["kind"], gentle["boxes"], gentle["cells"]) == ("wrong", ["box 5"], [])
    assert named["cells"] == ["r5c5"]


def test_why_answers_for_a_candidate_and_for_a_technique(client):
    assert ask(client, "why", candidate="r1c1=9").json()["answer"] == "seen"
    told = ask(client, "why", technique="naked-pair", cells=["r1c1", "r2c1"]).json()
    assert told["answer"] in ("works", "fails")
    assert told["cells"] == ["r1c1", "r2c1"] or "step" in told


@pytest.mark.parametrize("line", [ARTICLE_001, f"9x9 diagonals {SUDOKU_X}"])
def test_json_of_hints_proves_each_step(client, line):
    state, proved = {}, 0
    *shape, givens = line.rsplit(" ", 1)
    for _ in range(40):
        told = ask(client, "hints", puzzle=line, stage=4, uniqueness="on", **state).json()
        position = {"position": givens, "candidates": told["candidates"], "steps": [told["step"]]}
        assert not faults_in(position | ({"shape": shape[0]} if shape else {}))
        proved += not told["step"]["placed"]
        state = {name: told[name] for name in ("values", "marks")}
    assert proved > 2


def test_json_proves_why_a_candidate_goes_that_the_player_has_removed(client):
    stored = drills("naked pair")[0]
    (removed, *_) = ask(client, "hints", puzzle=stored.line, stage=3).json()["step"]["removed"]
    cell, digit = removed.split("<>")
    at = geometry_of(3).cell_at(cell)
    masks = stored.candidates
    marks = [
        "" if v else "".join(map(str, digits_of(m)))
        for v, m in zip(stored.position.values, masks, strict=True)
    ]
    marks[at] = marks[at].replace(digit, "")
    told = ask(
        client, "why", puzzle=stored.line, marks=".".join(marks), candidate=f"{cell}={digit}"
    ).json()
    assert told["answer"] == "step"
    assert digit in told["candidates"][at]
    assert removed in told["step"]["removed"]
    assert not faults_in(
        {"position": stored.line, "candidates": told["candidates"], "steps": [told["step"]]}
    )


@pytest.mark.parametrize(
    ("what", "body", "field", "message"),
    [
        ("hints", {"stage": 5}, "stage", "less than or equal to 4"),
        ("hints", {"techniques": ["-magic"]}, "techniques", "no technique 'magic'"),
        ("check", {"values": "12"}, "values", "81 characters for a 9×9 board, not 2"),
        ("check", {"marks": "1.2"}, "marks", "81 cells"),
        ("why", {}, "candidate", "give a candidate, or a technique"),
        ("why", {"candidate": "r10c1=1"}, "candidate", "names no cell"),
        ("why", {"technique": "naked-pair"}, "cells", "name the cells"),
    ],
)
def test_invalid_field_gets_400_with_its_name(client, what, body, field, message):
    answer = ask(client, what, **body)
    assert answer.status_code == 400
    assert message in answer.json()["errors"][field][0]
