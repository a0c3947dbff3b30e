"""Addresses on the web, taken apart without a fault for any text."""

from .base import BLANKS


def is_address(text: str) -> bool:
    start = text.lstrip(BLANKS)[:8].lower()
    return start.startswith(("http://", "https://"))


def site(text: str) -> str:
    """The host's name, in small letters and without `www.`."""
    host = text.strip().partition("://")[2]
    for end in "/?#:":
        host = host.partition(end)[0]
    return host.lower().removeprefix("www.")


def path(text: str) -> str:
    """What follows the host, without the query."""
    return text.strip().partition("://")[2].partition("/")[2].partition("?")[0].partition("#")[0]


def parameter(text: str, name: str) -> str:
    """A parameter as it stands in the address, still quoted; empty when it is not there."""
    query = text.strip().partition("?")[2].partition("#")[0]
    for part in query.split("&"):
        key, equals, value = part.partition("=")
        if equals and key == name:
            return value
    return ""
