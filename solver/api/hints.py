"""Help for players: list steps, check a game, give a hint, say why or why not. Nothing is stored."""

from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.engine.core.geometry import Geometry
from solver.engine.core.steps import Step
from solver.engine.hinting import Game, Notice, check, hint, say_check, why, why_not
from solver.engine.hinting.hints import as_json, step_in
from solver.engine.ladder.listing import some_as_json
from solver.solves.reading import path_of

from .access import visible_solves
from .openapi import EXAMPLE, described
from .request_serializers import GameAsked, HintAsked, StepsAsked, WhyAsked
from .response_serializers import CheckShape, HintShape, StepsAtShape, WhyShape


class StepList(APIView):
    """POST a position to list its steps. Nothing is stored."""

    @described(
        "All steps at a position",
        {200: StepsAtShape},
        takes=StepsAsked,
        example={"puzzle": EXAMPLE, "uniqueness": "auto"},
    )
    def post(self, request: Request) -> Response:
        data = StepsAsked.read(request)
        return Response(some_as_json(data["reading"], data["chosen"], data["uniqueness"]))


class Hints(APIView):
    """POST a game to get as much of its next step as the stage shows."""

    @described(
        "A hint",
        {200: HintShape},
        takes=HintAsked,
        example={"puzzle": EXAMPLE, "stage": 2},
    )
    def post(self, request: Request) -> Response:
        data = HintAsked.read(request)
        game = data["game"]
        path = path_of(game.grid, partial(visible_solves, request))
        about = (data["names"], data["uniqueness"], data["chosen"])
        return Response(as_json(hint(game, data["stage"], *about, path)))


class Checks(APIView):
    """POST a game to learn what is wrong: the boxes, or with `names` the cells."""

    @described(
        "A check of a game",
        {200: CheckShape},
        takes=GameAsked,
        example={"puzzle": EXAMPLE, "values": "4" + EXAMPLE[1:], "names": True},
    )
    def post(self, request: Request) -> Response:
        data = GameAsked.read(request)
        game, names = data["game"], data["names"]
        result = check(game)
        notice = say_check(game.geometry, result, names)
        facts = {name: getattr(result, name) for name in ("verdict", "is_clean", "right", "open")}
        return Response(_notice(game.geometry, notice) | facts)


class Whys(APIView):
    """POST a game with a candidate, or with a technique and cells, to learn why it goes or fails."""

    @described(
        "Why a candidate goes, or a technique does not work",
        {200: WhyShape},
        takes=WhyAsked,
        example={"puzzle": EXAMPLE, "candidate": "r1c5=9"},
    )
    def post(self, request: Request) -> Response:
        data = WhyAsked.read(request)
        game, names = data["game"], data["names"]
        if "rung" in data:
            trial = why_not(game, data["rung"], data["at"], names)
            return _answer(game, "works" if trial.works else "fails", trial.notice, trial.step)
        cell, digit = data["candidate"]
        reason = why(game, cell, digit, names)
        return _answer(reason.game or game, reason.answer, reason.notice, reason.step)


def _answer(game: Game, answer: str, notice: Notice, step: Step | None) -> Response:
    data = {"answer": answer} | _notice(game.geometry, notice)
    return Response(data | step_in(game, step) if step else data)


def _notice(geometry: Geometry, notice: Notice) -> dict[str, Any]:
    return {
        "kind": notice.kind,
        "title": notice.title,
        "text": " ".join(notice.sentences),
        "boxes": [geometry.units[box].name for box in notice.boxes],
        "cells": [geometry.cell_names[cell] for cell in notice.cells],
    }
