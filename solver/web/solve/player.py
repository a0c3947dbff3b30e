"""The player of a story: where it stands, and the addresses that it goes to."""

from collections.abc import Callable
from dataclasses import dataclass

Href = Callable[[int], str]


@dataclass(frozen=True)
class Player:
    number: int
    total: int
    first: str | None
    previous: str | None
    next: str | None
    last: str | None
    text: str  # where the slider stands, for a screen reader
    say: str  # the moment, for a screen reader, when it is gone to
    own: int = 0  # where a solve goes on from this one: the iterations of this one,
    beyond: str = ""  # and the page that has those after them


def player_at(number: int, total: int, href: Href, text: str, say: str) -> Player:
    return Player(
        number=number,
        total=total,
        first=href(0) if number > 0 else None,
        previous=href(number - 1) if number > 0 else None,
        next=href(number + 1) if number < total else None,
        last=href(total) if number < total else None,
        text=text,
        say=say,
    )
