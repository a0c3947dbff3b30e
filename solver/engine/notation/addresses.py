"""Parts of web addresses, found without an error for any text."""

import re

from .base import BLANKS

_SCHEMES = ("https://", "http://")
# `sudoku.coach/en/…`: a name of labels, the last one letters only, and a path.
BARE = r"(?:www\.|(?:[a-z0-9][a-z0-9-]{0,40}\.){1,4}[a-z]{2,10}/)"
_BEGINNING = re.compile(rf"https?://|{BARE}", re.IGNORECASE)


def is_address(text: str) -> bool:
    """Return whether the text is a web address. Browsers often copy it without `https://`."""
    return _BEGINNING.match(text.lstrip(BLANKS)[:100]) is not None


def _without_scheme(text: str) -> str:
    text = text.strip()
    for scheme in _SCHEMES:
        if text[: len(scheme)].lower() == scheme:
            return text[len(scheme) :]
    return text


def site(text: str) -> str:
    """Return the host of a web address, in small letters and without `www.`."""
    host = _without_scheme(text)
    for end in "/?#:":
        host = host.partition(end)[0]
    return host.lower().removeprefix("www.")


def path(text: str) -> str:
    """Return the path of a web address, without the query."""
    return _without_scheme(text).partition("/")[2].partition("?")[0].partition("#")[0]


def parameter(text: str, name: str) -> str:
    """Return a parameter of a web address as it is written, still quoted, or an empty string without it."""
    query = text.strip().partition("?")[2].partition("#")[0]
    for part in query.split("&"):
        key, equals, value = part.partition("=")
        if equals and key == name:
            return value
    return ""
