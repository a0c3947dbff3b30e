"""The page to solve a puzzle oneself, and the answers to its script."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from solver import engine
from solver.boards.levels import Level
from solver.engine.ladder.search import LARGEST, usual
from solver.engine.methods import best, ladder
from solver.engine.techniques.rungs import slug
from solver.models import Puzzle, Solve
from solver.puzzles.daily import puzzle_of_the_day
from solver.queue import submission
from solver.web.entry.forms import SubmissionForm, sent_fields
from solver.web.entry.home import refuse_form
from solver.web.labels import say_rule
from solver.web.open_graph import open_graph
from solver.web.shortcuts import (
    LONGEST_ADDRESS,
    SENT,
    find_puzzle,
    find_solve,
    is_fragment,
    owner_of,
    redirect_to_fields,
)

from .board import draw_play
from .panel import build_panel_context
from .play_request import PlayRequest, read_play_request
from .saved_games import saved_game_json

MOST_FAULTS = 3  # cells that a message names


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Show the board to play on.

    GET takes `?puzzle=` in any format, or `?solve=` and an iteration, with `values`, `marks` and a question in
    `ask`. Without a puzzle it redirects to the puzzle of the day. POST takes the same from the form, with one
    field per cell, and redirects to that address. The script gets the panel alone.
    """
    is_bare = request.method != "POST" and not {"puzzle", "solve"} & set(request.GET)
    daily = puzzle_of_the_day() if is_bare else None
    if daily:
        return redirect("puzzle-play", daily.pk)
    return _page(request, None, _solve_of(request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle_play(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Show a puzzle of the library to play."""
    return _page(request, find_puzzle(request, puzzle_id), None)


def _solve_of(request: HttpRequest) -> Solve | None:
    solve_id = request.GET.get("solve")
    if not solve_id:
        return None
    try:
        return find_solve(request, uuid.UUID(solve_id))
    except ValueError:
        raise Http404("no such solve") from None


def _page(request: HttpRequest, puzzle: Puzzle | None, solve: Solve | None) -> HttpResponse:
    data = request.POST.copy() if request.method == "POST" else request.GET
    is_board = request.method == "POST" and not is_fragment(request) and "size" not in data
    play_request, faults = None, []
    while play_request is None:
        try:
            play_request = read_play_request(request, data, puzzle, solve)
        except engine.GridError as error:
            wrong = {str(cell): "" for cell in error.cells if data.get(str(cell))}
            if not is_board or not wrong:
                return _refuse(request, str(error), puzzle)
            faults.append(str(error))
            data.update(wrong)  # appends, and the last one counts
    if faults:  # all other cells stay as they were typed
        messages.error(request, ". ".join(faults[:MOST_FAULTS]))
    if is_fragment(request):
        context = {"panel": build_panel_context(play_request), "play_request": play_request}
        return render(request, "solver/_told.html", context)
    if request.method == "POST" and request.POST.get("ask") == "go-on":
        return redirect(_go_on(request, play_request))
    if request.method == "POST" and len(play_request.href) <= LONGEST_ADDRESS:
        return redirect(play_request.href)
    return render(request, "solver/play.html", _context(request, play_request))


def _go_on(request: HttpRequest, play_request: PlayRequest) -> Solve:
    """Start a solve at the player's position, by the method the player came from, or else by the ladder."""
    game = play_request.game
    method = play_request.method or (
        ladder.method.name if game.grid.box <= LARGEST else best.method.name
    )
    options = engine.find_method(method).read_options({})
    start = engine.Grid(game.grid.box, game.grid.givens, game.start)
    return submission.submit(start, method, options, owner_of(request))


def _context(request: HttpRequest, play_request: PlayRequest) -> dict[str, Any]:
    game = play_request.game
    title = str(play_request.puzzle) if play_request.puzzle else _("Your puzzle")
    about = _("Solve it yourself, with hints and a check whenever you want.")
    return {
        "here": "play",
        "play_request": play_request,
        "title": title,
        "board": draw_play(game),
        "panel": build_panel_context(play_request),
        "saved_game": saved_game_json(request, game),
        "keep_href": reverse("play-keep") if request.user.is_authenticated else "",
        "level": Level.of(play_request.puzzle.level) if play_request.puzzle else None,
        "techniques": [(slug(r.technique), say_rule(r.technique)) for r in usual(game.grid.box)],
        "has_position": bool(play_request.game.own or any(game.marks)),
        "open_graph": open_graph(request, title, about, play_request.puzzle),
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
