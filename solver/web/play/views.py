"""The page to solve a puzzle oneself, and the answers to its script."""

import json
import uuid
from datetime import date
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from solver import engine
from solver.boards.levels import Level
from solver.engine.core.geometry import KEPT
from solver.engine.core.shape import Shape
from solver.engine.ladder.search import LARGEST, usual
from solver.engine.methods import best, ladder
from solver.engine.rating import LEVELS
from solver.engine.techniques.rungs import slug
from solver.models import Puzzle, SavedGame, Solve
from solver.models.uuid7 import uuid_in
from solver.puzzles import pool
from solver.puzzles.daily import day_of
from solver.puzzles.rating import rate_in_time
from solver.queue import submission
from solver.web.entry.forms import SubmissionForm, sent_fields
from solver.web.entry.home import refuse_form
from solver.web.labels import say_rule
from solver.web.library.rating import card_of
from solver.web.open_graph import open_graph
from solver.web.page_cache import Rendering, cached_response, values_of
from solver.web.shortcuts import (
    LONGEST_ADDRESS,
    SENT,
    find_puzzle,
    find_solve,
    is_fragment,
    owner_of,
    redirect_to_fields,
    signed_in_user,
)

from .board import draw_play
from .lobby import lobby
from .panel import build_panel_context
from .play_request import PlayRequest, read_play_request, shape_of
from .saved_games import is_kept, saved_game_json

NODES = 500  # limit for counting the solutions of a puzzle that somebody brought
COLOURS = "●■▲◆★✚"  # the sign of each
MOST_FAULTS = 3  # cells that a message names


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Show the board to play on.

    GET takes `?puzzle=` in any format, or `?solve=` and an iteration, with `values`, `marks` and a question in
    `ask`, or `?level=` for a new game. Without any it shows the lobby. POST takes the same from the form, with
    one field per cell, and redirects to that address. The script gets the panel alone.
    """
    if request.method != "POST" and request.GET.get("level") in LEVELS:
        return _new_game(request)
    if request.method != "POST" and not {"puzzle", "solve"} & set(request.GET):
        return lobby(request)
    return _page(request, None, _solve_of(request))


@never_cache
def _new_game(request: HttpRequest) -> HttpResponse:
    """Redirect to a puzzle of the level `level`: the one after `after`, so that none comes twice.

    Earlier games of an account, or those in `met`, are passed over as long as there is another. Without `met`
    the script looks whether the browser knows the puzzle.
    """
    rows = pool.puzzles(pool.PoolQuery(level=request.GET["level"]))
    if request.user.is_authenticated:
        played = SavedGame.objects.filter(owner=signed_in_user(request)).values("puzzle")
        fresh = rows.exclude(givens__in=played)
        rows = fresh if fresh.exists() else rows
    met = [pk for each in request.GET.get("met", "").split(",") if (pk := uuid_in(each))]
    if met:
        fresh = rows.exclude(pk__in=met)
        rows = fresh if fresh.exists() else rows
    ids = rows.values_list("pk", flat=True)
    after = uuid_in(request.GET.get("after")) or uuid.uuid4()
    puzzle_id = ids.filter(pk__gt=after).first() or ids.first()
    if puzzle_id is None:
        return redirect("puzzles")
    href = reverse("puzzle-play", args=[puzzle_id])
    return redirect(href if "met" in request.GET else f"{href}#new")


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle_play(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Show a puzzle of the library to play."""
    return _page(request, find_puzzle(request, puzzle_id), None)


def _solve_of(request: HttpRequest) -> Solve | None:
    solve_id = request.GET.get("solve")
    return find_solve(request, uuid_in(solve_id)) if solve_id else None


