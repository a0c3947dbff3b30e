"""Whether a game is still right: wrong digits, needed marks that are gone, and marks that can go.

If the puzzle has one solution, everything is compared with it. If it has several, a game is right as long as
one of them is left. A mistake is shown by its box first. The cell is named only if the player asks again.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ..core.errors import BudgetSpent
from ..core.geometry import Geometry
from ..core.grid import Grid
from ..core.i18n import ALPHABET, gettext, ngettext, say_list
from ..core.masks import bits
from ..core.position import Position
from ..exact import Count, Verdict, count_in_time
from ..ladder.search import easiest, named, on_shape
from ..techniques.rungs import Rung, families
from ..techniques.wording import say_units
from .game import NODES, Game, boxes_of

CHEAP = ("full-house", "naked-single", "hidden-single", "pointing", "claiming", "naked-pair")
MOST_BOXES = 3  # to name. If there are more, only their digits are counted
MOST_NAMED = 6  # cells to name at once

Candidate = tuple[int, int]  # cell, digit


@dataclass(frozen=True)
class Check:
    """The result of a check. `wrong` and `missing` are known if the puzzle has one solution.

    Else `is_lost` says that no solution is left of these digits and marks. `impossible` marks are seen by a
    filled cell, and `spare` ones could go by easy rules. Both do no harm.
    """

    verdict: Verdict
    clashes: tuple[tuple[int, int], ...]
    wrong: tuple[int, ...]
    missing: tuple[Candidate, ...]
    is_lost: bool
    right: int  # the player's digits that are not wrong
    open: int  # cells
    impossible: tuple[Candidate, ...] = ()
    spare: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether no digit or mark of the game is known to be wrong."""
        return not (self.clashes or self.wrong or self.missing or self.is_lost)

    @property
    def is_solved(self) -> bool:
        return self.is_clean and not self.open


def check(game: Game, thorough: bool = True) -> Check:
    """Return whether a game is still right: clashes, wrong digits and needed marks that are gone.

    Without `thorough`, skip the search for marks that do no harm.
    """
    count = _count_of(game)
    clashes = tuple(game.clashes)
    wrong: tuple[int, ...] = ()
    missing: tuple[Candidate, ...] = ()
    is_lost = False
    if count.verdict == "unique":
        (solution,) = count.solutions
        wrong = tuple(cell for cell in game.own if game.values[cell] != solution[cell])
        missing = tuple(
            (cell, solution[cell])
            for cell in game.open_cells
            if game.marks[cell] and not game.marks[cell] >> (solution[cell] - 1) & 1
        )
    elif not clashes:
        is_lost = _is_lost(game)
    result = Check(
        verdict=count.verdict,
        clashes=clashes,
        wrong=wrong,
        missing=missing,
        is_lost=is_lost,
        right=len(game.own) - len(wrong),
        open=len(game.open_cells),
    )
    if not thorough or not result.is_clean:
        return result
    return replace(result, impossible=_impossible(game), spare=_spare(game))


def _count_of(game: Game) -> Count:
    """Return the solutions of the puzzle, or an incomplete count without any if the time has run out."""
    try:
        return game.count
    except BudgetSpent:
        return Count((), is_complete=False)


def _is_lost(game: Game) -> bool:
    """Return whether a count of what is left finds no solution. False if that takes too long."""
    if not all(game.candidates):
        return True
    left = Grid(game.grid.shape, game.values, game.candidates)
    return count_in_time(left, 1, NODES).verdict == "none"


def _impossible(game: Game) -> tuple[Candidate, ...]:
    return tuple(
        (cell, index + 1)
        for cell in game.open_cells
        for index in bits(game.marks[cell] & ~game.legal[cell])
    )


def _spare(game: Game) -> int:
    """Return how many written marks the easy rules remove from open cells without filling one.

    If the time runs out, it is the number until then.
    """
    if not any(game.marks):
        return 0
    try:
        position = game.position()
    except BudgetSpent:
        return 0
    cheap = on_shape(named(CHEAP), game.grid.shape)
    rules = [rung for rung in cheap if families()[rung.technique].name != "single"]
    with suppress(BudgetSpent):
        while not position.fault and _take_away(position, rules):
            pass
    return sum(
        (game.marks[cell] & game.legal[cell] & ~position.marks[cell]).bit_count()
        for cell in game.open_cells
        if position.marks[cell]
    )


def _take_away(position: Position, rules: Sequence[Rung]) -> bool:
    deduction = next((each for each in easiest(position, rules) if each), None)
    if deduction is None:
        return False
    for candidate in bits(deduction.removed):
        digit, cell = position.masks.digit_and_cell(candidate)
        position.remove(cell, digit)
    return True


# --- In words -----------------------------------------------------------------------------------------


class Notice(NamedTuple):
    """The result in words: whether all is well, a title, and sentences that go on from there."""

    kind: Literal["right", "wrong", "solved", "unclear"]
    title: str
    sentences: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()  # units that the sentences are about
    cells: tuple[int, ...] = ()  # cells that the sentences name


