"""Addresses on the web, taken apart without a fault for any text."""

from .base import BLANKS

_SCHEMES = ("https://", "http://")
_SITES = ("www.", "sudokuwiki.org", "f-puzzles.com", "sudokupad.app", "sudokuexchange.com")


def is_address(text: str) -> bool:
    """Whether the text is an address; browsers often copy it without `https://`."""
    return text.lstrip(BLANKS)[:40].lower().startswith(_SCHEMES + _SITES)


def _without_scheme(text: str) -> str:
    text = text.strip()
    for scheme in _SCHEMES:
        if text[: len(scheme)].lower() == scheme:
            return text[len(scheme) :]
    return text


def site(text: str) -> str:
    """The host's name, in small letters and without `www.`."""
    host = _without_scheme(text)
    for end in "/?#:":
        host = host.partition(end)[0]
    return host.lower().removeprefix("www.")


def path(text: str) -> str:
    """The path of an address, without the query."""
    return _without_scheme(text).partition("/")[2].partition("?")[0].partition("#")[0]


def parameter(text: str, name: str) -> str:
    """A parameter as it stands in the address, still quoted; empty when it is not there."""
    query = text.strip().partition("?")[2].partition("#")[0]
    for part in query.split("&"):
        key, equals, value = part.partition("=")
        if equals and key == name:
            return value
    return ""
