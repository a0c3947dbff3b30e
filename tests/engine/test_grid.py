import pytest
from puzzles import ALESCARGOT, ARTICLE_000, SOLUTION_000

from solver.engine import Grid, GridError, read


def test_line_reads_and_writes_back_the_same():
    assert read(ARTICLE_000).text == ARTICLE_000
    assert read(ARTICLE_000).clue_count == 26


@pytest.mark.parametrize("filler", ".*_-")
def test_any_usual_mark_reads_as_an_empty_cell(filler):
    assert read(ALESCARGOT.replace("0", filler)).text == ALESCARGOT


def test_nine_rows_with_spaces_read_as_a_line():
    rows = "\r\n".join(" ".join(ARTICLE_000[i : i + 9]) for i in range(0, 81, 9))
    assert read(f"  {rows}\n").text == ARTICLE_000


@pytest.mark.parametrize(("size", "last"), [(4, "4"), (16, "G"), (25, "P")])
def test_letters_of_larger_boards_read_in_either_case(size, last):
    text = last.lower() + "." * (size * size - 1)
    assert read(text).givens[0] == size
    assert read(text, size).text == last + "0" * (size * size - 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no puzzle here"),
        (" \n ", "there is no puzzle here"),
        ("1" * 1, "1 cell found, but a board has 16, 36, 64, 81, 100, 144, 225, 256 or 625"),
        ("0" * 80, "80 cells found, but a 9×9 board has 81"),
        ("0" * 82, "82 cells found, but a 9×9 board has 81"),
        ("0" * 40 + "x" + "0" * 40, r"line 1, column 41 \(cell r5c5\): “x” is not a digit"),
        ("0" * 9 + "\n0½" + "0" * 70, r"line 2, column 2 \(cell r2c2\): U\+00BD \(vulgar fraction"),
        ("９" * 81, r"U\+FF19 \(fullwidth digit nine\) is not a digit"),
        ("½" + "0" * 80, r"U\+00BD"),
        ("0" * 5 + "\x00" + "0" * 75, r"\(cell r1c6\): U\+0000 is not a digit"),
        ("\ud800" + "0" * 80, r"U\+D800"),
        ("55" + "0" * 79, "r1c1 and r1c2 are both 5, in row 1; change one of them"),
        (
            "5" + "0" * 8 + "5" + "0" * 71,
            "r1c1 and r2c1 are both 5, in column 1; change one of them",
        ),
        ("5" + "0" * 9 + "5" + "0" * 70, "r1c1 and r2c2 are both 5, in box 1; change one of them"),
        ("ı" + "0" * 624, r"U\+0131"),  # its capital is I, a digit of larger boards
    ],
)
def test_invalid_text_raises_with_its_fault_and_place(text, message):
    with pytest.raises(GridError, match=message):
        read(text)


def test_unknown_size_raises_with_the_known_ones():
    with pytest.raises(GridError, match="size is 36; use 4 to 25"):
        read("0" * 1296, 36)


def test_text_of_another_size_than_requested_raises():
    with pytest.raises(GridError, match="16 cells found, but a 9×9 board has 81"):
        read("0" * 16, 9)


def test_digits_out_of_range_raise():
    with pytest.raises(GridError, match="r1c2 is 10; use digits from 1 to 9"):
        Grid(3, (0, 10) + (0,) * 79)


def test_grid_accepts_only_its_solution():
    grid, solution = read(ARTICLE_000), [int(digit) for digit in SOLUTION_000]
    assert grid.is_solved_by(solution)
    solution[0], solution[3] = solution[3], solution[0]
    assert not grid.is_solved_by(solution)
