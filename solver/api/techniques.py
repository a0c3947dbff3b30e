"""The methods and the techniques, so that a program can offer and explain them to its users."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine
from solver.engine.ladder import stored
from solver.engine.techniques import Technique, atlas
from solver.engine.techniques.rungs import slug

from .openapi import described
from .response_serializers import MethodShape, TechniqueShape


class MethodList(APIView):
    """Every method with its options: the values, the default, and what the article did."""

    @described("The methods and their options", {200: MethodShape(many=True)})
    def get(self, request: Request) -> Response:
        return Response([MethodShape.of(method) for method in engine.methods().values()])


class ListedTechnique:
    """A technique with what else there is to say about it."""

    def __init__(self, technique: Technique) -> None:
        name = technique.name
        self.technique, self.name = technique, name
        self.paragraphs, self.source = technique.paragraphs, technique.source
        self.level = atlas.level_of_technique(name)
        self.family = slug(atlas.family_of(name).title.message)
        self.aliases = atlas.aliases_of(name)
        self.examples, self.drills = len(stored.examples(name)), len(stored.drills(name))
        self.reason = "" if self.examples else str(atlas.why_no_positions(name))


class TechniqueList(APIView):
    """Every technique by the name that steps have, easy ones first. `page` shows it on a board."""

    @described("The techniques and what they mean", {200: TechniqueShape(many=True)})
    def get(self, request: Request) -> Response:
        return Response(
            [TechniqueShape.of(ListedTechnique(each)) for each in engine.techniques().values()]
        )
