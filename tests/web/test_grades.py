"""Whatever puts a puzzle into the library, its grade is stored by name, with the rank of that name."""

import random

import pytest
from django.core.management import call_command
from django.db import IntegrityError
from puzzles import ARTICLE_000, EMPTY, morph

from solver import engine
from solver.jobs import running
from solver.models import Puzzle
from solver.puzzles.filters import BANDS
from solver.puzzles.starters import load_starters
from solver.queue import submission

pytestmark = pytest.mark.django_db
# The easiest rule of each, from tests/engine/test_grading.py; the first has the most givens.
PUZZLES = {
    "box": "006090305019000600480060120057000043630400000940327000000030700000908000000201906",
    "column": "240050007007019240180002300000040910500300006000000000058004090410900000000000038",
    "pointing": "006800020009000105270900040600200000000000504080400010000304800008016400000002051",
    "matches": "057100000600000040000600030008025000001700000000000067009060002400007013506300900",
    "guessing": "006090305019000600480000020007000040630400000940327000000030700000908000000201006",
}


def stored() -> dict[str, str]:
    """The grades by the givens; fails where a rank is not that of its grade."""
    found = Puzzle.objects.values_list("givens", "grade", "grade_rank")
    for givens, grade, rank in found:
        assert rank == engine.RANKS.get(grade), (givens, grade, rank)
    return {givens: grade for givens, grade, _rank in found}


def verified() -> None:
    ids = [str(pk) for pk in Puzzle.objects.values_list("pk", flat=True)]
    running.run(submission.submit_job("verify", ids).pk)


def test_puzzle_typed_on_the_board_gets_its_grade(admin_client):
    admin_client.post("/puzzles/add/", {"puzzle": ARTICLE_000})
    assert stored() == {ARTICLE_000: "matches"}


def test_puzzle_added_in_the_admin_gets_its_grade(admin_client):
    admin_client.post("/admin/solver/puzzle/add/", {"givens": PUZZLES["column"]})
    assert stored() == {PUZZLES["column"]: "column"}


def test_generated_puzzle_gets_its_grade():
    spec = {"seed": "seven", "size": 9, "grade": "row"}
    job = submission.submit_job("generate", range(1), spec=spec)
    running.run(job.pk)
    assert set(stored().values()) == {"row"}
    assert [row[4] for part in job.parts.all() for row in part.report] == ["row"]


def test_verification_corrects_missing_and_wrong_grades():
    wrong = {"box": "guessing", "column": "", "pointing": "no longer a grade"}
    for name, line in PUZZLES.items():
        Puzzle.objects.create(
            givens=line, grade=wrong.get(name, ""), grade_rank=None if name != "pointing" else 7
        )
    verified()
    assert stored() == {line: name for name, line in PUZZLES.items()}


@pytest.mark.every
def test_starter_puzzles_have_known_grades():
    load_starters()
    grades = set(stored().values())
    assert "" in grades  # those with a page of their own come ungraded
    assert len(grades) > 8
    assert grades <= {*engine.RANKS, ""}
    call_command("make_stock", "50")
    made = Puzzle.objects.filter(tags__contains=["stock"])
    assert made.count() > 40
    assert stored()


@pytest.mark.parametrize("order", ["easiest", "hardest"])
def test_library_orders_by_level_and_then_by_age(client, order, monkeypatch):
    monkeypatch.setattr("solver.api.library.PAGE", 2)
    monkeypatch.setattr("solver.api.responses.PAGE", 2)
    rng = random.Random(4)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(10)]
    for number, line in enumerate((EMPTY, *lines)):  # the first has many solutions, and no level
        level = (number + 1) // 2 if number else None
        Puzzle.objects.create(givens=line, is_published=True, level=level)
    found, address = [], f"/api/v1/puzzles/?order={order}"
    while address:
        answer = client.get(address).json()
        found += [row["puzzle"] for row in answer["results"]]
        address = answer["next"]
    assert found == [*(lines if order == "easiest" else lines[::-1]), EMPTY]


def test_every_band_has_a_name():
    new = set(engine.BANDS.values()) - BANDS.keys()
    assert not new, (
        f"solver/puzzles/filters.py: BANDS needs words for {new}, in the order of difficulty"
    )
    assert set(engine.BANDS.values()) == BANDS.keys(), (
        "solver/puzzles/filters.py: a band without a grade"
    )
    assert not BANDS.keys() & engine.BANDS.keys(), (
        "the filter `needs` takes both, so names must differ"
    )


def test_database_rejects_a_grade_without_its_rank():
    puzzle = Puzzle(givens="3020000000040100", box=2, clue_count=4, grade="box")
    with pytest.raises(IntegrityError, match="puzzle_grade_rank"):
        Puzzle.objects.bulk_create([puzzle])


def test_unknown_grade_shows_as_none(client):
    puzzle = Puzzle.objects.create(
        givens="3020000000040100", is_published=True, grade="jellyfish", grade_rank=950
    )
    for order in ("", "?order=hardest", "?needs=combos"):
        assert client.get(f"/puzzles/{order}").status_code == 200
    assert "What it needs" not in client.get(puzzle.get_absolute_url()).content.decode()
