"""Translation of the engine's sentences and of the facts in them. They are English until a translator is set.

Facts are put in by name, `{cell}`, because another language may want them in another order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .geometry import Geometry

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of each digit by its number, so 0 has one too


@dataclass(frozen=True)
class Translator:
    """The functions that put English messages and numbers into the language active at the call."""

    gettext: Callable[[str], str] = lambda message: message
    ngettext: Callable[[str, str, int], str] = lambda one, many, count: one if count == 1 else many
    number: Callable[[int], str] = lambda number: f"{number:,}"


_translator = Translator()


def set_translator(translator: Translator) -> None:
    """Use `translator` for all messages of this process from now on."""
    global _translator
    _translator = translator


def gettext(message: str, **facts: object) -> str:
    """Return the translated message with its facts put in. Braces stay as they are if there are no facts."""
    text = _translator.gettext(message)
    return text.format(**facts) if facts else text


def ngettext(one: str, many: str, count: int, **facts: object) -> str:
    """Return the translated singular or plural, as the language has it for `count`. `{count}` is put in."""
    return _translator.ngettext(one, many, count).format(count=say_number(count), **facts)


def say_number(number: int) -> str:
    """Return a number as people read it. For example, `1,234`."""
    return _translator.number(number)


def say_list(words: Sequence[str]) -> str:
    """Return the words as a list. For example, `r1c1, r1c2 and r1c5`."""
    return str(listed(words))


def say_alternatives(words: Sequence[str]) -> str:
    """Return the words as alternatives. For example, `4, 6 or 8`."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{these} or {last}", these=", ".join(words[:-1]), last=words[-1])


QUOTED = 60  # characters of a value that was sent


def quote(value: object) -> str:
    """Return a value as messages quote it, `'simple'`. A long one is cut after `QUOTED` characters."""
    text = repr(value[: QUOTED + 1] if isinstance(value, str) else value)
    return text if len(text) <= QUOTED + 2 else f"{text[:QUOTED]}…"


class LazyMessage:
    """A message with its facts, translated each time it is read, into the language active then."""

    def __init__(self, message: str, **facts: object) -> None:
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return gettext(self.message, **self.facts)


class LazyPlural:
    """A lazy message with a singular and a plural."""

    def __init__(self, one: str, many: str, count: int, **facts: object) -> None:
        self.one, self.many = one, many
        self.count = count
        self.facts = facts

    def __str__(self) -> str:
        return ngettext(self.one, self.many, self.count, **self.facts)


def listed(words: Sequence[str]) -> LazyMessage | str:
    """Return the words as a list, `r1c1, r1c2 and r1c5`, translated at the time when it is read."""
    if len(words) < 2:
        return "".join(words)
    return LazyMessage("{these} and {last}", these=", ".join(words[:-1]), last=words[-1])


# --- Facts of a board ---------------------------------------------------------------------------------


def characters_of(digits_mask: int) -> list[str]:
    """Return the character of each digit in a mask, ascending."""
    digits = range(1, digits_mask.bit_length() + 1)
    return [ALPHABET[digit] for digit in digits if digits_mask >> digit - 1 & 1]


def say_cells(geometry: "Geometry", cells: Sequence[int]) -> str:
    """Return the names of cells as a list. For example, `r1c1, r1c2 and r1c5`."""
    return say_list([geometry.cell_names[cell] for cell in cells])


def say_digits(digits_mask: int) -> str:
    """Return the digits of a mask as a list. For example, `1, 4 and 7`."""
    return say_list(characters_of(digits_mask))


def say_set(digits_mask: int) -> str:
    """Return the digits of a mask as a set. For example, `{1, 4, 7}`."""
    return f"{{{', '.join(characters_of(digits_mask))}}}"


def say_unit(geometry: "Geometry", unit: int | None) -> str:
    """Return the name of a set of cells by its index. For example, `row 4`, or `the board` for None."""
    if unit is None:
        return gettext("the board")
    kind, number, _cells = geometry.links[unit]
    return str(unit_phrase(kind, number))


# By kind of unit. `shape` adds those of its further kinds.
UNIT_PHRASES = {
    "row": LazyMessage("row {number}"),
    "column": LazyMessage("column {number}"),
    "box": LazyMessage("box {number}"),
    "region": LazyMessage("region {number}"),
    "extra region": LazyMessage("extra region {number}"),
}


def unit_phrase(kind: str, number: int) -> LazyMessage:
    if kind.startswith("pair "):
        _pair, one, other = kind.split()
        return LazyMessage("{these} and {last}", these=one, last=other)
    return LazyMessage(UNIT_PHRASES[kind].message, number=number)


def say_place(what: str, unit: str) -> str:
    """Return `what` with its unit, as in `Hidden single in row 2`, or alone if `unit` is empty."""
    return gettext("{what} in {unit}", what=what, unit=unit) if unit else what
