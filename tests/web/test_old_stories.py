"""Histories that an earlier version wrote, a row an iteration, are moved and lose nothing."""

import importlib

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from puzzles import ALESCARGOT, ARTICLE_000

from solver import engine
from solver.engine.core.steps import candidates_left, pack
from solver.models import Chapter, Solve
from solver.queue import submission
from solver.solves import writing
from solver.solves.reading import walk

moving = importlib.import_module("solver.migrations._stories")


@pytest.fixture
def old_apps(db):
    """The models as they were, the table of iterations among them."""
    apps = MigrationLoader(connection).project_state(("solver", "0005_chapters")).apps
    with connection.schema_editor(atomic=False) as editor:
        editor.create_model(apps.get_model("solver", "Iteration"))
    return apps


def solved(text, method):
    solve = submission.submit(engine.read(text), method, lane=Solve.Lane.BULK)
    writing.record(solve.pk)
    return solve


def as_it_was(apps, solve, iterations):
    Old = apps.get_model("solver", "Iteration")
    for iteration in iterations:
        Old.objects.create(
            solve_id=solve.pk,
            number=iteration.number,
            attempt=1,
            branch=iteration.branch,
            parent=iteration.parent,
            depth=iteration.depth,
            steps=[step.as_row() for step in iteration.steps],
            placed=iteration.placed_count,
            removed=iteration.removed_count,
            candidates_left=candidates_left(iteration.candidates),
            candidates=pack(iteration.candidates, 3),
        )


@pytest.mark.every
def test_every_iteration_is_as_it_was(old_apps, monkeypatch):
    monkeypatch.setattr(moving, "AT_ONCE", 2)  # so that it takes several transactions
    solves = [solved(ARTICLE_000, method) for method in ("combos", "rules")]
    solves += [solved(ALESCARGOT, method) for method in ("guessing", "branches")]
    stories = {solve.pk: list(walk(solve)) for solve in solves}
    curves = list(Chapter.objects.order_by("solve", "first").values_list("first", "lefts"))
    Chapter.objects.all().delete()
    for solve in solves:
        as_it_was(old_apps, solve, stories[solve.pk])
    moving.move(old_apps, None)
    assert not old_apps.get_model("solver", "Iteration").objects.exists()
    assert {solve.pk: list(walk(solve)) for solve in solves} == stories
    assert sum(len(lefts) for _, lefts in curves) == sum(map(len, stories.values()))


def test_what_still_runs_is_left_for_its_next_attempt(old_apps):
    running = submission.submit(engine.read(ARTICLE_000), "combos")
    as_it_was(old_apps, running, list(engine.Solving(running.grid, "combos"))[:3])
    moving.move(old_apps, None)
    assert not Chapter.objects.exists()
    writing.record(running.pk)
    assert len(list(walk(running))) == 15
