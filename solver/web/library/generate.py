"""A puzzle on demand, from the pool: by technique, level and symmetry."""

import random
from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from solver import engine
from solver.boards.levels import Level
from solver.boards.thumbnails import draw_small
from solver.engine.generator.seeds import seed_sets
from solver.engine.rating import LEVELS, rate, reach_of
from solver.engine.symmetry import SYMMETRIES, Transformation
from solver.engine.techniques.rungs import by_slug
from solver.models import Puzzle
from solver.models.uuid7 import uuid_in
from solver.puzzles import pool
from solver.puzzles.starters import OF_SHAPES
from solver.puzzles.tags import say_symmetry
from solver.queue.generation_orders import fill_pool, order_puzzles

from ..labels import say_rule, technique_href
from ..open_graph import open_graph
from ..shortcuts import owner_of, takes_form
from .puzzles import play_address

# Some shapes with crooked regions, those of the starters.
JIGSAWS = [starter.shape for starter in OF_SHAPES if starter.shape.startswith(pool.JIGSAW)]
USUAL_SYMMETRIES = ("rotational-180", "diagonal", "horizontal", "vertical")


@takes_form
def make(request: HttpRequest) -> HttpResponse:
    """Offer a published puzzle by `?needs=`, `?level=`, `?symmetry=`, `?shape=`, the next after `?after=`.

    POST orders a new one.
    """
    wish = wish_of(request.POST if request.method == "POST" else request.GET)
    if request.method == "POST":
        return redirect("make") if wish.is_any else _order(request, wish)
    is_requested = not wish.is_any
    after = uuid_in(request.GET.get("after"))
    last = Puzzle.objects.filter(pk=after).first() if after else None
    puzzle = pool.pick(wish, last) if is_requested else None
    if is_requested and not wish.shape and not (puzzle and puzzle.needed):
        fill_pool()
    offered = show(puzzle.grid, puzzle, wish) if puzzle else _turned(wish)
    context = {
        "here": "puzzles",
        "open_graph": open_graph(
            request, _("Generate a puzzle"), _("A Sudoku that needs the technique you choose.")
        ),
        "wish": wish,
        "techniques": [(name, say_rule(by_slug()[name].technique)) for name in pool.techniques()],
        "levels": list(pool.LEVEL_WORDS.items()),
        "boards": [(kind, pool.say_shape(kind)) for kind in pool.KINDS],
        "symmetries": [(name, say_symmetry(name)) for name in USUAL_SYMMETRIES],
        "is_asked": is_requested,
        "offered": offered,
        "count": pool.puzzles(wish).count() if puzzle else 0,
        "seconds": seed_sets()[wish.needs].seconds if wish.needs in seed_sets() else None,
        "another_href": _address(wish, puzzle),
        "library_href": reverse("puzzles", query={"level": wish.level}),
        "sheet_href": _sheet_address(wish) if puzzle else "",
    }
    return render(request, "solver/make.html", context)


def wish_of(params: QueryDict) -> pool.PoolQuery:
    """Return the technique, level, symmetry and board that a request asks for. Invalid ones are ignored.

    Puzzles for a technique are made on the usual board.
    """
    needs, level, symmetry = (params.get(name, "") for name in ("needs", "level", "symmetry"))
    shape = params.get("shape", "")
    shape = shape if shape in pool.KINDS else ""
    return pool.PoolQuery(
        needs if needs in pool.techniques() and not shape else "",
        level if level in LEVELS else "",
        symmetry if symmetry in SYMMETRIES and symmetry != "none" else "",
        shape,
    )


def _order(request: HttpRequest, wish: pool.PoolQuery) -> HttpResponse:
    """Redirect to a matching puzzle if the pool has one, or else to a new job that makes one."""
    if pool.puzzles(wish).exists():
        return redirect(_address(wish))
    # A symmetry alone is nothing that the ladder could judge.
    spec = {
        "needs": wish.needs,
        "level": wish.level or ("" if wish.needs else LEVELS[0]),
        "symmetry": wish.symmetry or "none",
        "shape": random.choice(JIGSAWS) if wish.shape == pool.JIGSAW else wish.shape,
        "publish": True,
    }
    return redirect(order_puzzles(1, spec, owner_of(request)))


def _address(wish: pool.PoolQuery, after: Puzzle | None = None) -> str:
    asked = {"needs": wish.needs, "level": wish.level}
    asked |= {
        "symmetry": wish.symmetry,
        "shape": wish.shape,
        "after": str(after.pk) if after else "",
    }
    return reverse("make", query=_without_blanks(asked))


def _sheet_address(wish: pool.PoolQuery) -> str:
    """Return the address of a sheet with matching puzzles, as far as the library has such filters."""
    asked = {"technique": wish.needs, "tag": wish.symmetry}
    asked |= {"level": wish.level, "shape": wish.shape}
    return reverse("puzzle-sheet", query=_without_blanks(asked))


def _without_blanks(params: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in params.items() if text}


def _turned(wish: pool.PoolQuery) -> dict[str, Any] | None:
    """Return a transformed puzzle of the engine's list while the pool is empty, or None if none fits."""
    if wish.needs not in seed_sets() or wish.symmetry:
        return None
    rng = random.Random()
    grid = Transformation.random(3, rng).apply(rng.choice(seed_sets()[wish.needs].grids))
    offered = show(grid, None, wish)
    return offered if not wish.level or offered["level"] == Level.named(wish.level) else None


def show(grid: engine.Grid, puzzle: Puzzle | None, wish: pool.PoolQuery) -> dict[str, Any]:
    rating = rate(grid)
    counts = Counter(step.technique for step in rating.path)
    first = {step.technique: step for step in rating.path}
    hardest = sorted(first.values(), key=reach_of, reverse=True)
    needs = (puzzle.needed if puzzle else "") or wish.needs
    find = {"puzzle": str(puzzle.pk)} if puzzle else None
    return {
        "board": draw_small(grid.text, grid.shape),
        "givens": grid.line,
        "puzzle": puzzle,
        "level": Level.named(rating.level),
        "score": rating.score,
        "steps": len(rating.path),
        # Technique, its address, number of uses, from the hardest on.
        "path": [
            (say_rule(stage.technique), technique_href(stage.technique), counts[stage.technique])
            for stage in hardest
        ],
        "needs": say_rule(by_slug()[needs].technique) if needs else "",
        "find_href": reverse("find-step", args=[needs], query=find) if needs else "",
        "play_href": play_address(puzzle or Puzzle.of(grid)),
    }
