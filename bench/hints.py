"""Compare the hints of the page with those of the API, and count what they name and tell.

    python -m sudokusite.local.services python -m bench.hints [--positions 1000] [--nets 40] [--seed 37]
    python -m bench.hints --site http://127.0.0.1:8000 [--lists ../shared/puzzles/17-clue-sample.txt]

The positions are those of the drills, and games on them that a player has gone on with or has no marks in. Some
are those at which a net or a split comes next. With `lists` they are those on the way through the puzzles of
these lists instead. At stages 1 to 3 page and API have to say the same. Stage 2 may name two units or four
cells, and the page numbers at most twelve discs at once. The consequences that nets tell are counted. Page and
API are asked in this process, with a database of their own, or with `site` over HTTP: a site without limits.
"""

import json
import logging
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from html import unescape
from itertools import chain, count, islice, tee
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from solver.engine import read
from solver.engine.core.proof import consequences_in
from solver.engine.exact import enumerate_solutions
from solver.engine.hinting import Game, after, hint
from solver.engine.ladder.one_path import steps_along
from solver.engine.ladder.stored import StoredPosition, positions

from .common import ARTICLES, UNLIMITED, arguments, rows

FRAGMENT = {"X-Requested-With": "fetch"}
EVERY = 6  # steps from one position of a list's puzzle to the next
MOST_UNITS, MOST_CELLS, MOST_DISCS = 2, 4, 12
HARD = (  # puzzles that need nets and splits
    "000000009400009020080100500000005600300600000060018005002000047030500800000070000",
    "1....67.....18..3...9.7......4.....3.9.....2.7..6..5....2..1...8...6.1.....8.5.4.",
    ARTICLES["004, AlEscargot"],
)
DISC = re.compile(r"&quot;disc&quot;, &quot;\d")  # one with a number
SENTENCES = re.compile(r"<(?:p|li)>(.*?)</(?:p|li)>", re.DOTALL)
SETS = re.compile(r"<details[^>]*>\s*<summary>As sets</summary>.*?</details>", re.DOTALL)
PART = re.compile(r'<span class="fine">.*?</span>', re.DOTALL)  # of a title: which of how many
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
        known = steps_along(grid, is_unique=True)
        while count:
            known, path = tee(known)  # each step is searched for once
            if not (step := hint(game, path=path).step):
                break
            if consequences_in(step.proof):
                yield game
                count -= 1
            game = after(game, step)


def on_the_way(lists: list[str], rng: random.Random) -> Iterator[Game]:
    """Yield games on the way up the ladder of the lists' puzzles, with all the marks or none at first."""
    puzzles = [read(words[0]) for each in lists for words in rows(Path(each))]
    rng.shuffle(puzzles)
    for grid in puzzles:
        game, first = Game(grid, grid.givens, (0,) * len(grid.givens)), rng.randrange(EVERY)
        for number in count(first):
            if number % EVERY == 0:
                yield game
            step = hint(game).step
            if step is None:
                break
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
    """The page and the API, asked as a browser and a program would, over HTTP if there is an address."""

    def __init__(self, address: str) -> None:
        from django.test import Client

        self.address, self.client = address, Client()

    def page(self, asked: dict[str, Any]) -> tuple[str, list[str], int]:
        """Return the title and the sentences of the panel, but not the counts of its sets, and its discs."""
        asked = asked | {"ask": "hint"}
        if self.address:
            with urlopen(
                Request(f"{self.address}/play/?{urlencode(asked)}", headers=FRAGMENT)
            ) as sent:
                html = sent.read().decode()
        else:
            html = self.client.get("/play/", asked, headers=FRAGMENT).content.decode()
        html, _sign, rest = html.partition("<noscript>")[0].partition("</h2>")
        said = [_plain(each) for each in SENTENCES.findall(SETS.sub("", rest))]
        return (
            _plain(PART.sub("", html.rpartition("<h2>")[2])),
            [each for each in said if each],
            len(DISC.findall(html)),
        )

    def api(self, asked: dict[str, Any]) -> dict[str, Any]:
        path, kind = "/api/v1/hints/", "application/json"
        told: dict[str, Any]
        if self.address:
            body = json.dumps(asked).encode()
            with urlopen(Request(self.address + path, body, {"Content-Type": kind})) as sent:
                told = json.load(sent)
        else:
            told = self.client.post(path, asked, kind).json()
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
    asked = arguments(__doc__, positions=1000, nets=40, seed=37, site="", lists=[""])
    rng, faults, kinds = random.Random(asked.seed), 0, Counter[str]()
    told: list[int] = []  # consequences of each net
    with nullcontext() if asked.site else _database():
        site = Site(asked.site)
        lists = list(filter(None, asked.lists))
        others = games(asked.positions - asked.nets, rng)
        all_games = on_the_way(lists, rng) if lists else chain(nets(asked.nets), others)
        for number, game in enumerate(islice(all_games, asked.positions), 1):
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
