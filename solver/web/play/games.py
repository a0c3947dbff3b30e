"""The list of an account's saved games, to continue or delete them."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from solver.boards.thumbnails import SmallBoard, draw_small
from solver.models import SavedGame
from solver.models.puzzle import grid_of

from ..shortcuts import read_number, signed_in_user, takes_form


@takes_form
@login_required
def games(request: HttpRequest) -> HttpResponse:
    """List the account's saved games, the latest first. POST deletes the one with the number `delete`."""
    own = SavedGame.objects.filter(owner=signed_in_user(request))
    if request.method == "POST":
        own.filter(pk=read_number(request.POST.get("delete", ""), 18) or 0).delete()
        return redirect("games")
    rows = [
        (game, _board(game), _address(game), _left(game)) for game in own.order_by("-changed_at")
    ]
    return render(request, "solver/games.html", {"here": "play", "games": rows})


def _board(game: SavedGame) -> SmallBoard:
    grid = grid_of(game.puzzle)
    return draw_small(grid.text, grid.shape)


def _address(game: SavedGame) -> str:
    """Return the address of the puzzle. The page loads the saved game itself."""
    return reverse("play", query={"puzzle": game.puzzle})


def _left(game: SavedGame) -> int:
    return sum(digit in "0." for digit in game.values)
