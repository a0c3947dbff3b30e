"""What a program must know to explain a step: every name that a step may carry, in words."""

from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from puzzles import ALESCARGOT

from solver import engine
from solver.engine.rating import LEVELS
from solver.engine.techniques.events import EXPLAINERS


@pytest.fixture
def techniques(client):
    return {each["name"]: each for each in client.get("/api/v1/techniques/").json()}


@pytest.mark.parametrize("method", engine.methods())
def test_list_explains_every_technique_of_steps(techniques, method):
    for iteration in engine.solve(engine.read(ALESCARGOT), method).iterations:
        for step in iteration.steps:
            if step.technique not in EXPLAINERS:  # what no rule finds
                assert method in techniques[step.technique]["methods"]


def test_list_links_the_page_of_each_technique(techniques):
    for each in techniques.values():
        assert each["definition"]
        assert resolve(urlsplit(each["page"]).path).view_name == "technique"


def test_list_tells_level_kind_and_names_elsewhere(techniques):
    wing = techniques["XY-wing"]
    assert (wing["level"], wing["family"]) == ("hard", "xy-wing")
    assert "Y-Wing" in wing["aliases"]
    assert techniques["sashimi swordfish"]["family"] == "finned-fish"
    assert {each["level"] for each in techniques.values()} == set(LEVELS)


def test_list_says_why_there_are_no_positions_of_a_technique(techniques):
    for name, each in techniques.items():
        assert ("reason" in each) == (each["examples"] == 0), name
    assert "a smaller fish" in techniques["finned whale"]["reason"]
    assert "two steps in one" in techniques["siamese finned X-wing"]["reason"]
    assert "a rule of the articles" in techniques["enclosed combo"]["reason"]
