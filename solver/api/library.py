"""The library: published puzzles, filtered as on its page, and collections."""

from uuid import UUID

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine
from solver.jobs.edits import delete_collection
from solver.models import Collection, Puzzle
from solver.models.uuid7 import uuid_in
from solver.puzzles import daily
from solver.puzzles.filters import FILTERS, PuzzleFilter
from solver.puzzles.filterset import Filter

from .access import owner_of
from .editing import (
    CollectionChange,
    NewCollection,
    NewPuzzle,
    PuzzleChange,
    PuzzlesSerializer,
    arrange,
    change_puzzle,
    delete_puzzle,
    editor,
    save_collection,
)
from .idempotency import once
from .openapi import EXAMPLE, ONCE, described, parameters_of
from .response_serializers import (
    AnyPuzzle,
    CollectionPage,
    DailyPuzzles,
    EditedCollection,
    EditedPuzzle,
    KnownPuzzle,
    PuzzlePage,
    PuzzleShape,
)
from .responses import PAGE, created, page_of


class PuzzleList(APIView):
    """The published library. POST a puzzle to add it without solving it, for editors with its texts."""

    @described("The published library", {200: PuzzlePage}, parameters=parameters_of(FILTERS))
    def get(self, request: Request) -> Response:
        """The filters are those of the library's page. `?after=` continues after the puzzle with this id."""
        query = request.query_params
        wanted = PuzzleFilter.of(query)
        wrong = [filter.name for filter in FILTERS if not _is_understood(wanted, query, filter)]
        if wrong:
            messages = ["this is none of the values that it takes"]
            raise ValidationError(dict.fromkeys(wrong, messages))
        puzzles = wanted.page(_puzzle_of(query.get("after", "")), PAGE + 1)
        return Response(PuzzlePage.of(page_of(request, puzzles, lambda last: last.pk)))

    @described(
        "Keep a puzzle without solving it",
        {201: PuzzleShape},
        takes=NewPuzzle,
        parameters=(ONCE,),
        example={"puzzle": EXAMPLE},
    )
    def post(self, request: Request) -> Response:
        sent = NewPuzzle.read(request)
        grid: engine.Grid = sent["grid"]
        texts = {name: sent[name] for name in map(str, PuzzleChange().fields) if name in sent}
        user = editor(request, "add_puzzle", "change_puzzle") if texts else None

        def keep() -> list[Puzzle]:
            # The same statements for a new and a known puzzle: the answer does not tell which it is.
            Puzzle.objects.bulk_create([Puzzle.of(grid, in_inbox=True)], ignore_conflicts=True)
            puzzle = Puzzle.objects.get(**Puzzle.identity(grid))
            return [change_puzzle(user, puzzle.pk, texts) if user else puzzle]

        [puzzle] = once(request, owner_of(request), Puzzle.objects.all(), keep)
        return created(PuzzleShape.of(puzzle))


class DailyPuzzleList(APIView):
    """The puzzles of today."""

    @described("The puzzle of the day, and the day's puzzle of each level", {200: DailyPuzzles})
    def get(self, request: Request) -> Response:
        day = timezone.now().date()
        rows = daily.puzzles_of(day)
        answer = {"day": day, "puzzle": daily.first_of(rows), "levels": rows}
        return Response(DailyPuzzles.of(answer))


class PuzzleDetail(APIView):
    """One puzzle. Editors may change and delete it."""

    @described("One puzzle, for editors with all that they may change", {200: AnyPuzzle})
    def get(self, request: Request, pk: UUID) -> Response:
        shape: type[PuzzleShape | KnownPuzzle | EditedPuzzle] = PuzzleShape
        if request.user.has_perm("solver.change_puzzle"):
            shape = EditedPuzzle
        elif request.user.has_perm("solver.view_puzzle"):
            shape = KnownPuzzle
        return Response(shape.of(get_object_or_404(Puzzle, pk=pk)))

    @described(
        "Change what is said of a puzzle",
        {200: EditedPuzzle},
        takes=PuzzleChange,
        example={"title": "The hidden pair", "tags": ["pairs"], "is_published": True},
    )
    def patch(self, request: Request, pk: UUID) -> Response:
        user = editor(request, "change_puzzle")
        change = PuzzleChange.read(request)
        return Response(EditedPuzzle.of(change_puzzle(user, pk, change)))

    @described("Delete a puzzle on which no solve hangs", {204: None})
    def delete(self, request: Request, pk: UUID) -> Response:
        delete_puzzle(editor(request, "delete_puzzle"), pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CollectionList(APIView):
    """The published collections. `puzzles_url` lists the puzzles of one, in its order."""

    @described(
        "Make a collection",
        {201: EditedCollection},
        takes=NewCollection,
        example={"title": "Pairs", "slug": "pairs"},
    )
    def post(self, request: Request) -> Response:
        user = editor(request, "add_collection")
        made = save_collection(user, Collection(), NewCollection.read(request))
        return created(EditedCollection.of(made))

    @described("The published collections", {200: CollectionPage})
    def get(self, request: Request) -> Response:
        published = Collection.objects.filter(is_published=True)
        return Response(CollectionPage.of({"next": None, "results": published}))


class CollectionDetail(APIView):
    """One collection, for its editors."""

    @described("One collection, for its editors", {200: EditedCollection})
    def get(self, request: Request, slug: str) -> Response:
        editor(request, "view_collection")
        return Response(EditedCollection.of(get_object_or_404(Collection, slug=slug)))

    @described(
        "Change a collection",
        {200: EditedCollection},
        takes=CollectionChange,
        example={"description": "Two cells, two digits"},
    )
    def patch(self, request: Request, slug: str) -> Response:
        user = editor(request, "change_collection")
        collection = get_object_or_404(Collection, slug=slug)
        change = CollectionChange.read(request)
        return Response(EditedCollection.of(save_collection(user, collection, change)))

    @described("Delete a collection; its puzzles stay", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        user = editor(request, "delete_collection")
        delete_collection(user, get_object_or_404(Collection, slug=slug))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CollectionPuzzles(APIView):
    """All puzzles of a collection. PUT replaces them."""

    @described(
        "Let a collection have these puzzles, in this order",
        {200: EditedCollection},
        takes=PuzzlesSerializer,
        example={"puzzles": ["00000000-0000-0000-0000-000000000001"]},
    )
    def put(self, request: Request, slug: str) -> Response:
        user = editor(request, "change_collection")
        collection = get_object_or_404(Collection, slug=slug)
        arrange(user, collection, PuzzlesSerializer.read(request)["puzzles"])
        return Response(EditedCollection.of(collection))


def _is_understood(wanted: PuzzleFilter, query: QueryDict, filter: Filter) -> bool:
    """Return whether every value of a parameter was understood. The library's page ignores other values."""
    given = [value.strip() for value in filter.asked_for(query) if value.strip()]
    is_order = filter.name == "order" and given == [wanted.order]
    return filter.kind == "cursor" or is_order or set(given) == set(wanted.asked[filter.name])


def _puzzle_of(text: str) -> Puzzle | None:
    """Return the published puzzle with this id, or None without an id. Raise ValidationError if unknown."""
    if not text:
        return None
    pk = uuid_in(text)
    puzzle = Puzzle.objects.filter(pk=pk, is_published=True).first() if pk else None
    if puzzle is None:
        raise ValidationError({"after": ["there is no puzzle of that id"]})
    return puzzle
