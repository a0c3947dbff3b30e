"""The games that an account has begun: a list to go on from, and to let one go."""

from math import isqrt

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from solver.boards.thumbnails import SmallBoard, draw_small
from solver.models import SavedGame

from ..shortcuts import signed_in_user


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def games(request: HttpRequest) -> HttpResponse:
    """The latest first; POST deletes the one whose number is `delete`."""
    mine = SavedGame.objects.filter(owner=signed_in_user(request))
    text = request.POST.get("delete", "")
    if request.method == "POST":
        if text.isascii() and text.isdigit() and len(text) < 19:
            mine.filter(pk=int(text)).delete()
        return redirect("games")
    shown = [
        (game, _board(game), _address(game), _left(game)) for game in mine.order_by("-changed_at")
    ]
    return render(request, "solver/games.html", {"here": "play", "games": shown})


def _board(game: SavedGame) -> SmallBoard:
    return draw_small(game.puzzle, isqrt(isqrt(len(game.puzzle))))


def _address(game: SavedGame) -> str:
    """Of the puzzle alone: the page knows the game that is kept."""
    return f"{reverse('play')}?{urlencode({'puzzle': game.puzzle})}"


def _left(game: SavedGame) -> int:
    return sum(digit in "0." for digit in game.values)
