"""All steps at a position, each with its proof, to whoever asks; nothing is kept."""

from unittest.mock import patch

import pytest
from puzzles import ALESCARGOT, ARTICLE_000

from solver.engine.ladder import listing
from solver.models import Puzzle

RECTANGLE = (
    ":0600:89:.....+5.+38.....4+51+6..5..+1.72+5+6+28+473+9+1+8+73+1+92+6451+4+9+5+36+28+7...+25.+7647"
    "+5+4+613+8+2+92.6+4+7.+1+5+3:331 911 912 922 931:872 972::"
)


def ask(client, **body):
    return client.post("/api/v1/steps/", body, "application/json")


def marks(*first: str) -> str:
    """Pencil marks of a board, all but the first cells hold everything."""
    return " ".join([*first, *["123456789"] * (81 - len(first))])


@pytest.mark.django_db
def test_answers_each_step_with_its_proof_and_saves_nothing(client):
    answer = ask(client, puzzle=ALESCARGOT).json()
    assert answer["position"] == ALESCARGOT
    assert answer["is_whole"]
    assert answer["steps"]
    for step in answer["steps"]:
        assert step["why"].endswith(".")
        assert step["proof"]["truths"] or step["proof"].get("guardians")
    assert not Puzzle.objects.exists()


@pytest.mark.django_db
def test_request_accepts_position_techniques_and_uniqueness(client):
    asked = {"puzzle": RECTANGLE, "techniques": ["uniqueness-test-1"]}
    (step,) = ask(client, **asked).json()["steps"]
    assert step["code"] == "0600"
    assert step["removed"] == ["r7c2<>89"] or step["removed"] == ["r7c2<>8", "r7c2<>9"]
    assert ask(client, **asked, uniqueness="off").json()["steps"] == []


@pytest.mark.django_db
def test_answer_beyond_the_limit_of_steps_says_so(client):
    with patch.object(listing, "MOST_STEPS", 2):
        answer = ask(client, puzzle=ARTICLE_000).json()
    assert len(answer["steps"]) == 2
    assert not answer["is_whole"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({}, "puzzle", "required"),
        ({"puzzle": ""}, "puzzle", "no puzzle here"),
        ({"puzzle": "12"}, "puzzle", "2 cells found"),
        ({"puzzle": "0" * 11_000}, "puzzle", "at most 10000"),
        ({"puzzle": f"{ARTICLE_000}\n{ALESCARGOT}"}, "puzzle", "one puzzle, not 2"),
        (
            {"puzzle": "11" + "0" * 79},
            "puzzle",
            "r1c1 and r1c2 are both 1, in row 1; change one of them",
        ),
        (
            {"puzzle": "123456780" + "0" * 8 + "9" + "0" * 63},
            "puzzle",
            "r1c9 has no candidate left",
        ),
        ({"puzzle": marks("12", "1", "1")}, "puzzle", "r1c2 and r1c3 can both only be 1, in row 1"),
        ({"puzzle": marks(*["12345678"] * 9)}, "puzzle", "9 has no place left in row 1"),
        ({"puzzle": RECTANGLE.replace("331", "33")}, "puzzle", "write a deleted candidate"),
        ({"puzzle": ARTICLE_000, "techniques": ["magic"]}, "techniques", "no technique 'magic'"),
        ({"puzzle": ARTICLE_000, "techniques": ["enclosed-combo"]}, "techniques", "no technique"),
        ({"puzzle": ARTICLE_000, "techniques": "0800"}, "techniques", "Expected a list"),
        ({"puzzle": ARTICLE_000, "techniques": [None]}, "techniques", "0: "),
        (
            {"puzzle": "0" * 256, "techniques": ["0200", "0800"]},
            "techniques",
            "XY-wing can only be found on",
        ),
        ({"puzzle": ARTICLE_000, "uniqueness": "maybe"}, "uniqueness", "maybe"),
    ],
)
def test_invalid_field_gets_400_with_its_name(client, body, field, message):
    answer = ask(client, **body)
    assert answer.status_code == 400
    assert message in answer.json()["errors"][field][0]


@pytest.mark.django_db
def test_other_sizes_get_steps_of_suitable_techniques(client):
    small = ask(client, puzzle="1230" + "0" * 12).json()["steps"]
    assert {"r1c4=4"} in [set(step["placed"]) for step in small]
    large = ask(client, puzzle="123456789ABCDEF0" + "0" * 240).json()["steps"]
    assert {step["code"] for step in large} >= {"0000", "0003", "0002"}
    assert all(step["proof"]["truths"] for step in (*small, *large))


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["[]", "5", "null", "{", "[" * 5_000, '{"puzzle": NaN}'])
def test_body_other_than_a_json_object_gets_400(client, body):
    answer = client.post("/api/v1/steps/", body, "application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"]
