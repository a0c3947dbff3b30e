"""Every search looks at its deadline often: so much of the engine's work at most lies between two looks.

The work is counted in lines of the engine that run, which is the same on every machine.
"""

import random
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
from puzzles import ALESCARGOT, marked, thinned
from support import is_thorough

from solver import engine
from solver.engine import BudgetSpent, Deadline, Reading
from solver.engine.core import deadline
from solver.engine.core.position import Position
from solver.engine.ladder.search import on_shape
from solver.engine.techniques.rungs import by_slug, rungs, slug
from solver.middleware import before_views
from solver.models import Puzzle

ENGINE = str(Path(engine.__file__).parent)
MOST_LINES = 200_000  # that take some ten milliseconds
NODES = 600  # of each search: enough to come into its loops
BOARDS = {
    **{
        f"{box**2}, {share:.2f}": thinned(box, share, 7)
        for box in (2, 3, 4, 5)
        for share in (0, 0.2, 1 / 3, 0.45)
    },
    **{
        f"{box**2} marks, {share}": marked(box, share, 7)
        for box in (2, 3, 4, 5)
        for share in (0.3, 0.6)
    },
    "AlEscargot": engine.read(ALESCARGOT),
}


class Watch:
    """Counts the lines of the engine between two looks at a deadline."""

    def __init__(self, monkeypatch):
        self.lines = self.most = 0
        look = deadline.Deadline.look

        def watched(current):
            self.cut()
            look(current)

        monkeypatch.setattr(deadline.Deadline, "look", watched)

    def cut(self):
        self.lines, self.most = 0, max(self.most, self.lines)

    def __enter__(self):
        self.lines = self.most = 0
        sys.settrace(self.called)
        return self

    def __exit__(self, *error):
        sys.settrace(None)
        self.cut()

    def called(self, frame, event, argument):
        return self.ran if frame.f_code.co_filename.startswith(ENGINE) else None

    def ran(self, frame, event, argument):
        self.lines += 1
        return self.ran


@pytest.fixture
def watch(monkeypatch):
    return Watch(monkeypatch)


@pytest.fixture
def short(monkeypatch, settings):
    """A request has as many nodes as on any other machine, and looks at a clock that never runs out."""
    settings.REQUEST_SECONDS = 10**6
    limited = lambda seconds: Deadline(NODES, seconds)  # noqa: E731
    monkeypatch.setattr(before_views, "Deadline", limited)


def sampled(pairs, count):
    """All pairs where much is tried, or so many that follow from a seed."""
    pairs = list(pairs)
    return pairs if is_thorough() else random.Random(7).sample(pairs, count)


def text_of(grid):
    if grid.marks:
        return engine.write(Reading(grid, "", grid.marks), "f-puzzles")
    return grid.text


OF_RUNGS = [
    (name, rung.technique)
    for name, grid in BOARDS.items()
    for rung in on_shape(rungs().values(), grid.shape)
]


@pytest.mark.every
@pytest.mark.fuzz
@pytest.mark.parametrize(("board", "technique"), sampled(OF_RUNGS, 20))
def test_a_technique_looks_at_its_deadline(watch, board, technique):
    position = Position.of(BOARDS[board])
    with watch, Deadline(NODES, 10**6):
        try:
            for found in rungs()[technique].find(position):
                found.step(position)
        except BudgetSpent:
            pass
    assert watch.most <= MOST_LINES


def play(ask):
    return lambda text, name: (
        f"/play/?{urlencode({'puzzle': text, 'ask': ask, 'stage': 3, 'candidate': 'r1c1=2', **of(name)})}",
        None,
    )


def of(name):
    return {"technique": name, "cells": "r1c2,r2c3,r3c1"}


# Each that runs the engine, by what it asks of a board and a technique.
ADDRESSES = {
    **{f"play, {ask}": play(ask) for ask in ("check", "hint", "steps", "why", "why-not")},
    "home": lambda text, name: (f"/?{urlencode({'puzzle': text})}", None),
    "check": lambda text, name: ("/api/v1/check/", {"puzzle": text}),
    "why": lambda text, name: ("/api/v1/why/", {"puzzle": text, "candidate": "r1c1=2"}),
    "why not": lambda text, name: (
        "/api/v1/why/",
        {"puzzle": text, "technique": name, "cells": ["r1c2", "r2c3"]},
    ),
    "hint": lambda text, name: ("/api/v1/hints/", {"puzzle": text, "stage": 3}),
    "hint by one": lambda text, name: (
        "/api/v1/hints/",
        {"puzzle": text, "techniques": [name], "stage": 3},
    ),
    "steps": lambda text, name: ("/api/v1/steps/", {"puzzle": text}),
    "steps of one": lambda text, name: (
        "/api/v1/steps/",
        {"puzzle": text, "techniques": [name]},
    ),
}
OF_ADDRESSES = [(*each, address) for each in OF_RUNGS for address in ADDRESSES]


@pytest.mark.every
@pytest.mark.django_db
@pytest.mark.usefixtures("short")
@pytest.mark.fuzz
@pytest.mark.parametrize(("board", "technique", "address"), sampled(OF_ADDRESSES, 15))
def test_an_address_looks_at_its_deadline(client, watch, board, technique, address):
    where, body = ADDRESSES[address](text_of(BOARDS[board]), slug(technique))
    Position.of(BOARDS[board])  # its shape is worked out once a process
    with watch:
        ask = (client.post, where, body, "application/json") if body else (client.get, where)
        response = ask[0](*ask[1:])
    assert response.status_code in (200, 400)
    assert watch.most <= MOST_LINES


@pytest.mark.every
@pytest.mark.django_db
@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("box", [2, 3, 4, 5])
def test_the_page_of_a_puzzle_looks_at_its_deadline(client, watch, box):
    puzzle = Puzzle.of(thinned(box, 0.3, 1), is_published=True)
    puzzle.save()
    with watch:
        assert client.get(f"/puzzles/{puzzle.pk}/").status_code == 200
    assert watch.most <= MOST_LINES


@pytest.mark.fuzz
@pytest.mark.every
@pytest.mark.django_db
@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", [*by_slug()][:: 1 if is_thorough() else 20])
def test_the_page_of_an_exercise_looks_at_its_deadline(client, watch, name):
    with watch:
        assert client.get(f"/techniques/{name}/find/").status_code in (200, 404, 422)
    assert watch.most <= MOST_LINES
