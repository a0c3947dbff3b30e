"""The API's answers: check, call one function, write JSON."""

from itertools import islice
from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import submission
from solver.chapters import walk
from solver.comparison import account_for, find_solves
from solver.exporting import iterations_as_json, solve_as_json
from solver.models import Puzzle, Solve, SolveQuerySet
from solver.submission import Owner

from .serializers import NewSolve, PuzzleText, puzzle_as_json

PAGE = 100


@api_view(["GET"])
def root(request: Request) -> Response:
    """Where to go."""
    return Response(
        {
            "puzzles": reverse("api-puzzles"),
            "solves": reverse("api-solves"),
            "methods": reverse("api-methods"),
            "comparisons": reverse("api-comparisons"),
            "batches": reverse("api-batches"),
        }
    )


def not_found(request: HttpRequest, rest: str) -> JsonResponse:
    return JsonResponse({"detail": f"there is nothing at /api/v1/{rest}"}, status=404)


class SolveList(APIView):
    """Your solves, newest first; POST a puzzle for a new one."""

    def get(self, request: Request) -> Response:
        mine = Solve.objects.of_visitor(request.user, request.session.session_key)
        found = mine.select_related("puzzle").order_by("-created_at", "-id")[:PAGE]
        return Response({"results": [solve_as_json(solve) for solve in found]})

    def post(self, request: Request) -> Response:
        new = NewSolve(data=request.data)
        new.is_valid(raise_exception=True)
        data = new.validated_data
        solve = submission.submit(data["grid"], data["method"], data["options"], owner_of(request))
        answer = solve_as_json(solve) | {"read": data["note"]}
        return Response(
            answer, status=status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]}
        )


class SolveDetail(APIView):
    """One solve; once it is finished, with every iteration, as the command line writes it."""

    def get(self, request: Request, pk: UUID) -> Response:
        solve = _find_solve(request, pk)
        answer = solve_as_json(solve)
        if solve.status == Solve.Status.FINISHED:
            answer["iterations"] = iterations_as_json(solve, walk(solve))
        return Response(answer)


class IterationList(APIView):
    """The iterations of a solve, also while it runs; `?after=N` goes on from there."""

    def get(self, request: Request, pk: UUID) -> Response:
        solve = _find_solve(request, pk)
        after = whole_number(request, "after")
        found = list(islice(walk(solve, after), PAGE + 1))
        shown = found[:PAGE]
        following = (
            f"{reverse('api-iterations', args=[pk])}?after={shown[-1].number}"
            if len(found) > PAGE
            else None
        )
        return Response({"next": following, "results": iterations_as_json(solve, shown)})


class Comparison(APIView):
    """`?solves=` names solves to lay side by side; POST a puzzle to have it solved by every method."""

    def get(self, request: Request) -> Response:
        accounts = account_for(
            find_solves(request.query_params.get("solves", ""), _visible(request))
        )
        return Response({"results": [solve_as_json(a.solve) | a.as_json() for a in accounts]})

    def post(self, request: Request) -> Response:
        new = PuzzleText(data=request.data)
        new.is_valid(raise_exception=True)
        solves = submission.submit_to_all(new.validated_data["grid"], {}, owner_of(request))
        address = f"{reverse('api-comparisons')}?solves={','.join(str(s.pk) for s in solves)}"
        answer = {"url": address, "results": [solve_as_json(solve) for solve in solves]}
        return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Location": address})


class PuzzleList(APIView):
    """The published library, newest first; POST a puzzle to keep it without solving it."""

    def get(self, request: Request) -> Response:
        found = Puzzle.objects.filter(is_published=True).order_by("-created_at", "-id")[:PAGE]
        return Response({"results": [puzzle_as_json(puzzle) for puzzle in found]})

    def post(self, request: Request) -> Response:
        new = PuzzleText(data=request.data)
        new.is_valid(raise_exception=True)
        puzzle, is_new = Puzzle.objects.get_or_create(givens=new.validated_data["grid"].text)
        answer = puzzle_as_json(puzzle)
        return Response(
            answer,
            status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK,
            headers={"Location": answer["url"]},
        )


class PuzzleDetail(APIView):
    """One puzzle."""

    def get(self, request: Request, pk: UUID) -> Response:
        return Response(puzzle_as_json(get_object_or_404(Puzzle, pk=pk)))


def _visible(request: Request) -> SolveQuerySet:
    return Solve.objects.visible_to(request.user, request.session.session_key)


def _find_solve(request: Request, pk: UUID) -> Solve:
    return get_object_or_404(_visible(request).select_related("puzzle"), pk=pk)


def owner_of(request: Request) -> Owner:
    """The account; else the browser session, if the caller has one."""
    if request.user.is_authenticated:
        return Owner(user=request.user)
    return Owner(session_key=request.session.session_key or "")


def whole_number(request: Request, name: str) -> int:
    """A parameter in plain ASCII digits, 0 when it is not there."""
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValidationError({name: ["a whole number of at most nine digits is expected"]})
    return int(text)
