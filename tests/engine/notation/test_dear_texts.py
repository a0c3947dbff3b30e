"""Somebody sends as much text as is taken, made to be dear: it is read or refused soon."""

import itertools
import random
from contextlib import suppress

import pytest
from puzzles import ARTICLE_000, SOLUTION_000, morph
from support import FUZZ_EXAMPLES, costs_less, work_of

from solver.engine import (
    Deadline,
    GridError,
    Reading,
    formats,
    read_any,
    read_list,
    read_many,
)
from solver.engine.core.i18n import ALPHABET
from solver.engine.notation import Allowance, Stopped
from solver.engine.notation.base import limits
from solver.engine.notation.lz_string import compress

PIECES = [
    " ",
    "\t",
    "\u00a0",
    "1 ",
    "\n",
    "|\n",
    "1\r\n",
    "12 ",
    "- ",
    ",",
    "1,2,3\n",
    "NULL,",
    "é",
    "٣",
    "|12 ",
    "# ",
    "r1c1=1\n",
]


def refused(read, *arguments):
    """The reading of it, as a call whose cost can be weighed."""

    def call():
        with suppress(GridError):
            read(*arguments)

    return call


def another(piece: str) -> str:
    """A text of some 10,000 characters that was not read before: what was is remembered."""
    return (piece * 10_000)[: 9_900 - next(_shorter)]


_shorter = itertools.count()


@pytest.mark.asvs("1.2.9")
@pytest.mark.parametrize("piece", PIECES)
def test_costly_long_text_fails_in_milliseconds(piece):
    """A request has room for several of them."""
    assert costs_less(lambda: refused(read_any, another(piece))(), 8)


AROUND = [
    *(("x", " ", end) for end in ("", ",", "+", "'", ")", ";")),
    (":", "\t", "reshape(>"),
    ("{", "0", "8,0,0"),
    ("", "0", "\\begin{"),
    ("", "-", "reshape(@"),
    ("https://example.org/?p=", "1.", "&"),
    ("|..1|\n" * 12 + "\n|.", "':", "%reshape(_"),
]


@pytest.mark.parametrize(("before", "piece", "after"), AROUND)
def test_long_run_within_a_text_is_read_in_milliseconds(before, piece, after):
    assert costs_less(lambda: refused(read_any, before + another(piece) + after)(), 8)


@pytest.mark.parametrize("piece", ["1 ", "\n", "|\n"])
def test_list_of_long_texts_reads_in_milliseconds_each(piece):
    assert costs_less(lambda: refused(read_list, [another(piece) for _ in range(10)])(), 80)


def test_list_reading_stops_at_the_deadline():
    rows, texts = ["0" * 81] * 30, [another("1 ") for _ in range(30)]
    with Deadline(seconds=0.02):
        found = read_list([*rows, *texts])
    assert all(isinstance(each, Reading) for each in found[:30])
    assert 30 < len(found) < 60
    assert isinstance(found[-1], Stopped)
    assert str(found[-1]).startswith(f"puzzle {len(found)}: the rest was not read")


def test_too_many_lines_raise_before_any_gets_read():
    text = "0" * 81 + "\n"
    with pytest.raises(GridError, match="has 3 lines; use at most 2"):
        read_many(text * 3, 2)
    assert costs_less(refused(read_many, "1\n" * 500_000), 50)


class TestCompressedTextsOfAList:
    """Each of them is short, and unpacks to as much as one may."""

    bomb = "fpuzzles" + compress('{"size":9,"grid":[' + "[]," * 15_000 + "[]]}")

    def test_share_one_allowance(self, monkeypatch):
        monkeypatch.setattr(limits, "unpacked", 50_000)
        errors = [str(each) for each in read_list([self.bomb] * 30)]
        assert errors[9].endswith("the f-puzzles grid does not have 9 rows")
        assert errors[12] == (
            "puzzle 13: the compressed puzzles before this one already fill the limit of "
            "a list; send this one in another list"
        )
        assert read_many("\n".join([self.bomb] * 30))[29].args

    def test_use_up_the_allowance_even_if_too_long(self, monkeypatch):
        monkeypatch.setattr(limits, "unpacked", 10_000)
        errors = [str(each) for each in read_list([self.bomb] * 11)]
        assert "unpacks to more than 10000 characters" in errors[9]
        assert "before this one" in errors[10]

    def test_leave_the_allowance_of_later_texts_whole(self, monkeypatch):
        monkeypatch.setattr(limits, "unpacked", 50_000)
        read_list([self.bomb] * 30)
        with pytest.raises(GridError, match="does not have 9 rows"):
            read_any(self.bomb)


