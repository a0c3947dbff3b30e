"""Compare the hints of the page with those of the API, and count what they name and tell.

    python -m sudokusite.local.services python -m bench.hints [--positions 1000] [--nets 40] [--seed 37]

The positions are those of the drills, and games on them that a player has gone on with or has no marks in. Some
are those at which a net or a split comes next. At stages 1 to 3 page and API have to say the same. Stage 2 may
name two units or four cells, and the page numbers at most twelve discs at once. The consequences that nets tell
are counted. Page and API are asked in this process, with a database of their own.
"""

import logging
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import chain
from statistics import median
from typing import Any

from solver.engine import read
from solver.engine.core.proof import consequences_in
from solver.engine.exact import enumerate_solutions
from solver.engine.hinting import Game, after, hint
from solver.engine.ladder.stored import StoredPosition, positions

from .common import ARTICLES, UNLIMITED, arguments

FRAGMENT = {"X-Requested-With": "fetch"}
MOST_UNITS, MOST_CELLS, MOST_DISCS = 2, 4, 12
HARD = (  # puzzles that need nets and splits
    "000000009400009020080100500000005600300600000060018005002000047030500800000070000",
    "1....67.....18..3...9.7......4.....3.9.....2.7..6..5....2..1...8...6.1.....8.5.4.",
    ARTICLES["004, AlEscargot"],
)
DISC = re.compile(r"&quot;disc&quot;, &quot;\d")  # one with a number
SENTENCES = re.compile(r"<(?:p|li)>(.*?)</(?:p|li)>", re.DOTALL)
SETS = re.compile(r"<details[^>]*>\s*<summary>As sets</summary>.*?</details>", re.DOTALL)
TAGS = re.compile(r"<[^>]*>")


def games(count: int, rng: random.Random) -> Iterator[Game]:
    """Yield games: drills as they are, some without their marks, some with more digits."""
    stored = [each for found in positions().values() for each in found]
    rng.shuffle(stored)
    for number in range(count):
        yield _game(stored[number % len(stored)], rng.choice((0, 0, 0, 1, 2)), rng)


def nets(count: int) -> Iterator[Game]:
    """Yield games whose next step is a net or a split, on the way up the ladder of hard puzzles."""
    for puzzle in HARD:
        grid = read(puzzle)
        game = Game(grid, grid.givens, (0,) * len(grid.givens))
        while count and (step := hint(game).step):
            if consequences_in(step.proof):
                yield game
                count -= 1
            game = after(game, step)


def _game(stored: StoredPosition, kind: int, rng: random.Random) -> Game:
    values = list(stored.position.values)
    solution = enumerate_solutions(stored.grid, limit=1).solutions[0]
    marks = [0 if value else mask for value, mask in zip(values, stored.candidates, strict=True)]
    if kind == 1:
        marks = [0] * len(marks)
    if kind == 2:
        for cell in rng.sample([c for c, value in enumerate(values) if not value], 3):
            values[cell], marks[cell] = solution[cell], 0
    return Game(stored.grid, tuple(values), tuple(marks))


class Site:
    """The page and the API, asked as a browser and a program would."""

    def __init__(self) -> None:
        from django.test import Client

        self.client = Client()

    def page(self, asked: dict[str, Any]) -> tuple[str, list[str], int]:
        """Return the title and the sentences of the panel, but not the counts of its sets, and its discs."""
        answer = self.client.get("/play/", asked | {"ask": "hint"}, headers=FRAGMENT)
        html = answer.content.decode()
        html, _sign, rest = html.partition("<noscript>")[0].partition("</h2>")
        said = [_plain(each) for each in SENTENCES.findall(SETS.sub("", rest))]
        return (
            _plain(html.rpartition("<h2>")[2]),
            [each for each in said if each],
            len(DISC.findall(html)),
        )

    def api(self, asked: dict[str, Any]) -> dict[str, Any]:
        answer = self.client.post("/api/v1/hints/", asked, "application/json")
        told: dict[str, Any] = answer.json()
        return told


def _plain(html: str) -> str:
    return " ".join(unescape(TAGS.sub("", html)).split())


def differences(site: Site, game: Game, is_whole: bool) -> Iterator[str]:
    """Yield where page and API say other things of a game, or stage 2 names too much.

    Without `is_whole` the step is told part by part on the page, which shows one, and as a whole by the API.
    """
    asked = {
        "puzzle": game.grid.text,
        "values": game.values_text,
        "marks": game.marks_text,
    }
    for stage in (1, 2, 3):
        title, sentences, discs = site.page(asked | {"stage": stage})
        told = site.api(asked | {"stage": stage})
        if told["title"] != title:
            yield f"stage {stage}: {title!r} on the page, {told['title']!r} by the API"
        rest = told["text"]
        for sentence in sentences:
            if sentence not in rest:
                yield f"stage {stage}: {sentence!r} on the page, {told['text']!r} by the API"
            rest = rest.replace(sentence, "", 1)
        if (is_whole or stage < 3) and rest.strip():
            yield f"stage {stage}: the API adds {rest!r}"
        if discs > MOST_DISCS:
            yield f"stage {stage}: {discs} discs at once"
        look = told.get("look", {"units": (), "cells": ()})
        if len(look["units"]) > MOST_UNITS or len(look["cells"]) > MOST_CELLS:
            yield f"stage {stage} names {look}"


@contextmanager
def _database() -> Iterator[None]:
    import django

    os.environ |= {"DJANGO_SETTINGS_MODULE": "sudokusite.settings", **UNLIMITED}
    os.environ["REQUEST_SECONDS"] = "60"  # of CPU: what is compared are answers, not machines
    django.setup()
    logging.disable(logging.INFO)
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    name = connection.settings_dict["NAME"]
    connection.settings_dict["OPTIONS"] = {"options": "-c statement_timeout=0 -c lock_timeout=0"}
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    yield
    connection.creation.destroy_test_db(name, verbosity=0)


def main() -> int:
    asked = arguments(__doc__, positions=1000, nets=40, seed=37)
    rng, faults, kinds = random.Random(asked.seed), 0, Counter[str]()
    told: list[int] = []  # consequences of each net
    with _database():
        site = Site()
        others = games(asked.positions - asked.nets, rng)
        for number, game in enumerate(chain(nets(asked.nets), others), 1):
            found = hint(game, 3)
            for fault in differences(site, game, is_whole=not found.parts):
                faults += 1
                print(f"{game.grid.text} {game.values_text}: {fault}", flush=True)
            kinds[found.family.name if found.family else found.ending] += 1
            told += filter(None, [consequences_in(found.step.proof if found.step else None)])
            if number % 25 == 0:
                print(f"{number} positions, {faults} faults", flush=True)
    print(f"{asked.positions} positions, {faults} faults; {dict(kinds.most_common())}")
    if told:
        print(f"{len(told)} nets, {median(told):g} consequences in the middle, {max(told)} at most")
    return int(faults > 0)


if __name__ == "__main__":
    raise SystemExit(main())