def _page(request: HttpRequest, puzzle: Puzzle | None, solve: Solve | None) -> HttpResponse:
    """Answer from the cache of pages if all that is asked for is a board, by a visitor without an account."""
    is_question = request.method == "POST" or "ask" in request.GET or is_fragment(request)
    if is_question or solve or request.user.is_authenticated:
        return _answer(request, puzzle, solve)
    day = day_of(puzzle) if puzzle else None
    facts = (values_of(puzzle), day) if puzzle else ()
    try:
        return cached_response(request, facts, lambda: _draw(request, puzzle, day))
    except engine.GridError as error:
        return _refuse(request, str(error), puzzle)


def _draw(request: HttpRequest, puzzle: Puzzle | None, day: date | None) -> Rendering:
    """Draw a board, with the day that had its puzzle. Raise GridError if it is none."""
    play_request = read_play_request(request, request.GET, puzzle, None)
    if play_request.faults:
        raise play_request.faults[0]
    return "solver/play.html", _context(request, play_request, day)


@never_cache
def _answer(request: HttpRequest, puzzle: Puzzle | None, solve: Solve | None) -> HttpResponse:
    data = request.POST if request.method == "POST" else request.GET
    is_board = request.method == "POST" and not is_fragment(request)
    try:
        play_request = read_play_request(request, data, puzzle, solve)
    except engine.GridError as error:
        return _refuse(request, str(error), puzzle)
    faults = [str(fault) for fault in play_request.faults[:MOST_FAULTS]]
    if faults and not is_board:
        return _refuse(request, faults[0], puzzle)
    if faults:  # all other cells stay as they were typed
        messages.error(request, ". ".join(faults))
    if is_fragment(request) and data.get("ask") == "finish":
        shown = _rated(play_request.game.grid, puzzle)
        context = _about_puzzle(shown, _day_of(shown))
        return render(request, "solver/_finish.html", context | {"play_request": play_request})
    if is_fragment(request):
        context = {"panel": build_panel_context(play_request), "play_request": play_request}
        return render(request, "solver/_told.html", context)
    if request.method == "POST" and request.POST.get("ask") == "go-on":
        try:
            return redirect(_go_on(request, play_request))
        except engine.GridError as error:
            messages.error(request, str(error))
    if request.method == "POST" and len(play_request.href) <= LONGEST_ADDRESS:
        return redirect(play_request.href)
    context = _context(request, play_request, _day_of(puzzle))
    return render(request, "solver/play.html", context)


def _day_of(puzzle: Puzzle | None) -> date | None:
    return day_of(puzzle) if puzzle and not puzzle._state.adding else None


def _go_on(request: HttpRequest, play_request: PlayRequest) -> Solve:
    """Start a solve at the player's position, by the method the player came from, or else by the ladder."""
    game = play_request.game
    method = play_request.method or (
        ladder.method.name if game.grid.size <= LARGEST else best.method.name
    )
    options = engine.find_method(method).read_options({})
    start = engine.Grid(game.grid.shape, game.grid.givens, game.start)
    return submission.submit(start, method, options, owner_of(request))


def _context(request: HttpRequest, play_request: PlayRequest, day: date | None) -> dict[str, Any]:
    game = play_request.game
    title = str(play_request.puzzle) if play_request.puzzle else _("Your puzzle")
    keep_href = reverse("play-keep", query={"shape": game.grid.shape.name})
    about = _("Solve it yourself, with hints and a check whenever you want.")
    return {
        "here": "play",
        "play_request": play_request,
        "title": title,
        "board": draw_play(game),
        "panel": build_panel_context(play_request),
        "shape": shape_of(game),
        "saved_game": saved_game_json(request, game),
        "keep_href": keep_href if is_kept(game) and request.user.is_authenticated else "",
        **_about_puzzle(play_request.puzzle, day),
        "settings": _settings(get_language() or "", game.grid.shape.has_boxes_alone),
        "colours": tuple(enumerate(COLOURS, 1)),
        "techniques": _techniques(get_language() or "", game.grid.shape),
        "has_position": bool(play_request.game.own or any(game.marks)),
        "open_graph": open_graph(request, title, about, play_request.puzzle),
    }


