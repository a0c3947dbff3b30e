"""Open Graph data: what a page says about itself when its link is shared or searched for."""

from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse

from solver.models import Puzzle


@dataclass(frozen=True)
class OpenGraph:
    """The title, sentence, picture and addresses of a page. All addresses are absolute, for other sites."""

    title: str
    description: str
    address: str  # of the shown page. Each iteration of a solve has its own.
    canonical: str  # the same without the parameters that only change how it is shown
    image: str = ""
    image_alt: str = ""
    is_searchable: bool = (
        True  # False for unlisted pages, which are only for people who have the link
    )


def open_graph(
    request: HttpRequest, title: str, description: str, puzzle: Puzzle | None = None
) -> OpenGraph:
    """Return the Open Graph data of a page without a board of its own. The address has no query.

    The givens of `puzzle` are the picture.
    """
    address = request.build_absolute_uri(request.path)
    data = OpenGraph(title, description, address, address)
    return with_picture(request, data, puzzle) if puzzle else data


def with_picture(request: HttpRequest, data: OpenGraph, puzzle: Puzzle) -> OpenGraph:
    """Return the Open Graph data with the givens of a library puzzle as the picture."""
    picture = request.build_absolute_uri(reverse("puzzle-picture", args=[puzzle.pk]))
    return replace(data, image=picture, image_alt=puzzle.givens)
