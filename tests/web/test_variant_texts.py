"""Texts of variants are kept with their shape or refused, and never taken for a plain puzzle."""

import json
import sys
from pathlib import Path

import pytest
from puzzles import ARTICLE_000
from support import manage

from solver.engine import GridError
from solver.models import Puzzle
from solver.puzzles.files.reading import items_in_text

sys.path.insert(0, str(Path(__file__).parents[1] / "engine" / "notation"))
from test_variants import LETTERS, ROWS

pytestmark = pytest.mark.django_db

TEXTS = {
    "name": (f"9x9 asterisk\n{ARTICLE_000}", "asterisk"),
    "comment": (f"# 9x9 windows\n{ARTICLE_000}", "windows"),
    "options": (f"--isX=1 --isAntiKnight=1\n{ARTICLE_000}", "diagonals, anti-knight"),
    "regions": (f"{ROWS}\n\n{LETTERS}", "jigsaw regions"),
    "line of regions": (f"{ARTICLE_000}\n{''.join(LETTERS.split())}", "jigsaw regions"),
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
def test_batch_refuses_with_the_rules(client, name):
    text, rules = TEXTS[name]
    body = json.dumps({"puzzles": [text]})
    answer = client.post("/api/v1/batches/", body, content_type="application/json")
    assert answer.status_code == 400
    assert f"({rules})" in answer.content.decode()


@pytest.mark.parametrize("name", TEXTS)
def test_command_never_solves_it_as_a_plain_board(name):
    text, _rules = TEXTS[name]
    plain = manage("solve", ARTICLE_000, "--format", "line").stdout
    for stdin, words in ((b"", ("solve", text)), (text.encode(), ("solve", "-"))):
        result = manage(*words, "--format", "line", stdin=stdin)
        assert result.stdout != plain


@pytest.mark.parametrize("name", TEXTS)
def test_import_refuses_with_the_rules(name):
    text, rules = TEXTS[name]
    with pytest.raises(GridError, match=rf"rules beyond plain Sudoku \(“?{rules}"):
        list(items_in_text(text))
