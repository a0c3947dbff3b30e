"""What people copy: read as the one puzzle that it is, or refused."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from samples import BOARD, NEAR, READ
from support import work_of

from solver.engine import GridError
from solver.engine.notation import formats, read_any


@pytest.mark.parametrize("name", READ)
def test_reads_what_people_copy(name):
    assert read_any(READ[name]).grid.text == BOARD


@pytest.mark.parametrize("name", NEAR)
def test_refuses_what_is_nearly_that(name):
    text, message = NEAR[name]
    with pytest.raises(GridError, match=message or "."):
        read_any(text)


def test_keeps_what_was_placed_in_a_position_of_sudokustudio():
    reading = read_any(formats()["sudokustudio"].examples[0])
    assert reading.grid.givens[0] == 5
    assert reading.candidates[2] == 1 << 3
    assert reading.grid.givens[2] == 0


@pytest.mark.parametrize(
    "piece", ["[1,", "{", "1 2 3 4 5 6 7 8 9\n", "|1" * 10 + "|\n", "https://x/?s=1 "]
)
def test_looks_no_longer_for_a_board_than_the_text_is_long(piece):
    text = ("a\n" + piece * 10_000)[:10_000]

    def refuse():
        with pytest.raises(GridError):
            read_any(text)

    assert work_of(refuse, 1) < 100  # ten times what it takes; a square of the length takes minutes
