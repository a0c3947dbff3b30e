"""A puzzle in whatever form it comes, through every door; pencil marks are where a solve starts."""

import re

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver import engine
from solver.engine.methods.combos import method as combos
from solver.models import Puzzle, Solve
from solver.queue import submission
from solver.queue.owners import Owner
from solver.solves import writing
from solver.solves.reading import find

pytestmark = pytest.mark.django_db


def written(name, puzzle=ARTICLE_000) -> str:
    return engine.write(engine.read_any(puzzle), name)


ONLY_LARGER = {"letters", "hexadecimal", "decimals"}
WRITABLE = [name for name, f in engine.formats().items() if f.write and name not in ONLY_LARGER]


@pytest.mark.parametrize("name", WRITABLE)
def test_pages_accept_every_writable_format(client, name):
    text = written(name)
    response = client.post("/solves/", {"puzzle": text, "method": "combos"}, follow=True)
    assert Puzzle.objects.get().givens == ARTICLE_000
    is_plain = text.strip().replace(".", "0") == ARTICLE_000
    assert ("Understood: " in response.content.decode()) == (not is_plain)


@pytest.mark.parametrize("name", WRITABLE)
def test_the_api_accepts_every_writable_format(client, name):
    data = {"puzzle": written(name), "format": name}
    answer = client.post("/api/v1/solves/", data, content_type="application/json")
    assert answer.status_code == 202
    assert answer.json()["puzzle"] == ARTICLE_000
    assert answer.json()["read"]


def test_an_unknown_format_gets_an_error_with_its_name(client):
    data = {"puzzle": ARTICLE_000, "format": "magic"}
    answer = client.post("/api/v1/solves/", data, content_type="application/json")
    assert answer.status_code == 400
    assert "magic" in answer.content.decode()
    assert client.post("/solves/", data, follow=True).status_code == 400


@pytest.fixture
def position() -> tuple[str, tuple[int, ...]]:
    """Pencil marks of AlEscargot after two passes of combos."""
    grid = engine.read(ALESCARGOT)
    story = combos.solve(grid, {"output": "lists"})
    candidates = [next(story).candidates for _ in range(2)][-1]
    reading = engine.Reading(grid, "line", candidates)
    return engine.write(reading, "pencilmarks"), candidates


def test_a_solve_starts_from_pencil_marks(client, position):
    text, candidates = position
    client.post("/solves/", {"puzzle": text, "method": "guessing"})
    solve = Solve.objects.get()
    assert solve.grid.marks == candidates
    while not solve.is_over:  # on a busy machine it may go on in the slow lane
        writing.record(solve.pk)
        solve.refresh_from_db()
    assert (solve.outcome, solve.verdict) == ("solved", "unique")
    page = client.get(f"{solve.get_absolute_url()}?iteration=0").content.decode()
    label = re.search(r"Row 1, column 2, open, candidates ([\d ]+)", page).group(1)
    shown = sum(1 << (int(digit) - 1) for digit in label.split())
    assert shown == candidates[1]
    plain = Solve.objects.create(puzzle=solve.puzzle, method="guessing", lane="bulk")
    writing.record(plain.pk)
    first, plain_first = (find(each, 1) for each in (solve, plain))
    assert first.removed_count < 50
    assert plain_first.removed_count > 200  # what the givens see


def test_another_method_starts_from_the_same_marks(client, position):
    text, candidates = position
    client.post("/solves/", {"puzzle": text, "method": "guessing"})
    first = Solve.objects.get()
    page = client.get(first.get_absolute_url()).content.decode()
    again = re.search(r'href="(/\?solve=[^"]+)"', page).group(1)
    assert again in client.get("/solves/").content.decode()
    board = client.get(again).content.decode()
    typed = dict(re.findall(r'name="(r\dc\d)"[^>]* value="([^"]*)"', board))
    client.post("/solves/", typed | {"method": "rules", "size": "9"})
    assert Solve.objects.get(method="rules").grid == first.grid
    assert first.grid.marks == candidates


def test_all_methods_start_from_the_same_marks(client, position):
    text, candidates = position
    client.post("/solves/", {"puzzle": text, "method": "guessing"})
    first = Solve.objects.get()
    page = client.get(first.get_absolute_url()).content.decode()
    field = re.search(r'name="solve" value="([^"]+)"', page).group(1)
    client.post("/compare/", {"solve": field})
    others = Solve.objects.exclude(pk=first.pk)
    assert {solve.grid.marks for solve in others} == {candidates}
    assert len(others) == len(engine.methods())


@pytest.mark.parametrize("name", ["x", "00000000-0000-0000-0000-000000000000"])
def test_an_unknown_solve_gets_404(client, name):
    assert client.get("/", {"solve": name}).status_code == 404
    assert client.post("/compare/", {"solve": name}).status_code == 404


def test_a_private_solve_of_others_gets_404(client, position):
    solve = submission.submit(engine.read(position[0]), "combos", owner=Owner(session_key="theirs"))
    Solve.objects.update(visibility="private")
    assert client.get("/", {"solve": str(solve.pk)}).status_code == 404


def test_wrong_marks_leave_the_verdict_of_the_puzzle_unknown(client):
    grid = engine.read(ARTICLE_001)
    marks = [1 << (digit - 1) if digit else 511 for digit in grid.givens]
    marks[1] = 1 << 0  # 1 is not in the solution there
    text = engine.write(engine.Reading(grid, "line", tuple(marks)), "pencilmarks")
    client.post("/solves/", {"puzzle": text, "method": "joins"})
    writing.record(Solve.objects.get().pk)
    solve = Solve.objects.get()
    assert (solve.outcome, solve.verdict) == ("contradiction", "none")
    assert Puzzle.objects.get(pk=solve.puzzle_id).verdict == "unknown"
