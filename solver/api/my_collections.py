"""The caller's own collections: list, create, fill and delete them. Nobody else sees them."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine
from solver.models import Collection, Membership, Puzzle, User
from solver.puzzles import collections

from .access import account_of
from .editing import Conflict
from .openapi import EXAMPLE, described
from .request_serializers import CollectedPuzzle, RequestSerializer, line_field
from .response_serializers import KnownPuzzle, OwnCollection, OwnCollectionPage, OwnPuzzlePage
from .responses import created


class Title(RequestSerializer):
    """The title of a collection."""

    title = line_field(200)


class OwnCollections(APIView):
    """Your own collections. POST a title to create one."""

    @described("Your own collections", {200: OwnCollectionPage})
    def get(self, request: Request) -> Response:
        return Response(OwnCollectionPage.of({"next": None, "results": _mine(request)}))

    @described(
        "Make a collection of your own",
        {201: OwnCollection},
        takes=Title,
        example={"title": "Five wings"},
    )
    def post(self, request: Request) -> Response:
        user, title = _account(request), _title_in(request)
        try:
            made = collections.create(user, title)
        except collections.CollectionFull as error:
            raise Conflict(str(error)) from None
        return created(OwnCollection.of(_own(request, made.slug)))


class OwnCollectionDetail(APIView):
    """One of your own collections."""

    @described("A collection of your own", {200: OwnCollection})
    def get(self, request: Request, slug: str) -> Response:
        return Response(OwnCollection.of(_own(request, slug)))

    @described(
        "Call a collection of your own otherwise",
        {200: OwnCollection},
        takes=Title,
        example={"title": "Six wings"},
    )
    def patch(self, request: Request, slug: str) -> Response:
        collection = _own(request, slug)
        collection.title = _title_in(request)
        collection.save(update_fields=["title"])
        return Response(OwnCollection.of(collection))

    @described("Delete a collection of your own; its puzzles stay", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        _own(request, slug).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnPuzzles(APIView):
    """The puzzles of one of your own collections. POST a puzzle to add it."""

    @described("The puzzles of a collection of your own", {200: OwnPuzzlePage})
    def get(self, request: Request, slug: str) -> Response:
        puzzles = collections.puzzles_of(_own(request, slug))
        return Response(OwnPuzzlePage.of({"next": None, "results": puzzles}))

    @described(
        "Put a puzzle into a collection of your own",
        {200: KnownPuzzle, 201: KnownPuzzle},
        takes=CollectedPuzzle,
        example={"puzzle": EXAMPLE},
    )
    def post(self, request: Request, slug: str) -> Response:
        collection = _own(request, slug)
        grid: engine.Grid = CollectedPuzzle.read(request)["grid"]
        try:
            is_new = collections.add_puzzle(collection, grid)
        except collections.CollectionFull as error:
            raise Conflict(str(error)) from None
        answer = KnownPuzzle.of(Puzzle.objects.get(**Puzzle.identity(grid)))
        return Response(answer, status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class OwnPuzzle(APIView):
    """A puzzle in one of your own collections. DELETE removes it from there."""

    @described("Take a puzzle out of a collection of your own", {204: None})
    def delete(self, request: Request, slug: str, pk: UUID) -> Response:
        if not Membership.objects.filter(collection=_own(request, slug), puzzle=pk).delete()[0]:
            raise Http404
        return Response(status=status.HTTP_204_NO_CONTENT)


def _account(request: Request) -> User:
    return account_of(request, "collections of one's own")


def _mine(request: Request) -> QuerySet[Collection]:
    return collections.collections_of(_account(request))


def _own(request: Request, slug: str) -> Collection:
    """Return a collection of the caller. Raise Http404 for anybody else's, as if it did not exist."""
    return get_object_or_404(_mine(request), slug=slug)


def _title_in(request: Request) -> str:
    title: str = Title.read(request)["title"]
    return title