def plain_lines(count, seed=1):
    rng = random.Random(seed)
    return [morph(ARTICLE_000, rng).replace(".", rng.choice(".0")) for _ in range(count)]


def large_lines(box, seed=3):
    """Rows of a large board, some with digits that see each other, in both cases and with both empty cells."""
    rng, size = random.Random(seed), box * box
    for share, empty in itertools.product((0, 0.1, 0.5, 1), "0."):
        cells = [
            ALPHABET[(box * (row % box) + row // box + column) % size + 1]
            if rng.random() < share
            else empty
            for row in range(size)
            for column in range(size)
        ]
        yield "".join(cells)
        yield "".join(cells).lower()
        yield "".join([*cells[:-2], *rng.choices(ALPHABET[1 : size + 1], k=2)])


def slowly(text):
    """What is made of a text by asking one format after the other."""
    return next(format for format in formats().values() if format.looks_like(text)).read(text, None)


ODD = ["." * 81, "0" * 81, ".0" * 40 + ".", SOLUTION_000, SOLUTION_000[:80] + ".", "." * 80 + "9"]


@pytest.mark.parametrize("text", [*ODD, *plain_lines(20)])
def test_fast_path_reads_plain_lines_alike(text):
    assert read_any(text) == slowly(text)


@pytest.mark.parametrize("text", [*large_lines(4), *large_lines(5)])
def test_fast_path_reads_rows_of_large_boards_alike(text):
    told = []
    for read in (read_any, slowly):
        try:
            told.append(read(text))
        except GridError as error:
            told.append((str(error), error.cells))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "text", ["1" * 81, "55" + "0" * 79, "5........" * 9, "12345678912" + "." * 70, "." * 79 + "77"]
)
def test_fast_path_raises_the_same_errors(text):
    told = []
    for read in (read_any, slowly):
        with pytest.raises(GridError) as caught:
            read(text)
        told.append((str(caught.value), caught.value.cells))
    assert told[0] == told[1]


@pytest.mark.parametrize("text", plain_lines(FUZZ_EXAMPLES // 5, seed=2))
def test_fast_path_leaves_almost_plain_lines_to_all_formats(text):
    rng = random.Random(text)
    at = rng.randrange(81)
    almost = text[:at] + rng.choice(["", "x", " ", "..", "\n", "+4", "é", "٣"]) + text[at + 1 :]
    try:
        expected = slowly(almost)
    except (GridError, StopIteration):
        return
    reading = read_any(almost)
    assert (reading.grid, reading.format) == (expected.grid, expected.format)
    assert str(reading.understood) == str(expected.understood)


def test_fast_path_reads_plain_lines_faster():
    lines = plain_lines(300)
    read_list(lines[:1])

    def one_by_one(lines: list[str]) -> None:
        for line in lines:
            slowly(line)

    quick, slow = (
        min(work_of(call) for _ in range(2))
        for call in (lambda: read_list(lines), lambda: one_by_one(lines))
    )
    assert quick < 0.8 * slow


class TestAnAllowance:
    def test_ends_after_the_allowed_number_of_faults(self):
        lines = [ARTICLE_000, "x", ARTICLE_000, "y", ARTICLE_000, "z"]
        found = read_many("\n".join(lines), allowance=Allowance(faults=2))
        assert [isinstance(each, GridError) for each in found] == [False, True, False, True, True]
        assert str(found[-1]).startswith("line 5: the rest was not read")
        assert isinstance(found[-1], Stopped)

    def test_counts_characters_of_all_but_plain_rows(self):
        marked = f"{ARTICLE_000} # a comment"
        found = read_list([ARTICLE_000] * 9 + [marked] * 3, Allowance(characters=2 * len(marked)))
        assert len(found) == 12
        assert str(found[-1]).startswith("puzzle 12: the rest was not read")

    def test_ignores_plain_rows_of_any_size(self):
        rows = [ARTICLE_000, "0" * 256, "." * 625]
        assert not any(isinstance(each, GridError) for each in read_list(rows, Allowance(0, 1)))
