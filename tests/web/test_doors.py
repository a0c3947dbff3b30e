"""Each door of the site reads what people copy as the one puzzle that was meant, or refuses it."""

import contextlib
import io
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "engine/notation"))
from more_samples import NEAR, OF_OTHER_SIZES, READ
from samples import BOARD
from support import some

from solver import engine
from solver.engine.shell import main
from solver.jobs.importing import read_item
from solver.models import Job, Solve
from solver.puzzles.files.reading import items_in_text

pytestmark = [pytest.mark.django_db, pytest.mark.every]
MEANT = {name: (text, BOARD) for name, text in READ.items()} | OF_OTHER_SIZES


def page(client, text, folder):
    answer = client.post("/solves/", {"puzzle": text, "method": "rules"})
    if answer.status_code != 302:
        return []
    key = answer.url.split("/")[2].split("?")[0]
    if answer.url.startswith("/batches/"):
        return [given for part in Job.objects.get(pk=key).parts.all() for given in part.given]
    return [Solve.objects.get(pk=key).puzzle.givens]


def api(client, text, folder):
    answer = client.post("/api/v1/solves/", {"puzzle": text}, content_type="application/json")
    return [answer.json()["puzzle"]] if answer.status_code == 202 else []


def convert(client, text, folder):
    (folder / "text.txt").write_text(text, encoding="utf-8")
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        main(["convert", str(folder / "text.txt")])
    return out.getvalue().split()


def import_(client, text, folder):
    try:
        judged = [read_item(item, n) for n, item in enumerate(items_in_text(text), 1)]
    except engine.GridError:
        return []
    return [each.grid.text for each in judged if each.grid]


@pytest.mark.fuzz
@pytest.mark.parametrize("door", [page, api, convert, import_])
def test_copied_text_reads_as_the_meant_puzzle(client, tmp_path, door):
    for name, (text, board) in some(MEANT.items()):
        assert door(client, text, tmp_path) == [board], name


@pytest.mark.fuzz
@pytest.mark.parametrize("door", [page, api, convert, import_])
def test_almost_readable_text_never_reads_as_another_puzzle(client, tmp_path, door):
    """Of several puzzles in a text each is told to whoever brings them."""
    for name, (text, _words) in some(NEAR.items()):
        found = door(client, text, tmp_path)
        assert not found or BOARD in found, (name, found)
