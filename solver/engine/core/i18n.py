"""Sentences that the engine says to people, and the facts in them: in English, until a speaker is set.

Facts are put in by name, `{cell}`, since another language may want them in another order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .geometry import Geometry

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # a character each digit


@dataclass(frozen=True)
class Speaker:
    """Who turns English messages and numbers into the language that is wanted at that moment."""

    one: Callable[[str], str] = lambda message: message
    many: Callable[[str, str, int], str] = lambda one, many, count: one if count == 1 else many
    number: Callable[[int], str] = lambda number: f"{number:,}"


_speaker = Speaker()


def speak(speaker: Speaker) -> None:
    """The speaker that puts everything into words in this process from now on."""
    global _speaker
    _speaker = speaker


def say(message: str, **facts: object) -> str:
    said = _speaker.one(message)
    return said.format(**facts) if facts else said


def say_count(one: str, many: str, count: int, **facts: object) -> str:
    """`one` where the language has its singular for this count, else `many`; `{count}` is put in."""
    return _speaker.many(one, many, count).format(count=say_number(count), **facts)


def say_number(number: int) -> str:
    """`1,234`"""
    return _speaker.number(number)


def say_list(words: Sequence[str]) -> str:
    """`r1c1, r1c2 and r1c5`"""
    return str(listed(words))


SHOWN = 60  # characters of a value that was sent


def shown(value: object) -> str:
    """A value as messages quote what they were given: `'simple'`, and of a long one only its beginning."""
    text = repr(value[: SHOWN + 1] if isinstance(value, str) else value)
    return text if len(text) <= SHOWN + 2 else f"{text[:SHOWN]}…"


class Phrase:
    """A message with its facts, put into words whenever it is read, in the language of that moment."""

    def __init__(self, message: str, **facts: object) -> None:
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return say(self.message, **self.facts)


class Counted:
    """The same of a message that has a singular and a plural."""

    def __init__(self, one: str, many: str, count: int, **facts: object) -> None:
        self.one, self.many = one, many
        self.count = count
        self.facts = facts

    def __str__(self) -> str:
        return say_count(self.one, self.many, self.count, **self.facts)


def listed(words: Sequence[str]) -> Phrase | str:
    """The same as `say_list`, to be read later."""
    if len(words) < 2:
        return "".join(words)
    return Phrase("{these} and {last}", these=", ".join(words[:-1]), last=words[-1])


# --- Facts of a board ---------------------------------------------------------------------------------


def characters_of(digits_mask: int) -> list[str]:
    """Return the character of each digit in a mask, ascending."""
    digits = range(1, digits_mask.bit_length() + 1)
    return [ALPHABET[digit] for digit in digits if digits_mask >> digit - 1 & 1]


def say_cells(shape: "Geometry", cells: Sequence[int]) -> str:
    """`r1c1, r1c2 and r1c5`"""
    return say_list([shape.cell_names[cell] for cell in cells])


def say_digits(digits_mask: int) -> str:
    """`4`, or `4 and 7`, or `1, 4 and 7`"""
    return say_list(characters_of(digits_mask))


def say_set(digits_mask: int) -> str:
    """`{1, 4, 7}`"""
    return f"{{{', '.join(characters_of(digits_mask))}}}"


def say_unit(shape: "Geometry", unit: int | None) -> str:
    """`row 4`, of an index into the units; of None, the board."""
    if unit is None:
        return say("the board")
    kind, number, _cells = shape.units[unit]
    return str(unit_phrase(kind, number))


def unit_phrase(kind: str, number: int) -> Phrase:
    match kind:
        case "row":
            return Phrase("row {number}", number=number)
        case "column":
            return Phrase("column {number}", number=number)
        case _:
            return Phrase("box {number}", number=number)


def say_place(what: str, unit: str) -> str:
    """`Hidden single in row 2`, or what it is about alone if no unit is meant."""
    return say("{what} in {unit}", what=what, unit=unit) if unit else what
