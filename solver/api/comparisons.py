"""Comparisons: solve a puzzle by every method, and show solves side by side."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.models import Solve
from solver.queue import submission
from solver.solves.comparison import find_solves, totals_of_solves

from .access import owner_of, visible_solves
from .idempotency import once
from .openapi import EXAMPLE, ONCE, described, query_parameter
from .request_serializers import PuzzleText
from .response_serializers import AcceptedComparison, Comparisons
from .responses import accepted


class Comparison(APIView):
    """Compare the solves of `?solves=`. POST a puzzle to have it solved by every method."""

    @described(
        "Several solves side by side",
        {200: Comparisons},
        parameters=(query_parameter("solves", "Ids, with commas between."),),
    )
    def get(self, request: Request) -> Response:
        ids = request.query_params.get("solves", "")
        tallies = totals_of_solves(find_solves(ids, visible_solves(request)))
        return Response(Comparisons.of({"results": tallies}))

    @described(
        "Have a puzzle solved by every method",
        {202: AcceptedComparison},
        takes=PuzzleText,
        parameters=(ONCE,),
        example={"puzzle": EXAMPLE},
    )
    def post(self, request: Request) -> Response:
        grid, owner = PuzzleText.read(request)["grid"], owner_of(request)

        def submit() -> list[Solve]:
            return submission.submit_to_all(grid, {}, owner)

        solves = once(request, owner, Solve.objects.select_related("puzzle"), submit)
        address = f"{reverse('api-comparisons')}?solves={','.join(str(s.pk) for s in solves)}"
        return accepted(AcceptedComparison.of({"url": address, "results": solves}))
