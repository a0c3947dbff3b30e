"""The library as programs ask for it: published puzzles, found as its page finds them, and collections."""

from uuid import UUID

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.library.filters import FILTERS, PuzzleFilter
from solver.models import Collection, Puzzle

from .access import owner_of
from .describing import EXAMPLE, ONCE, described, parameters_of
from .idempotency import once
from .paging import PAGE, next_page
from .schema import CollectionPage, PuzzlePage, PuzzleShape
from .serializers import NewPuzzle


class PuzzleList(APIView):
    """The published library; POST a puzzle to keep it without solving it."""

    @described("The published library", {200: PuzzlePage}, parameters=parameters_of(FILTERS))
    def get(self, request: Request) -> Response:
        """Filters are those of the library's page; `?after=` the id of a puzzle goes on from it."""
        asked = request.query_params
        wanted = PuzzleFilter.of(asked)
        wrong = [name for name in wanted.asked if not _is_understood(wanted, asked, name)]
        if wrong:
            words = ["this is none of the values that it takes"]
            raise ValidationError(dict.fromkeys(wrong, words))
        found = wanted.page(_puzzle_of(asked.get("after", "")), PAGE + 1)
        following = str(found[PAGE - 1].pk) if len(found) > PAGE else ""
        page = {"next": next_page(request, following), "results": found[:PAGE]}
        return Response(PuzzlePage.of(page))

    @described(
        "Keep a puzzle without solving it",
        {200: PuzzleShape, 201: PuzzleShape},
        takes=NewPuzzle,
        parameters=(ONCE,),
        example={"puzzle": EXAMPLE},
    )
    def post(self, request: Request) -> Response:
        new = NewPuzzle(data=request.data)
        new.is_valid(raise_exception=True)
        is_new = False

        def keep() -> list[Puzzle]:
            nonlocal is_new
            givens = new.validated_data["grid"].text
            puzzle, is_new = Puzzle.objects.get_or_create(
                givens=givens, defaults={"in_inbox": True}
            )
            return [puzzle]

        [puzzle] = once(request, owner_of(request), Puzzle.objects.all(), keep)
        answer = PuzzleShape.of(puzzle)
        return Response(
            answer,
            status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK,
            headers={"Location": answer["url"]},
        )


class PuzzleDetail(APIView):
    """One puzzle."""

    @described("One puzzle", {200: PuzzleShape})
    def get(self, request: Request, pk: UUID) -> Response:
        return Response(PuzzleShape.of(get_object_or_404(Puzzle, pk=pk)))


class CollectionList(APIView):
    """The published collections; `puzzles_url` leads to what is in one, in its order."""

    @described("The published collections", {200: CollectionPage})
    def get(self, request: Request) -> Response:
        found = Collection.objects.filter(is_published=True)
        return Response(CollectionPage.of({"next": None, "results": found}))


def _is_understood(wanted: PuzzleFilter, asked: QueryDict, name: str) -> bool:
    """Whether every value of a parameter was taken; the page passes over what makes no sense, we do not."""
    given = [value.strip() for value in asked.getlist(name) if value.strip()]
    return (name == "order" and given == [wanted.order]) or set(given) == set(wanted.asked[name])


def _puzzle_of(text: str) -> Puzzle | None:
    if not text:
        return None
    try:
        found = Puzzle.objects.filter(pk=UUID(text), is_published=True).first()
    except ValueError:
        found = None
    if found is None:
        raise ValidationError({"after": ["there is no puzzle of that id"]})
    return found
