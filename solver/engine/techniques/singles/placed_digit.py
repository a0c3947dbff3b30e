"""A digit that stands in a cell is removed from every other cell of its row, column and box.

The rule of the game itself, read as a removal.
"""

from collections.abc import Iterable, Iterator, Sequence

from ...core.board import Board
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits
from ...core.steps import Step, step_of
from ..base import Example, Rule, Technique


def find(board: Board) -> Iterator[Step]:
    return find_on(board.geometry, board.candidates, board.newly_placed(technique.name))


def find_on(geometry: Geometry, candidates: Sequence[int], placed: Iterable[int]) -> Iterator[Step]:
    """Yield the same, by the mask of candidates of each cell and the cells that were placed."""
    for cell in placed:
        mask = candidates[cell]
        removals = geometry.removals[mask.bit_length()]
        removed = tuple(
            [removals[peer] for peer in geometry.peers[cell] if candidates[peer] & mask]
        )
        if removed:
            yield Step(technique.name, None, (cell,), mask, (), removed)


def find_at_start(geometry: Geometry, givens: Sequence[int]) -> Iterator[Step]:
    """Yield the same for the givens of a puzzle without pencil marks, whose open cells have every digit.

    That takes two thirds of the time, which is a good part of an easy puzzle's.
    """
    peers, is_open = geometry.peers, [not digit for digit in givens]
    for cell, digit in enumerate(givens):
        if digit:
            removals = geometry.removals[digit]
            removed = tuple([removals[peer] for peer in peers[cell] if is_open[peer]])
            if removed:
                yield step_of(
                    (technique.name, None, (cell,), 1 << (digit - 1), (), removed, (), None)
                )


def carry_out(board: Board) -> list[Step]:
    """Remove the digits of newly placed cells from their peers.

    Return a step for each cell that removed any.
    """
    candidates, done = board.candidates, []
    for cell in board.newly_placed(technique.name):
        mask = candidates[cell]
        removed = board.clear_peers(cell, mask)
        if removed:
            done.append(Step(technique.name, None, (cell,), mask, (), removed))
    return done


def explain(geometry: Geometry, step: Step) -> str:
    cell, digit = geometry.cell_names[step.cells[0]], say_digits(step.digits_mask)
    return gettext(
        "{cell} is {digit}: {digit} is removed from every cell that {cell} sees.",
        cell=cell,
        digit=digit,
    )


technique = Technique(
    *("placed digit", 5, find, explain, __doc__),
    rules=(
        Rule(
            "placed",
            "remove a placed digit from its row, column and box",
            find,
            turn=0,
            grade_rank=0,
            is_in_article=True,
        ),
    ),
    source="Articles 001 (EliminateCandidates), 002 (Candidate), 003 (the delete rules)",
    called={"guessing": "Candidate"},
    examples=(
        Example(
            {"r1c1": "4"},
            placed=("r1c1",),
            finds="r1c2<>4 r1c3<>4 r1c4<>4 r2c1<>4 r2c2<>4 r3c1<>4 r4c1<>4",
            box=2,
        ),
        Example({"r1c1": "4"}, box=2),
    ),
)
