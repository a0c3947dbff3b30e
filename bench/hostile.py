"""Measure the CPU time of hostile requests over all addresses, sizes and techniques.

    python -m sudokusite.local.services python -m bench.hostile [--requests 100000] [--seed 1] [--only WORD]

Prints the twenty most expensive requests, and one that once took over 80 s. The exit status is 1 if a request
takes more than 0.5 s of this process, or that one more than 0.45 s. A request follows from the seed and its
number, and `--first` repeats it. `--only` keeps requests whose address has a word.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from .common import ROOT, arguments, set_up

MOST, MOST_OF_KNOWN = 500, 450  # ms
SHOWN = 20
STRANGE = (
    *("", "-1", "0", "1", "2", "1.5", "1e999", "99999", str(2**63), "9" * 3000, "None", "true"),
    *("%", "_", "a,b,,c", "x" * 3000, "数" * 900, "[(*+?", "hard", "25", "16", "r1c1", "\u202e"),
)
FETCH = {"HTTP_X_REQUESTED_WITH": "fetch"}


@dataclass
class Request:
    """A request: its address, and its body as JSON or as a form."""

    address: str
    json: Any = None
    form: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        body = self.json or self.form
        told = f"POST {self.address} {body}" if body else self.address
        return told if len(told) < 200 else f"{told[:90]} … {told[-100:]}"


class Attack:
    """Draws random requests about objects that were created before."""

    def __init__(self, kept: dict[str, Any], boards: Callable[[random.Random], str]) -> None:
        from web.test_every_parameter import OF_PAGES

        from solver.engine.techniques.rungs import by_slug

        self.kept, self.boards = kept, boards
        self.techniques = list(by_slug())
        self.pages = {name: names for name, names in OF_PAGES.items() if "admin" not in name}
        self.kinds: dict[Callable[[random.Random], Request], int] = {
            self.play: 30,
            self.steps: 12,
            self.hints: 15,
            self.why: 12,
            self.check: 5,
            self.home: 8,
            self.page: 25,
            self.of_a_solve: 10,
            self.programs: 10,
            self.submission: 8,
            self.batch: 1,
        }

    def draw(self, rng: random.Random) -> Request:
        (kind,) = rng.choices(list(self.kinds), list(self.kinds.values()))
        return kind(rng)

    def cells(self, rng: random.Random) -> str:
        at = (f"r{rng.randint(1, 25)}c{rng.randint(1, 25)}" for _ in range(rng.randint(1, 9)))
        return ",".join(at)

    def candidate(self, rng: random.Random) -> str:
        digit = rng.choice("123456789ABCDEFGHIJKLMNOP")
        return f"r{rng.randint(1, 9)}c{rng.randint(1, 9)}={digit}"

    def play(self, rng: random.Random) -> Request:
        asked = {
            "puzzle": self.boards(rng),
            "ask": rng.choice(("check", "hint", "steps", "why", "why-not")),
            "technique": rng.choice(self.techniques),
            "cells": self.cells(rng),
            "candidate": self.candidate(rng),
            "stage": rng.randint(0, 5),
            "step": rng.randint(0, 45),
        }
        if rng.random() < 0.3:
            asked["names"] = 1
        return Request(f"/play/?{urlencode(asked)}", headers=FETCH if rng.random() < 0.5 else {})

    def steps(self, rng: random.Random) -> Request:
        techniques = rng.sample(self.techniques, rng.choice((1, 1, 5, 40)))
        asked = {"puzzle": self.boards(rng), "uniqueness": rng.choice(("auto", "on", "off"))}
        return Request("/api/v1/steps/", json=asked | {"techniques": techniques})

    def hints(self, rng: random.Random) -> Request:
        asked: dict[str, Any] = {"puzzle": self.boards(rng), "stage": rng.randint(0, 4)}
        if rng.random() < 0.7:
            asked["techniques"] = rng.sample(self.techniques, rng.choice((1, 5, 40)))
        return Request("/api/v1/hints/", json=asked)

    def why(self, rng: random.Random) -> Request:
        asked: dict[str, Any] = {"puzzle": self.boards(rng)}
        if rng.random() < 0.5:
            asked["candidate"] = self.candidate(rng)
        else:
            asked |= {
                "technique": rng.choice(self.techniques),
                "cells": self.cells(rng).split(","),
            }
        return Request("/api/v1/why/", json=asked)

    def check(self, rng: random.Random) -> Request:
        return Request("/api/v1/check/", json={"puzzle": self.boards(rng), "names": True})

    def home(self, rng: random.Random) -> Request:
        asked = {"puzzle": self.boards(rng), "size": rng.choice((4, 9, 16, 25))}
        return Request(f"/?{urlencode(asked)}", headers=FETCH if rng.random() < 0.5 else {})

    def page(self, rng: random.Random) -> Request:
        """Return a request for any page with random parameters."""
        from django.urls import reverse

        name = rng.choice(list(self.pages))
        keys = self.kept["keys"].get(name, [])
        if name in ("find-step", "technique"):
            keys = [rng.choice(self.techniques)]
        address = reverse(name, args=keys)
        names = self.pages[name]
        asked = {each: rng.choice(STRANGE) for each in names if rng.random() < 0.4}
        if "puzzle" in names and rng.random() < 0.5:
            asked["puzzle"] = self.boards(rng)
        return Request(f"{address}?{urlencode(asked)}")

    def of_a_solve(self, rng: random.Random) -> Request:
        from solver.solves.exports import exports

        pk = rng.choice(self.kept["solves"])
        what = rng.choice(("", "sheet/", *(f"export.{ending}" for ending in exports())))
        if rng.random() < 0.3:
            return Request(f"/api/v1/solves/{pk}/{rng.choice(('', 'iterations/'))}")
        asked = {"iteration": rng.choice((1, 2, 40, 99999)), "charts": 1, "step": 1}
        return Request(f"/solves/{pk}/{what}?{urlencode(asked)}")

    def programs(self, rng: random.Random) -> Request:
        name = rng.choice(("puzzles", "solves", "techniques", "methods", "schema", "collections"))
        asked = {rng.choice(("q", "order", "size", "after", "tag")): rng.choice(STRANGE)}
        pages = ("/puzzles/", "/solves/", "/techniques/", "/collections/shelf/sheet/", "/daily/")
        if rng.random() < 0.5:
            return Request(f"{rng.choice(pages)}?{urlencode(asked)}")
        return Request(f"/api/v1/{name}/?{urlencode(asked)}")

    def submission(self, rng: random.Random) -> Request:
        asked = {"puzzle": self.boards(rng), "method": rng.choice(("combos", "ladder", "x"))}
        if rng.random() < 0.5:
            return Request("/api/v1/solves/", json=asked)
        return Request("/", form=asked | {"size": 9})

    def batch(self, rng: random.Random) -> Request:
        lines = [self.boards(rng) for _ in range(20)] * rng.choice((1, 50, 495))
        if rng.random() < 0.5:
            lines = [f"{line[:-1]}?" for line in lines]
        if rng.random() < 0.5:
            return Request("/batches/", form={"puzzles": "\n".join(lines), "method": "combos"})
        return Request("/api/v1/batches/", json={"puzzles": lines, "method": "combos"})


def known(boards: Callable[[int, float, int], str]) -> Request:
    """Return the request that once took over 80 s: a 25×25 board with a third of its digits."""
    asked = {
        "puzzle": boards(5, 1 / 3, 1),
        "ask": "why-not",
        "technique": "x-wing",
        "cells": "r1c2,r3c4,r5c6,r7c8",
    }
    return Request(f"/play/?{urlencode(asked)}", headers=FETCH)


def make_visitor() -> Any:
    """Return what asks the site's handler and keeps its cookies.

    Django's test client connects signals with each request, in ways that are never freed. After
    100,000 requests the collector would take half a second to go over them.
    """
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import RequestFactory

    class Visitor(RequestFactory):
        handler = WSGIHandler()

        def request(self, **environ: Any) -> Any:
            request = super().request(**environ)
            request._dont_enforce_csrf_checks = True
            response = self.handler.get_response(request)
            self.cookies.update(response.cookies)
            return response

    return Visitor()


def cost(visitor: Any, asked: Request) -> tuple[float, int]:
    """Return the CPU milliseconds of this thread, and the status."""
    started = time.thread_time()
    if asked.json is not None:
        response = visitor.post(asked.address, asked.json, "application/json", **asked.headers)
    elif asked.form is not None:
        response = visitor.post(asked.address, asked.form, **asked.headers)
    else:
        response = visitor.get(asked.address, **asked.headers)
    if response.streaming:
        for _ in response.streaming_content:
            pass
    response.close()
    return 1000 * (time.thread_time() - started), response.status_code


def keep() -> dict[str, Any]:
    """Create what requests ask about: puzzles, a collection of hard boards, and long solves."""
    from puzzles import thinned
    from web.test_every_parameter import keys_of_pages

    from solver.models import Collection, Membership, Puzzle, Solve, User
    from solver.solves import writing

    root = User.objects.create_superuser("root")
    shelf = Collection.objects.create(title="Shelf", slug="shelf", is_published=True)
    for at in range(100):
        puzzle = Puzzle.of(thinned(5, 0.45, at), is_published=True)
        puzzle.save()
        Membership.objects.create(collection=shelf, puzzle=puzzle, position=at)
    solves = []
    for box, method in ((3, "ladder"), (3, "joins"), (4, "guessing"), (5, "combos")):
        puzzle = Puzzle.of(thinned(box, 0.4, method), is_published=True)
        puzzle.save()
        solve = Solve.objects.create(
            puzzle=puzzle, method=method, owner=root, visibility="public", lane="bulk"
        )
        writing.record(solve.pk)
        solves.append(solve.pk)
    keys = keys_of_pages({"solve": solve, "puzzle": puzzle, "job": puzzle, "own": shelf})
    return {"solves": solves, "keys": keys}


def requests(attack: Attack, seed: int, first: int, count: int) -> Iterator[tuple[int, Request]]:
    for number in range(first, first + count):
        yield number, attack.draw(random.Random(f"{seed}/{number}"))


def main() -> int:
    sys.path.insert(0, str(ROOT / "tests"))
    options = arguments(__doc__, requests=100_000, seed=1, first=0, only="")
    set_up(LOG_LEVEL="CRITICAL")
    from puzzles import hostile, thinned

    attack = Attack(keep(), lambda rng: hostile(rng))
    visitor = make_visitor()
    cost(visitor, Request("/daily/"))  # with what a process does once, before it serves
    found, broken = [], 0
    for number, asked in requests(attack, options.seed, options.first, options.requests):
        if options.only not in asked.address:
            continue
        ms, status = cost(visitor, asked)
        broken += status >= 500
        found.append((ms, number, status, str(asked)))
    found.sort(reverse=True)
    for ms, number, status, told in found[:SHOWN]:
        print(f"{ms:7.0f} ms  {status}  #{number}  {told}")
    dearest = max((ms for ms, *_ in found), default=0.0)
    of_known, status = cost(visitor, known(lambda *about: thinned(*about).text))
    over = sum(ms > MOST for ms, *_ in found)
    print(f"{len(found)} requests, {over} above {MOST} ms, {broken} of status 500 and above")
    print(f"{of_known:7.0f} ms  {status}  the one that went on for over 80 s")
    return int(dearest > MOST or of_known > MOST_OF_KNOWN or broken > 0)


if __name__ == "__main__":
    sys.exit(main())
