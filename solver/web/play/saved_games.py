"""The games of accounts: saved, listed and deleted. They can be continued on another machine."""

import json
from string import ascii_letters, digits
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from solver import engine
from solver.boards.thumbnails import SmallBoard, draw_small
from solver.engine.hinting import Game
from solver.models import SavedGame, User
from solver.models.puzzle import grid_of

from ..shortcuts import read_number, read_object, signed_in_user, takes_form
from .play_request import read_puzzle

COLOURS = f"{ascii_letters}{digits}-_"  # a set of colours each, see colours.js
MOST_SECONDS = 2**31 - 1
MOST_MS = 2**53


@require_POST
@login_required
def save(request: HttpRequest) -> HttpResponse:
    """Save the game that the script sends, unless a newer one is saved. Answer 204.

    The answer is 400 with a sentence if it is not a game.
    """
    data = request.POST
    try:
        reading = read_puzzle({"puzzle": data.get("puzzle", ""), "shape": request.GET.get("shape")})
        game = Game.read(reading, data.get("values"), data.get("marks"))
        if not is_kept(game):
            raise engine.GridError(_("the description of this board is too long to save its games"))
    except engine.GridError as error:
        return HttpResponse(str(error), status=400, content_type="text/plain; charset=utf-8")
    colours = data.get("colours", "")
    if len(colours) not in (0, len(game.values)) or set(colours) - set(COLOURS):
        colours = ""
    at = _number(data.get("at", ""), MOST_MS)
    user = request.user
    assert isinstance(user, User)
    saved = SavedGame.objects.filter(owner=user, puzzle=game.grid.line).first()
    if saved is None or saved.at <= at:
        SavedGame.objects.update_or_create(
            owner=user,
            puzzle=game.grid.line,
            defaults={
                "values": game.values_text,
                "marks": game.marks_text,
                "colours": colours,
                "details": _details(data.get("details", "")),
                "seconds": _number(data.get("seconds", ""), MOST_SECONDS),
                "at": at,
                "changed_at": timezone.now(),
            },
        )
        _delete_oldest(user)
    return HttpResponse(status=204)


@takes_form
@login_required
def games(request: HttpRequest) -> HttpResponse:
    """List the account's saved games, the latest first. POST deletes the one with the number `delete`."""
    own = SavedGame.objects.filter(owner=signed_in_user(request))
    if request.method == "POST":
        own.filter(pk=read_number(request.POST.get("delete", ""), 18) or 0).delete()
        return redirect("games")
    rows = [_row(game) for game in own.order_by("-changed_at")]
    return render(request, "solver/games.html", {"here": "play", "games": rows})


def _row(game: SavedGame) -> tuple[SavedGame, SmallBoard, str, int]:
    """Return a game, its board, the address of its puzzle, where the page loads it, and its open cells."""
    grid, href = grid_of(game.puzzle), reverse("play", query={"puzzle": game.puzzle})
    return game, draw_small(grid.text, grid.shape), href, sum(each in "0." for each in game.values)


def is_kept(game: Game) -> bool:
    """Return whether games of this puzzle are saved: of all boards whose description is not too long."""
    return len(game.grid.line) <= SavedGame.LONGEST_LINE


def saved_game_json(request: HttpRequest, game: Game) -> str:
    """Return the visitor's saved game of this puzzle as JSON for the script, or "" if there is none."""
    user = request.user
    if not user.is_authenticated:
        return ""
    saved = SavedGame.objects.filter(owner=user, puzzle=game.grid.line).first()
    if saved is None:
        return ""
    return json.dumps(as_dict(saved))


def as_dict(saved: SavedGame) -> dict[str, Any]:
    """Return a saved game as the script knows it."""
    fields = ("values", "marks", "colours", "seconds", "at")
    return (saved.details or {}) | {name: getattr(saved, name) for name in fields}


def _details(text: str) -> dict[str, Any] | None:
    """Return what the script says of a game besides its digits and marks, or None if that is no JSON object."""
    return read_object(text, SavedGame.LONGEST_DETAILS) if "\\u0000" not in text else None


def _delete_oldest(user: User) -> None:
    own = SavedGame.objects.filter(owner=user).order_by("-changed_at")
    old = list(own.values_list("pk", flat=True)[SavedGame.MOST : SavedGame.MOST + 50])
    if old:
        SavedGame.objects.filter(pk__in=old).delete()


def _number(text: str, limit: int) -> int:
    return min(read_number(text, 19) or 0, limit)
