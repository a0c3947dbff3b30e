"""What a page says of itself where its link is shared or searched: name, sentence, picture and address."""

from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True)
class Unfurl:
    """All addresses are absolute: whoever reads them stands on another site."""

    title: str
    description: str
    address: str  # of what is shown; a moment of a solve has one of its own
    canonical: str  # the same without what only says how to look at it
    image: str = ""
    image_alt: str = ""
    is_searchable: bool = True  # unlisted is for whoever has the link, and for no search engine


def unfurl(request: HttpRequest, title: str, description: str) -> Unfurl:
    """Of a page that has no picture; what its address asks for beside its path is not told."""
    address = request.build_absolute_uri(request.path)
    return Unfurl(title, description, address, address)
