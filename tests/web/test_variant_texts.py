"""Texts of variants are kept with their shape or refused, and never taken for a plain puzzle."""

import json
import sys
from pathlib import Path

import pytest
from puzzles import ARTICLE_000
from support import manage

from solver.engine import GridError
from solver.jobs.importing import read_item
from solver.models import JobPart, Puzzle
from solver.models.puzzle import grid_of
from solver.puzzles.files.reading import items_in_text

sys.path.insert(0, str(Path(__file__).parents[1] / "engine" / "notation"))
from test_variants import LETTERS, ROWS

pytestmark = pytest.mark.django_db

ONE = "1" + "0" * 80
REGIONS = "jigsaw:" + "".join(LETTERS.split())
TEXTS = {
    "name": (f"9x9 asterisk\n{ARTICLE_000}", "9x9 asterisk"),
    "comment": (f"# 9x9 windows\n{ARTICLE_000}", "9x9 windows"),
    "words": (f"Windoku\n{ONE}", "9x9 windows"),
    "options": (f"--isX=1 --isAntiKnight=1\n{ARTICLE_000}", "9x9 diagonals anti-knight"),
    "options beside": (f"--isX=1 --isAntiKnight=1 {ONE}", "9x9 diagonals anti-knight"),
    "name beside": (f"9x9 girandola {ONE}", "9x9 girandola"),
    "regions": (f"{ROWS}\n\n{LETTERS}", REGIONS),
    "line of regions": (f"{ONE}\n{''.join(LETTERS.split())}", REGIONS),
}


@pytest.fixture(autouse=True)
def nothing_is_kept_as_plain():
    yield
    assert not Puzzle.objects.filter(shape="").exists()


@pytest.mark.parametrize("name", TEXTS)
def test_page_keeps_the_puzzle_with_its_shape_or_says_what_is_wrong(client, name):
    text, _rules = TEXTS[name]
    answer = client.post("/solves/", {"puzzle": text, "method": "combos"}, follow=True)
    assert answer.status_code == (200 if Puzzle.objects.exists() else 400)


@pytest.mark.parametrize("name", TEXTS)
def test_api_keeps_the_puzzle_with_its_shape_or_says_what_is_wrong(client, name):
    body = json.dumps({"puzzle": TEXTS[name][0]})
    answer = client.post("/api/v1/solves/", body, content_type="application/json")
    puzzle = Puzzle.objects.first()
    assert answer.status_code == (202 if puzzle else 400)
    if puzzle:
        assert answer.json()["shape"] == puzzle.shape != ""
    else:
        assert "change one of them" in answer.json()["errors"]["puzzle"][0]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("as_list", [True, False])
def test_batch_keeps_the_shape_or_refuses_with_what_is_wrong(client, name, as_list):
    text, shape = TEXTS[name]
    body = json.dumps({"puzzles": [text] if as_list else text})
    answer = client.post("/api/v1/batches/", body, content_type="application/json")
    assert answer.status_code == 202 or said_of(shape, answer.content.decode())
    for part in JobPart.objects.all():
        assert [grid_of(line).shape.name for line in part.given] == [shape]


@pytest.mark.parametrize("name", TEXTS)
def test_command_never_solves_it_as_a_plain_board(name):
    text, _rules = TEXTS[name]
    plain = manage("solve", ARTICLE_000, "--format", "line").stdout
    for stdin, words in ((b"", ("solve", text)), (text.encode(), ("solve", "-"))):
        result = manage(*words, "--format", "line", stdin=stdin)
        assert result.stdout != plain


@pytest.mark.parametrize("name", TEXTS)
def test_import_keeps_the_shape_or_says_what_is_wrong(name):
    text, shape = TEXTS[name]
    try:
        found = [read_item(item, 1) for item in items_in_text(text)]
    except GridError as error:
        said = str(error)
    else:
        [item] = found
        said = item.grid.shape.name
    assert said == shape or said_of(shape, said)


def said_of(shape, text):
    """Whether a refusal names the cells that clash, or the rule that is apart from the cells."""
    word = "regions" if shape.startswith("jigsaw") else shape.split()[1].rstrip("s")
    return "change one of them" in text or word in text
