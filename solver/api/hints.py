"""Help for whoever solves alone: is it still right, what next, why and why not. Nothing of it is kept."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.engine.core.geometry import Geometry
from solver.engine.core.steps import Step
from solver.engine.hinting import Notice, check, hint, say_check, why, why_not
from solver.engine.hinting.hints import as_json
from solver.engine.ladder.listing import step_as_json
from solver.engine.techniques.rungs import Rung, rungs

from .openapi import EXAMPLE, described
from .request_serializers import GameAsked, HintAsked, WhyAsked
from .response_serializers import CheckShape, HintShape, WhyShape


class Hints(APIView):
    """POST a game; as much of its next step as the stage shows."""

    @described(
        "A hint",
        {200: HintShape},
        takes=HintAsked,
        example={"puzzle": EXAMPLE, "stage": 2},
    )
    def post(self, request: Request) -> Response:
        given = HintAsked.read(request)
        found = hint(
            given["game"], given["stage"], given["names"], given["uniqueness"], given["chosen"]
        )
        told = as_json(found)
        if found.rung and found.shown_step:
            told["step"] = step_as_json(found.game.shape, found.rung, found.shown_step)
        return Response(told)


class Checks(APIView):
    """POST a game; what is wrong with it, by box, or by cell for whoever asks for names."""

    @described(
        "A check of a game",
        {200: CheckShape},
        takes=GameAsked,
        example={"puzzle": EXAMPLE, "values": "4" + EXAMPLE[1:], "names": True},
    )
    def post(self, request: Request) -> Response:
        asked = GameAsked.read(request)
        game, names = asked["game"], asked["names"]
        found = check(game)
        notice = say_check(game.shape, found, names)
        facts = {
            "verdict": found.verdict,
            "is_clean": found.is_clean,
            "right": found.right,
            "open": found.open,
        }
        return Response(_notice(game.shape, notice) | facts)


class Whys(APIView):
    """POST a game and a candidate, or a technique and cells: why it goes, or why it does not work."""

    @described(
        "Why a candidate goes, or a technique does not work",
        {200: WhyShape},
        takes=WhyAsked,
        example={"puzzle": EXAMPLE, "candidate": "r1c5=9"},
    )
    def post(self, request: Request) -> Response:
        given = WhyAsked.read(request)
        game, names = given["game"], given["names"]
        if "rung" in given:
            answer = why_not(game, given["rung"], given["at"], names)
            told = {"answer": "works" if answer.works else "fails"}
            return _told(game.shape, told, answer.notice, answer.step)
        cell, digit = given["candidate"]
        found = why(game, cell, digit, names)
        return _told(game.shape, {"answer": found.answer}, found.notice, found.step)


def _told(shape: Geometry, told: dict[str, Any], notice: Notice, step: Step | None) -> Response:
    told |= _notice(shape, notice)
    if step:
        rung: Rung = rungs()[step.technique]
        told["step"] = step_as_json(shape, rung, step)
    return Response(told)


def _notice(shape: Geometry, notice: Notice) -> dict[str, Any]:
    return {
        "kind": notice.kind,
        "title": notice.title,
        "text": " ".join(notice.sentences),
        "boxes": [shape.units[box].name for box in notice.boxes],
        "cells": [shape.cell_names[cell] for cell in notice.cells],
    }
