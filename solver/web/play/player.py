"""The player's page: times, days and drills, which the browser keeps, and the record of an account."""

import json
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from solver.boards.levels import Level
from solver.engine.rating import LEVELS
from solver.engine.techniques.rungs import by_slug
from solver.models import PlayRecord, SavedGame

from ..labels import say_rule
from ..open_graph import open_graph
from ..shortcuts import read_object, signed_in_user

MOST_GAMES = 2_000  # that were finished
MOST_FINDS = 100  # of a technique
LONGEST_RECORD = 1_000_000  # characters that a script sends
LONGEST = 700  # characters of a text: a puzzle of 25×25, or a position
LARGEST = 2**53
# What a finished game and an answer of a drill say, each with its type (played.js and finds.js).
GAME: dict[str, type] = {
    **dict.fromkeys(("puzzle", "id", "daily", "needs"), str),
    **dict.fromkeys(("at", "seconds", "hints", "checks", "wrong", "level"), int),
}
FIND: dict[str, type] = {"position": str, "at": int, "right": bool}

Record = dict[str, Any]


@never_cache
def player(request: HttpRequest) -> HttpResponse:
    """Show what the browser and the account keep of one's play. The script fills it in."""
    context = {
        "here": "play",
        "levels": [Level(number) for number in range(1, len(LEVELS) + 1)],
        "names": json.dumps({slug: say_rule(rung.technique) for slug, rung in by_slug().items()}),
        "open_graph": open_graph(
            request, _("Your play"), _("Times by level, days, and techniques found.")
        ),
    }
    return render(request, "solver/player.html", context)


@require_POST
@login_required
def record(request: HttpRequest) -> HttpResponse:
    """Add the games and finds in `record` to those of the account, and answer the whole.

    With `forget`, delete the record and the saved games.
    """
    owner = signed_in_user(request)
    if request.POST.get("forget"):
        PlayRecord.objects.filter(owner=owner).delete()
        SavedGame.objects.filter(owner=owner).delete()
        return JsonResponse(merged({}, {}))
    sent = read_object(request.POST.get("record", ""), LONGEST_RECORD) or {}
    with transaction.atomic():
        row, _is_new = PlayRecord.objects.select_for_update().get_or_create(owner=owner)
        whole = merged({"played": row.played, "finds": row.finds}, sent)
        row.played, row.finds = whole["played"], whole["finds"]
        row.save()
    return JsonResponse(whole)


def merged(kept: Record, sent: Record) -> Record:
    """Return the games and finds of both, each once, in order of time. What is none is left out."""
    games = {(game["puzzle"], game["at"]): game for each in (kept, sent) for game in _games(each)}
    finds: dict[str, dict[tuple[str, int], Record]] = {}
    for each in (kept, sent):
        for slug, find in _finds(each):
            finds.setdefault(slug, {})[find["position"], find["at"]] = find
    return {
        "played": _latest(games, MOST_GAMES),
        "finds": {slug: _latest(found, MOST_FINDS) for slug, found in finds.items()},
    }


def _latest(rows: dict[tuple[str, int], Record], most: int) -> list[Record]:
    return sorted(rows.values(), key=lambda row: row["at"])[-most:]


def _games(record: Record) -> Iterator[Record]:
    games = record.get("played")
    for each in games if isinstance(games, list) else ():
        game = _row(each, GAME)
        if {"puzzle", "at", "seconds"} <= set(game):
            yield game


def _finds(record: Record) -> Iterator[tuple[str, Record]]:
    finds = record.get("finds")
    for slug, rows in finds.items() if isinstance(finds, dict) else ():
        for each in rows if isinstance(rows, list) and slug in by_slug() else ():
            find = _row(each, FIND)
            if set(find) == set(FIND):
                yield slug, find


def _row(value: object, fields: dict[str, type]) -> Record:
    """Return those of the fields that have their type and a size that can be."""
    if not isinstance(value, dict):
        return {}
    return {name: value[name] for name, kind in fields.items() if _fits(value.get(name), kind)}


def _fits(value: object, kind: type) -> bool:
    if type(value) is not kind:
        return False
    if isinstance(value, str):
        return len(value) <= LONGEST and "\0" not in value
    return not isinstance(value, int) or 0 <= value <= LARGEST
