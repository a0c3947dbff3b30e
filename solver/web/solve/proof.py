"""The sets of a step's proof as a table, a row a truth, a column a link; or what its replay forces."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.proof import Replay, ReplayBranch, SetCount, digit_and_unit
from solver.engine.core.steps import Step, candidate_numbers
from solver.engine.techniques.proof_text import say_behind
from solver.engine.techniques.wording import say_candidates, say_count_of, say_set_of

MOST_OTHERS = 5  # inequalities beside the first
MOST_LINES = 80  # of a replay


@dataclass(frozen=True)
class MatrixRow:
    """A truth, or a candidate that falls, with what of it lies in each link; names of cells, or digits."""

    name: str
    places: list[str]
    falls: bool = False


@dataclass(frozen=True)
class ReplayLine:
    """One thing of a replay: what is forced and why, or where a branch begins or ends."""

    depth: int
    words: str


@dataclass(frozen=True)
class ProofContext:
    title: str
    note: str
    columns: list[str]
    rows: list[MatrixRow]
    others: list[str]
    more_others: int
    lines: list[ReplayLine]
    more_lines: int


def build_proof_context(shape: Geometry, step: Step, before: tuple[int, ...]) -> ProofContext:
    """Of a step that carries one, with the candidates it was found on."""
    arguments = step.arguments
    counts = [argument for argument in arguments if isinstance(argument, SetCount)]
    replays = [argument for argument in arguments if isinstance(argument, Replay)]
    held = _SetMembers(shape, before)
    rest = [say_count_of(shape, count) for count in counts[1:]]
    lines = list(_lines(held, replays[0])) if replays else []
    if len(replays) > 1:
        rest += [
            _("%(name)s falls in the same way.") % {"name": say_candidates(shape, (each.assumed,))}
            for each in replays[1:]
        ]
    return ProofContext(
        title=_title(counts[0]) if counts else _("Replayed"),
        note=_note(counts[0])
        if counts
        else _("What is assumed ends with a set that has nothing left."),
        columns=[say_set_of(shape, number) for number in counts[0].links] if counts else [],
        rows=list(_rows(held, step, counts[0])) if counts else [],
        others=rest[:MOST_OTHERS],
        more_others=max(0, len(rest) - MOST_OTHERS),
        lines=lines[:MOST_LINES],
        more_lines=max(0, len(lines) - MOST_LINES),
    )


class _SetMembers:
    """The candidates of each set on a board."""

    def __init__(self, shape: Geometry, before: tuple[int, ...]) -> None:
        self.shape = shape
        self.candidates = set(candidate_numbers(shape, enumerate(before)))

    def of(self, number: int) -> set[int]:
        cells = self.shape.cell_count
        meant = digit_and_unit(self.shape, number)
        if meant is None:
            return {each for each in self.candidates if each % cells == number}
        digit, unit = meant
        whole = {(digit - 1) * cells + cell for cell in self.shape.units[unit].cells}
        return whole & self.candidates


# --- The table ----------------------------------------------------------------------------------------


def _title(count: SetCount) -> str:
    truths = len(count.truths) + bool(count.guardians)
    links = len(count.links)
    return ", ".join(
        (
            ngettext("%d truth", "%d truths", truths) % truths,
            ngettext("%d link", "%d links", links) % links,
        )
    )


def _note(count: SetCount) -> str:
    more = len(count.links) - len(count.truths) - bool(count.guardians) + 1
    return (
        _("Each row has to be filled, each column can hold one.")
        + " "
        + ngettext(
            "So what lies in %d column more than in rows is false.",
            "So what lies in %d columns more than in rows is false.",
            more,
        )
        % more
    )


def _rows(held: _SetMembers, step: Step, count: SetCount) -> Iterator[MatrixRow]:
    shape = held.shape
    for number in count.truths:
        members = held.of(number)
        yield MatrixRow(say_set_of(shape, number), _places(held, count, members, number))
    if count.guardians:
        yield MatrixRow(_("one guardian"), _places(held, count, set(count.guardians), -1))
    for cell, mask in step.removed:
        for digit in digits_of(mask):
            candidate = (digit - 1) * shape.cell_count + cell
            places = _places(held, count, {candidate}, cell)
            if any(places):
                name = f"{shape.cell_names[cell]} = {ALPHABET[digit]}"
                yield MatrixRow(name, places, falls=True)


def _places(held: _SetMembers, count: SetCount, members: set[int], number: int) -> list[str]:
    """By link what it has of some candidates: digits where these are of one cell, else the cells."""
    return [
        ", ".join(_place(held.shape, each, number) for each in sorted(members & held.of(link)))
        for link in count.links
    ]


def _place(shape: Geometry, candidate: int, number: int) -> str:
    index, cell = divmod(candidate, shape.cell_count)
    if number == -1:
        return say_candidates(shape, (candidate,))
    return ALPHABET[index + 1] if number < shape.cell_count else shape.cell_names[cell]


# --- The replay ---------------------------------------------------------------------------------------


def _lines(held: _SetMembers, replay: Replay) -> Iterator[ReplayLine]:
    shape = held.shape
    yield ReplayLine(0, _("Assume %(name)s.") % {"name": say_candidates(shape, (replay.assumed,))})
    left = held.candidates - _excluded(shape, replay.assumed)
    yield from _of_branch(held, left, replay.branch, 0)


def _of_branch(
    held: _SetMembers, left: set[int], branch: ReplayBranch, depth: int
) -> Iterator[ReplayLine]:
    shape = held.shape
    for candidate in branch.forced:
        number = next(
            (each for each in _sets_of(shape, candidate) if held.of(each) & left == {candidate}),
            None,
        )
        why = say_behind(shape, None if number is None else (number,))
        yield ReplayLine(depth, f"{say_candidates(shape, (candidate,))}: {why}.")
        left = left - _excluded(shape, candidate)
    name = say_set_of(shape, branch.ending)
    if not branch.branches:
        yield ReplayLine(depth, _("%(set)s is left with nothing.") % {"set": name})
        return
    yield ReplayLine(depth, _("One of these is true: %(set)s.") % {"set": name})
    alternatives = sorted(held.of(branch.ending) & left)
    for candidate, each in zip(alternatives, branch.branches, strict=False):
        yield ReplayLine(
            depth + 1, _("With %(name)s:") % {"name": say_candidates(shape, (candidate,))}
        )
        yield from _of_branch(held, left - _excluded(shape, candidate), each, depth + 1)


def _sets_of(shape: Geometry, candidate: int) -> list[int]:
    index, cell = divmod(candidate, shape.cell_count)
    floor = shape.cell_count + index * len(shape.units)
    return [cell, *(floor + unit for unit in shape.units_of[cell])]


def _excluded(shape: Geometry, candidate: int) -> set[int]:
    """What cannot be true beside a candidate."""
    index, cell = divmod(candidate, shape.cell_count)
    same_cell = {other * shape.cell_count + cell for other in range(shape.size) if other != index}
    return same_cell | {index * shape.cell_count + peer for peer in shape.peers[cell]}
