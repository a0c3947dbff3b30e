"""What holds for every format: examples, telling apart, writing and reading back."""

import random
import sys
from dataclasses import replace
from math import isqrt
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from boards import grids, positions
from puzzles import random_solution
from support import FUZZ_EXAMPLES

from solver.engine import Grid, GridError
from solver.engine.notation import Reading, formats, read_any, write
from solver.engine.notation.base import SIZES, masks

FORMATS = formats()
BOXES = {name: tuple(map(isqrt, format.sizes)) for name, format in FORMATS.items()}
WRITABLE = [name for name, format in FORMATS.items() if format.write]
EXAMPLES = [(name, text) for name, format in FORMATS.items() for text in format.examples]


def test_formats_have_unique_ranks_and_usual_ones_can_be_written():
    assert list(FORMATS) == sorted(FORMATS, key=lambda name: FORMATS[name].rank)
    ranks = {format.rank: name for name, format in FORMATS.items()}
    twice = {(name, ranks[each.rank]) for name, each in FORMATS.items() if ranks[each.rank] != name}
    assert not twice, f"one of two formats needs another rank: {sorted(twice)}"
    assert {
        *("line", "placed", "boxed", "pencilmarks", "candidates", "hodoku", "sudokuwiki", "sdk"),
        *("sdm", "opensudoku", "f-puzzles", "triples", "table"),
    } <= set(WRITABLE)
    assert all(format.examples and format.title for format in FORMATS.values())


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_each_example_reads_in_its_format(name, text):
    reading = read_any(text, format=name)
    assert reading.format == name
    assert reading.grid.size in FORMATS[name].sizes
    assert f"{reading.grid.clue_count} given" in reading.note
    assert "read as" in reading.note


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_detection_finds_the_format_of_each_example(name, text):
    reading = read_any(text)
    assert reading.format == ("line" if name == "sdm" else name)  # a list of one puzzle is a line
    assert reading.grid == read_any(text, format=name).grid
    assert read_any(f"\ufeff{text}").grid == reading.grid


@pytest.mark.fuzz
@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(data=st.data())
def test_each_format_reads_back_its_grid(name, data):
    grid = data.draw(grids(BOXES[name]))
    text = write(Reading(grid, "line"), name)
    assert read_any(text, grid.size, name).grid == grid


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [n for n in WRITABLE if n not in ("letters", "hexadecimal")])
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(data=st.data())
def test_detection_reads_back_each_written_grid(name, data):
    grid = data.draw(grids(BOXES[name]))
    assert read_any(write(Reading(grid, "line"), name), grid.size).grid == grid


def test_one_number_per_cell_reads_as_no_candidates():
    solution = random_solution(5, random.Random(1))
    shown = [cell for cell, digit in enumerate(solution) if digit > 9][: 729 - 625]
    grid = Grid(5, tuple(digit if cell in shown else 0 for cell, digit in enumerate(solution)))
    assert read_any(write(Reading(grid, "line"), "decimals")).grid == grid


@pytest.mark.fuzz
@pytest.mark.parametrize("name", ["letters", "hexadecimal"])
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(grid=grids((4,), least=0.4))
def test_detection_tells_letters_from_hexadecimal(name, grid):
    text = write(Reading(grid, "line"), name)
    assume(0 in grid.givens)
    assert (read_any(text).format, read_any(text).grid) == (name, grid)


KEEPS_CANDIDATES = ("pencilmarks", "sudokuwiki", "hodoku", "f-puzzles", "candidates")


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [n for n in WRITABLE if 3 in BOXES[n]])
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(data=st.data())
def test_each_format_reads_back_its_position(name, data):
    reading = data.draw(positions(tuple({2, 3} & {*BOXES[name]})))
    if name == "candidates":  # has no way to say that a lone candidate is no given
        givens, full = reading.grid.givens, reading.grid.geometry.all_digits_mask
        open_masks = [mask if mask & (mask - 1) else full for mask in reading.candidates]
        widened = [
            mask if given else other
            for given, mask, other in zip(givens, reading.candidates, open_masks, strict=True)
        ]
        reading = replace(reading, candidates=tuple(widened))
    again = read_any(write(reading, name), reading.grid.size, name)
    assert again.grid == reading.grid
    if name in KEEPS_CANDIDATES:
        full = reading.grid.geometry.all_digits_mask
        plain = tuple(1 << (d - 1) if d else full for d in again.grid.givens)
        assert (again.candidates or masks(again.grid)) == reading.candidates or (
            again.candidates is None and reading.candidates == plain
        )


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in WRITABLE])
def test_read_only_format_raises_with_the_writable_ones(name):
    reading = read_any(FORMATS[name].examples[0])
    with pytest.raises(GridError, match=r"can be read but not written; choose one of sumocue, "):
        write(reading, name)


@pytest.mark.parametrize("name", WRITABLE)
def test_writing_an_unsupported_size_raises(name):
    for size in set(SIZES) - set(FORMATS[name].sizes):
        grid = read_any("0" * size**2).grid
        with pytest.raises(GridError, match=f"a {size}×{size} board cannot be written as “"):
            write(Reading(grid, "line"), name)


def test_unknown_format_raises_with_the_known_ones():
    with pytest.raises(
        GridError,
        match="“excel” is not a format; choose one of sumocue, sigh, lisudoku, sudokuwiki,",
    ):
        read_any("0" * 81, format="excel")
    with pytest.raises(GridError, match="is not a format"):
        write(read_any("0" * 81), "\x00")


def test_text_of_another_size_or_format_than_requested_raises():
    assert read_any("1 2 2\n1 3 9", 4 * 4).grid.size == 16
    with pytest.raises(GridError, match="a 9×9 board"):
        read_any("0" * 16, 9)
    with pytest.raises(GridError, match="this is a 9×9 board, but 16×16 was asked for"):
        read_any(FORMATS["sudokuwiki"].examples[0], 16)
    with pytest.raises(GridError, match="use one of 4, 9, 16 and 25"):
        read_any("0" * 81, 10)
    with pytest.raises(GridError, match="no Sudoku was found"):
        read_any(FORMATS["boxed"].examples[0], format="line")
