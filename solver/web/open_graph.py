"""What a page says of itself where its link is shared or searched: name, sentence, picture and address."""

from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse

from solver.models import Puzzle


@dataclass(frozen=True)
class OpenGraph:
    """All addresses are absolute: whoever reads them stands on another site."""

    title: str
    description: str
    address: str  # of what is shown; a moment of a solve has one of its own
    canonical: str  # the same without what only says how to look at it
    image: str = ""
    image_alt: str = ""
    is_searchable: bool = True  # unlisted is for whoever has the link, and for no search engine


def open_graph(
    request: HttpRequest, title: str, description: str, puzzle: Puzzle | None = None
) -> OpenGraph:
    """Of a page that is about no board, with a published puzzle for a picture; its query is not told."""
    address = request.build_absolute_uri(request.path)
    told = OpenGraph(title, description, address, address)
    return with_picture(request, told, puzzle) if puzzle else told


def with_picture(request: HttpRequest, told: OpenGraph, puzzle: Puzzle) -> OpenGraph:
    """The same with the givens of a puzzle of the library for a picture."""
    picture = request.build_absolute_uri(reverse("puzzle-picture", args=[puzzle.pk]))
    return replace(told, image=picture, image_alt=puzzle.givens)
