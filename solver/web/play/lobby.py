"""Where to choose a game: those begun, a new one of each level, the puzzles of the day, and drills."""

import json
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from solver.boards.levels import Level
from solver.boards.thumbnails import draw_small
from solver.engine.rating import LEVELS
from solver.engine.techniques.rungs import by_slug
from solver.models import DailyPuzzle, SavedGame
from solver.puzzles.daily import first_of, puzzles_of

from ..labels import say_rule
from ..learn.drill import slugs_with_drills
from ..library.daily import Month
from ..library.puzzles import say_givens
from ..open_graph import open_graph
from ..page_cache import Rendering, cached_response, values_of
from ..shortcuts import signed_in_user
from .saved_games import as_dict

FIRST_DRILLS = ("naked-pair", "x-wing", "xy-wing")  # for whoever has tried none yet


def lobby(request: HttpRequest) -> HttpResponse:
    """Show what can be played now. The script adds what the browser keeps of games and times."""
    today, saved_games = timezone.now().date(), _saved_games(request)
    rows = puzzles_of(today)
    facts = (today, saved_games, [(values_of(row), values_of(row.puzzle)) for row in rows])
    return cached_response(request, facts, lambda: _draw(request, today, rows, saved_games))


def _draw(
    request: HttpRequest, today: date, rows: list[DailyPuzzle], saved_games: str
) -> Rendering:
    drills = {slug: say_rule(by_slug()[slug].technique) for slug in slugs_with_drills()}
    first = first_of(rows)
    context = {
        "here": "play",
        "levels": _new_games(),
        "day": today,
        "daily": [_of_the_day(row) for row in rows],
        "first": _of_the_day(first) if first else None,
        "board": draw_small(first.puzzle.givens, first.puzzle.board) if first else None,
        "month": Month.around(today, today),
        "drills": [(slug, drills[slug]) for slug in FIRST_DRILLS],
        "drill_names": json.dumps(drills),
        "saved_games": saved_games,
        "open_graph": open_graph(
            request,
            _("Play"),
            _("A new game of each level, the puzzles of the day, and drills."),
            first.puzzle if first else None,
        ),
    }
    return "solver/lobby.html", context


def _new_games() -> list[dict[str, Any]]:
    needs = (
        _("singles only"),
        _("pairs and triples"),
        _("patterns"),
        _("chains"),
        _("bring an evening"),
    )
    return [
        {"level": Level.named(name), "href": reverse("play", query={"level": name}), "words": words}
        for name, words in zip(LEVELS, needs, strict=True)
    ]


def _of_the_day(row: DailyPuzzle) -> dict[str, Any]:
    href = reverse("puzzle-play", args=[row.puzzle_id])
    return {
        "level": Level.named(row.level),
        "href": href,
        "words": say_givens(row.puzzle),
        "puzzle": row.puzzle,  # of the day
    }


def _saved_games(request: HttpRequest) -> str:
    """Return the account's games as JSON for the script, or "" for a visitor without an account."""
    if not request.user.is_authenticated:
        return ""
    rows = SavedGame.objects.filter(owner=signed_in_user(request))
    return json.dumps([_board_of(row.puzzle) | as_dict(row) for row in rows])


def _board_of(line: str) -> dict[str, str]:
    shape, _blank, givens = line.rpartition(" ")
    return {"puzzle": givens} | ({"shape": shape} if shape else {})
