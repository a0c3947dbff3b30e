"""What somebody sends is quoted to them only so far that they know it again, through every door."""

import pytest
from puzzles import ARTICLE_000
from support import manage

pytestmark = pytest.mark.django_db
LONG = "m" * 500_000
PUZZLE = {"puzzle": ARTICLE_000}
WRONG = {
    "a method": {"method": LONG},
    "an option": {"method": "rules", "options": {LONG: 1}},
    "a choice": {"method": "guessing", "options": {"guess": LONG}},
    "choices": {"method": "rules", "options": {"rules": [LONG]}},
    "a list of choices": {"method": "guessing", "options": {"guess": [LONG[:99_000]] * 3}},
    "a visibility": {"visibility": LONG},
    "a size": {"size": int("1" * 4_000)},
    "a size as text": {"size": LONG},
    "a format": {"format": LONG},
    "a puzzle": {"puzzle": LONG},
    "a field": {LONG: 1},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_api_shortens_the_input_in_errors(client, wrong):
    answer = client.post("/api/v1/solves/", PUZZLE | WRONG[wrong], "application/json")
    assert answer.status_code == 400
    assert len(answer.content) < 1_500
    assert answer.json()["errors"]


def test_api_quotes_the_beginning_of_the_input(client):
    said = client.post("/api/v1/solves/", PUZZLE | WRONG["a method"], "application/json").json()
    assert "there is no method 'mmmmmm" in said["errors"]["method"][0]
    assert "…; choose one of combos, " in said["errors"]["method"][0]


@pytest.mark.parametrize(
    "form",
    [
        {"method": LONG},
        {"method": "guessing", "guessing-guess": LONG},
        {"method": "rules", "rules-rules": LONG},
        {"format": LONG},
        {"size": LONG, "format": "x"},
    ],
    ids=lambda form: next(iter(form)),
)
@pytest.mark.parametrize("address", ["/solves/", "/batches/", "/compare/"])
def test_pages_shorten_the_input_in_errors(client, address, form):
    usual = len(client.post(address, {"puzzle": "x", "puzzles": "x"}, follow=True).content)
    answer = client.post(address, {**PUZZLE, "puzzles": ARTICLE_000, **form}, follow=True)
    assert len(answer.content) < usual + 2_000


@pytest.mark.parametrize(
    "words",
    [
        ("solve", ARTICLE_000, "--method", LONG[:9_000]),
        ("solve", ARTICLE_000, "--option", LONG[:9_000]),
        ("solve", ARTICLE_000, "--option", LONG[:9_000] + "=1"),
        ("solve", ARTICLE_000, "--read-as", LONG[:9_000]),
        ("solve", LONG[:9_000]),
        ("solve_batch", "-", "--method", LONG[:9_000]),
        ("generate", "1", "--symmetry", LONG[:9_000]),
        ("generate", "1", "--grade", LONG[:9_000]),
        ("convert", ARTICLE_000, "--read-as", LONG[:9_000]),
    ],
    ids=lambda words: f"{words[0]} {words[-2][:9]}",
)
def test_command_line_shortens_the_input_in_errors(words):
    ended = manage(*words, stdin=ARTICLE_000.encode())
    assert ended.returncode
    assert len(ended.stderr) < 2_500
