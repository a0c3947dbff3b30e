"""Order generated puzzles, with the same requirements as the admin's form. The job shows the progress."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.engine.rating import HIGHEST, LEVELS
from solver.engine.rating.grading import GRADES
from solver.engine.symmetry import SYMMETRIES
from solver.models import Job
from solver.puzzles.pool import requirements_of
from solver.queue.generation_orders import MOST, SIZES, order_puzzles
from solver.queue.owners import Owner

from .editing import CollectionField, editor
from .idempotency import once
from .openapi import ONCE, described
from .parsing import ShapeField, StrictChoiceField
from .request_serializers import RequestSerializer, field_errors, line_field, tags_field
from .response_serializers import JobShape
from .responses import accepted

MOST_SCORE = 100_000


def _range(least: int, most: float, help_text: str, kind: Any = serializers.IntegerField) -> Any:
    number = kind(min_value=least, max_value=most)
    return serializers.ListField(
        child=number, min_length=2, max_length=2, required=False, help_text=help_text
    )


class NewOrder(RequestSerializer):
    """How many puzzles, and what they must be like. Each has one solution."""

    count = serializers.IntegerField(min_value=1, max_value=MOST, default=1)
    size = StrictChoiceField(SIZES, default=9)
    shape = ShapeField(
        required=False,
        help_text="A board that is not plain, in place of `size`: its name or object.",
    )
    minimal = serializers.BooleanField(default=False)
    symmetry = StrictChoiceField(list(SYMMETRIES), default="none")
    clues = _range(1, 256, "The fewest and the most.")
    grade = StrictChoiceField(list(GRADES), required=False)
    needs = serializers.CharField(
        max_length=50, required=False, help_text="A technique of the ladder, like xy-wing."
    )
    hardest = serializers.CharField(
        max_length=50, required=False, help_text="Nothing harder; what it needs, otherwise."
    )
    level = StrictChoiceField(list(LEVELS), required=False)
    score = _range(0, MOST_SCORE, "HoDoKu's, from one to another.")
    er = _range(
        1, HIGHEST, "Sudoku Explainer's rating, from one to another.", serializers.FloatField
    )
    pattern = serializers.CharField(
        max_length=81, required=False, help_text="81 characters, `.` where no given stands."
    )
    seed = line_field(50, required=False)
    collection = CollectionField(required=False, help_text="The slug of one that is there.")
    tags = tags_field()
    publish = serializers.BooleanField(default=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if shape := data.get("shape"):
            data["shape"] = shape.name
        with field_errors("wishes"):
            requirements_of(data)
        return data


class OrderList(APIView):
    """POST an order to generate puzzles for the library."""

    @described(
        "Have puzzles made for the library",
        {202: JobShape},
        takes=NewOrder,
        parameters=(ONCE,),
        example={"count": 20, "needs": "w-wing", "symmetry": "rotational-180"},
    )
    def post(self, request: Request) -> Response:
        user = editor(request, "add_puzzle")
        spec = NewOrder.read(request)
        count, owner = spec.pop("count"), Owner(user=user)
        [job] = once(request, owner, Job.objects.all(), lambda: [order_puzzles(count, spec, owner)])
        return accepted(JobShape.of(job))