def say_check(geometry: Geometry, result: Check, names: bool = False) -> Notice:
    """Return the result of a check as a title and sentences for the player.

    `names` names the wrong cells, for a player who asks a second time.
    """
    if result.clashes:
        return _say_clash(geometry, result)
    if result.wrong:
        return _say_wrong(geometry, result, names)
    if result.is_lost:
        return Notice("wrong", gettext("No solution is left from here."), (_say_lost(result),))
    if result.missing:
        return _say_missing(geometry, result, names)
    if not result.open:
        return Notice("solved", gettext("Solved."), (_say_right(result),) if result.right else ())
    if result.verdict in ("multiple", "none", "unknown"):
        return Notice("unclear", _say_verdict(result), tuple(_say_unclear(result)))
    return Notice("right", _say_right(result), tuple(_say_harmless(result)))


def _say_clash(geometry: Geometry, result: Check) -> Notice:
    """Return the notice of a clash. Anybody can see it, so its cells are named at once."""
    sentences = tuple(
        gettext(
            "{first} and {second} are the same digit and see each other.", first=one, second=other
        )
        for one, other in (
            (geometry.cell_names[one], geometry.cell_names[other]) for one, other in result.clashes
        )
    )
    cells = tuple(sorted({cell for pair in result.clashes for cell in pair}))
    title = gettext("Two equal digits see each other.")
    return Notice("wrong", title, sentences[:MOST_NAMED], tuple(boxes_of(geometry, cells)), cells)


def _say_wrong(geometry: Geometry, result: Check, names: bool) -> Notice:
    boxes = tuple(boxes_of(geometry, result.wrong))
    others = _say_others_are_right(result)
    if names:
        named_cells = result.wrong[:MOST_NAMED]
        cells = say_list([geometry.cell_names[cell] for cell in named_cells])
        more = len(result.wrong) - len(named_cells)
        title = ngettext(
            "{cells} is not right.", "{cells} are not right.", len(result.wrong), cells=cells
        )
        sentences = [_say_more(more)] if more else []
        return Notice("wrong", title, (*sentences, *others), boxes, result.wrong)
    if len(boxes) <= MOST_BOXES:
        title = gettext("Something in {units} is not right yet.", units=say_units(geometry, boxes))
    else:
        title = ngettext(
            "{count} digit is not right yet.",
            "{count} digits are not right yet.",
            len(result.wrong),
        )
    return Notice("wrong", title, tuple(others), boxes)


def _say_more(count: int) -> str:
    return ngettext("{count} more is wrong, too.", "{count} more are wrong, too.", count)


def _say_others_are_right(result: Check) -> list[str]:
    if not result.right:
        return []
    return [
        ngettext(
            "{count} digit of yours is right.", "{count} digits of yours are right.", result.right
        )
    ]


def _say_missing(geometry: Geometry, result: Check, names: bool) -> Notice:
    cells = tuple(cell for cell, _digit in result.missing)
    boxes = tuple(boxes_of(geometry, cells))
    title = ngettext(
        "{count} mark is missing that you still need.",
        "{count} marks are missing that you still need.",
        len(result.missing),
    )
    if names:
        said = [
            gettext(
                "{cell} can still be {digit}.",
                cell=geometry.cell_names[cell],
                digit=ALPHABET[digit],
            )
            for cell, digit in result.missing[:MOST_NAMED]
        ]
        more = len(result.missing) - len(said)
        return Notice("wrong", title, (*said, *([_say_more(more)] if more else [])), boxes, cells)
    sentences = [_say_right(result)] if result.right else []
    if len(boxes) <= MOST_BOXES:
        sentences.insert(0, gettext("Look at {units} again.", units=say_units(geometry, boxes)))
    return Notice("wrong", title, tuple(sentences), boxes)


def _say_right(result: Check) -> str:
    if not result.right:
        return gettext("Nothing is wrong: no digit of yours is there yet.")
    return ngettext("Your digit is right.", "All {count} of your digits are right.", result.right)


def _say_harmless(result: Check) -> Iterator[str]:
    yield gettext("No mark that you still need is missing.")
    if result.impossible:
        yield ngettext(
            "{count} mark is seen by a digit on the board and can be removed.",
            "{count} marks are seen by digits on the board and can be removed.",
            len(result.impossible),
        )
    if result.spare:
        yield ngettext(
            "{count} mark can be removed by easy rules.",
            "{count} marks can be removed by easy rules.",
            result.spare,
        )


def _say_verdict(result: Check) -> str:
    match result.verdict:
        case "multiple":
            return gettext("This puzzle has several solutions.")
        case "none":
            return gettext("This puzzle has no solution.")
        case _unknown:
            return gettext("The solutions of this puzzle could not be counted in time.")


def _say_unclear(result: Check) -> Iterator[str]:
    if result.verdict == "multiple":
        yield gettext(
            "At least one of them is still possible. Techniques that rely on a unique "
            "solution are not used."
        )
    elif result.verdict == "unknown":
        yield gettext("No two equal digits see each other; more is not known.")


def _say_lost(result: Check) -> str:
    if result.verdict == "none":
        return gettext("The puzzle had no solution to begin with.")
    return gettext("The puzzle has several, and some digit or mark has ruled out all of them.")
