"""Open Graph data: what a page says about itself when its link is shared or searched for."""

from dataclasses import dataclass, replace
from io import BytesIO

import segno
from django.http import HttpRequest, HttpResponse
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


QUIET = 4  # modules of margin, which readers need, white in both themes


def draw_qr(text: str) -> HttpResponse:
    """Return a response with the QR code of a text, as SVG without inline styles.

    The content security policy forbids these.
    """
    file = BytesIO()
    segno.make_qr(text, error="m").save(file, kind="svg", border=QUIET, light="#fff", omitsize=True)
    return HttpResponse(file.getvalue(), content_type="image/svg+xml")
