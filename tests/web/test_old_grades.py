"""Difficulties that an earlier version wrote, places in a list, become the names of grades."""

import importlib

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.loader import MigrationLoader
from puzzles import random_puzzles

from solver import engine
from solver.models import Puzzle
from solver.puzzles.starters import load_starters
from solver.web.library.puzzles import graded_as

carrying = importlib.import_module("solver.migrations._grades")
# What the version before wrote for each, by its own list of grades.
OLD = ("box", "row", "column", "cell", "pointing", "claiming", "matches", "combos", "guessing")


def before():
    """The migration that the one with the names follows."""
    names = MigrationLoader(connection).get_migration("solver", "0018_difficulty_names")
    return names.dependencies[0]


def as_it_was(Old, count):
    """Published puzzles as the version before writes them, of every grade and of none, in turn."""
    return [
        Old.objects.create(
            givens=grid.text,
            box=3,
            clue_count=grid.clue_count,
            difficulty=(*range(len(OLD)), None)[at % (len(OLD) + 1)],
            is_published=True,
        )
        for at, (grid, _solution) in enumerate(random_puzzles(count, seed=5))
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.every
def test_gives_every_old_row_the_name_that_it_had_and_its_place_in_the_order(monkeypatch, client):
    monkeypatch.setattr(carrying, "AT_ONCE", 4)  # so that it takes several lots
    app, name = before()
    try:
        call_command("migrate", app, name, verbosity=0)
        Old = MigrationLoader(connection).project_state((app, name)).apps.get_model(app, "Puzzle")
        old = as_it_was(Old, 30)
        ordered = Old.objects.exclude(difficulty=None).order_by("difficulty", "created_at", "id")
        easiest = [row.givens for row in ordered]
    finally:
        call_command("migrate", app, verbosity=0)
    for row in old:
        puzzle = Puzzle.objects.get(pk=row.pk)
        assert puzzle.grade == ("" if row.difficulty is None else OLD[row.difficulty])
        assert puzzle.grade_rank == engine.RANKS.get(puzzle.grade)
    for order, expected in (("easiest", easiest), ("hardest", easiest[::-1])):
        found, address = [], f"/api/v1/puzzles/?order={order}"
        while address:
            answer = client.get(address).json()
            found += [row["puzzle"] for row in answer["results"]]
            address = answer["next"]
        assert found[: len(expected)] == expected
        assert len(found) == len(old)  # what has no grade comes last


@pytest.mark.django_db
def test_lets_the_version_before_go_on_writing_and_carries_that_too():
    app, name = before()
    Old = MigrationLoader(connection).project_state((app, name)).apps.get_model(app, "Puzzle")
    as_it_was(Old, 10)
    assert set(Puzzle.objects.values_list("grade", "grade_rank")) == {("", None)}
    carrying.carry(apps, None)
    found = Puzzle.objects.exclude(grade="").order_by("grade_rank")
    assert list(found.values_list("grade", flat=True)) == list(OLD)


@pytest.mark.django_db
@pytest.mark.every
def test_gives_the_version_before_what_was_graded_since_when_it_is_brought_back():
    load_starters()
    assert not Puzzle.objects.exclude(difficulty=None).exists()
    carrying.carry_back(apps, None)
    for grade, place in Puzzle.objects.values_list("grade", "difficulty"):
        assert place == (OLD.index(grade) if grade else None)


@pytest.mark.django_db
def test_takes_no_grade_without_its_rank():
    puzzle = Puzzle(givens="3020000000040100", box=2, clue_count=4, grade="box")
    with pytest.raises(IntegrityError, match="puzzle_grade_rank"):
        Puzzle.objects.bulk_create([puzzle])


@pytest.mark.django_db
def test_shows_a_grade_that_it_does_not_know_as_none(client):
    puzzle = Puzzle.objects.create(
        givens="3020000000040100", is_published=True, grade="jellyfish", grade_rank=950
    )
    assert graded_as(puzzle) == (None, "")
    for order in ("", "?order=hardest", "?needs=combos"):
        assert client.get(f"/puzzles/{order}").status_code == 200
    assert "<dt>Needs</dt>" not in client.get(puzzle.get_absolute_url()).content.decode()
