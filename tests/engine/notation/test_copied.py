"""What people copy: read as the one puzzle that it is, or refused."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from more_samples import MARKED_BOARDS, NEAR, OF_OTHER_SIZES, READ
from samples import BOARD
from support import costs_less

from solver.engine import GridError
from solver.engine.notation import formats, read_any


@pytest.mark.parametrize("name", READ)
def test_copied_texts_read_as_their_board(name):
    assert read_any(READ[name]).grid.text == BOARD


@pytest.mark.parametrize("name", OF_OTHER_SIZES)
def test_copied_boards_of_other_sizes_read_as_their_board(name):
    text, givens = OF_OTHER_SIZES[name]
    assert read_any(text).grid.text == givens


@pytest.mark.parametrize("name", MARKED_BOARDS)
def test_copied_pencil_marks_read_as_candidates(name):
    reading = read_any(MARKED_BOARDS[name])
    assert reading.grid.text == BOARD
    assert reading.candidates


@pytest.mark.parametrize("name", NEAR)
def test_almost_readable_texts_raise(name):
    text, message = NEAR[name]
    with pytest.raises(GridError, match=message or "."):
        read_any(text)


def test_sudokustudio_position_keeps_placed_digits():
    reading = read_any(formats()["sudokustudio"].examples[0])
    assert reading.grid.givens[0] == 5
    assert reading.candidates[2] == 1 << 3
    assert reading.grid.givens[2] == 0


LONG = ["[1,", "{", "1 2 3 4 5 6 7 8 9\n", "|1" * 10 + "|\n", "https://x/?s=1 ", "<td a>1", "x."]
LONG += ["vec![", "new ", "a::", "[b]", "\\begin{x}\n", "1/", "&gt;", "```", "1|", "'"]


@pytest.mark.parametrize("piece", LONG)
def test_search_for_a_board_takes_linear_time(piece):
    text = ("a\n" + piece * 10_000)[:10_000]

    def refuse():
        with pytest.raises(GridError):
            read_any(text)

    assert costs_less(refuse, 100)  # ten times what it takes; a square of the length takes minutes
