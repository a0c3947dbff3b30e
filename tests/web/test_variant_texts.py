"""Texts of variants are refused at each door by the names of their rules, and nothing of them is kept."""

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
def nothing_is_kept():
    before = Puzzle.objects.count()
    yield
    assert Puzzle.objects.count() == before


@pytest.mark.parametrize("name", TEXTS)
def test_page_refuses_with_the_rules(client, name):
    text, rules = TEXTS[name]
    answer = client.post("/solves/", {"puzzle": text, "method": "combos"}, follow=True)
    assert answer.status_code == 400
    assert f"({rules})" in answer.content.decode()


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("address", ["solves", "batches"])
def test_api_refuses_with_the_rules(client, name, address):
    text, rules = TEXTS[name]
    body = {"puzzle": text} if address == "solves" else {"puzzles": [text]}
    answer = client.post(f"/api/v1/{address}/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    assert f"({rules})" in answer.content.decode()


@pytest.mark.parametrize("name", TEXTS)
def test_method_for_plain_boards_refuses_others(name):
    text, _rules = TEXTS[name]
    for stdin, words in ((b"", ("solve", text)), (text.encode(), ("solve", "-"))):
        result = manage(*words, stdin=stdin)
        assert (result.returncode, result.stdout) == (2, b"")


@pytest.mark.parametrize("name", TEXTS)
def test_import_refuses_with_the_rules(name):
    text, rules = TEXTS[name]
    with pytest.raises(GridError, match=rf"rules beyond plain Sudoku \(“?{rules}"):
        list(items_in_text(text))