@lru_cache(maxsize=KEPT)
def _techniques(_language: str, shape: Shape) -> tuple[tuple[str, str], ...]:
    """Return the slug and the words of each technique that is looked for on a shape."""
    return tuple((slug(rung.technique), say_rule(rung.technique)) for rung in usual(shape))


@lru_cache(maxsize=KEPT)
def _settings(_language: str, has_boxes_alone: bool) -> tuple[tuple[str, str, str], ...]:
    """Return the name, the words and a remark of each setting of the script (settings.js)."""
    tidied, lit = (
        _("A digit clears its marks in row, column and box"),
        _("Light up row, column and box"),
    )
    if not has_boxes_alone:
        tidied = _("A digit clears its marks in all cells that it sees")
        lit = _("Light up all cells that the chosen one sees")
    return (
        ("first", _("Digit first"), _("Choose the digit, then its cells")),
        ("check", _("Show a wrong digit at once"), _("Otherwise only when you press Check")),
        ("tidy", _("Tidy marks"), tidied),
        ("light", _("Light up the same digit"), ""),
        ("peers", lit, ""),
        ("clock", _("Show the clock"), _("It counts either way")),
        ("left", _("Left-handed"), _("The keypad at the left of the board")),
        ("large", _("Larger digits"), ""),
    )


def _rated(grid: engine.Grid, known: Puzzle | None) -> Puzzle | None:
    """Return a puzzle with its rating, even if no worker stored it yet: that of the library, or an unsaved one.

    A puzzle that somebody brought is None if it has not one solution, or is too large to be rated.
    """
    known = known or Puzzle.objects.filter(is_published=True, **Puzzle.identity(grid)).first()
    is_known = known is not None and known.path
    if is_known or grid.size > LARGEST or engine.count_in_time(grid, 2, NODES).verdict != "unique":
        return known
    puzzle = known or Puzzle.of(grid)
    level = puzzle.level
    rate_in_time(puzzle, settings.REQUEST_SECONDS / 2)
    puzzle.level = level or puzzle.level
    return puzzle


def _about_puzzle(puzzle: Puzzle | None, day: date | None) -> dict[str, Any]:
    """Return what the page says of a puzzle and its day, and the games that may follow it."""
    level = Level.of(puzzle.level) if puzzle else None
    is_stored = puzzle is not None and not puzzle._state.adding
    after = {"after": str(puzzle.pk)} if puzzle and is_stored else {}
    next_games = [
        (each, reverse("play", query=after | {"level": LEVELS[each.number - 1]}))
        for each in map(Level, range(1, len(LEVELS) + 1))
    ]
    rating = card_of(puzzle) if puzzle else None
    about: dict[str, str | int] = {}
    if puzzle:
        needs = rating["hardest_technique"] if rating else ""
        about = {"level": puzzle.level or 0, "needs": needs}
    if puzzle and is_stored:
        about |= {"id": str(puzzle.pk), "daily": str(day or "")}
    return {
        "level": level,
        "about_json": json.dumps(about),
        "rating": rating,
        "next_game": next_games[level.number - 1] if level else None,
        "other_games": [
            each for each in next_games if not level or abs(each[0].number - level.number) == 1
        ],
    }


def _refuse(request: HttpRequest, message: str, puzzle: Puzzle | None) -> HttpResponse:
    """Show what is wrong with a game: where it was typed, if that was the front page."""
    if is_fragment(request):
        return HttpResponse(message, status=400, content_type="text/plain; charset=utf-8")
    if request.method == "POST":
        form = SubmissionForm.from_data(request.POST)
        if puzzle is None and "size" in request.POST and form.error:
            return refuse_form(request, form)
        again = redirect_to_fields(request.path, [(SENT, "1"), *sent_fields(request.POST)])
        if again:
            return again
    data = request.POST if request.method == "POST" else request.GET
    context = {"here": "play", "error": message, "text": data.get("puzzle", "")[:1000]}
    return render(request, "solver/play_refused.html", context, status=400)
