"""What is wrong with a puzzle keeps its facts: cells and places are asked for, not read in a sentence."""

import pickle

import pytest

from solver.engine import GridError, count_many, read, read_many
from solver.engine.core import i18n
from solver.engine.core.errors import CellFact, TextPlace


def wrong(text: str, **asked) -> GridError:
    with pytest.raises(GridError) as caught:
        read(text, **asked)
    return caught.value


@pytest.fixture
def mute(monkeypatch):
    """A language in which every sentence is the same word."""
    monkeypatch.setattr(i18n, "_translator", i18n.Translator(lambda _: "no", lambda *_: "no", str))


@pytest.mark.parametrize(
    ("text", "numbers", "size"),
    [
        ("55" + "0" * 79, [0, 1], 9),
        ("11" + "0" * 14, [0, 1], 4),
        ("G" + "0" * 239 + "G" + "0" * 15, [0, 240], 16),
        ("0" * 600 + "P" + "0" * 23 + "P", [600, 624], 25),
        ("0" * 80 + "x", [80], 9),
        ("row,column,value\n1,1,5\n1,1,6\n", [0], 9),
        ("0" * 80, [], 9),
    ],
)
def test_grid_error_has_its_cells_as_attributes(mute, text, numbers, size):
    error = wrong(text)
    assert str(error) == "no"
    assert error.cells == tuple(CellFact(number, size) for number in numbers)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("0" * 80 + "x", 1, 81),
        ("\n".join(["0" * 9] * 4 + ["00x000000"] + ["0" * 9] * 4), 5, 3),
        ("row,column,value\n1,1,5\n1,1,6\n", 3, 1),
        ("<opensudoku>\n<game<", 2, 6),
        ("55" + "0" * 79, None, None),
    ],
)
def test_grid_error_has_its_line_and_column(mute, text, line, column):
    error = wrong(text)
    assert (error.line, error.column) == (line, column)


def test_grid_error_without_a_column_has_its_line(mute):
    error = wrong("1,2,3,4\n,,,\n,,\n,,,\n", format="table")
    assert (error.line, error.column) == (3, None)


def test_wrapping_error_keeps_cells_and_places(mute):
    with pytest.raises(GridError) as caught:
        count_many(["0" * 81, "0" * 80 + "x"])
    assert (caught.value.cells, caught.value.column) == ((CellFact(80, 9),), 81)
    _, clash, stray = read_many("\n".join(["0" * 81, "55" + "0" * 79, "y" * 81]))
    assert (clash.line, clash.cells) == (2, (CellFact(0, 9), CellFact(1, 9)))
    assert (stray.line, stray.column) == (3, 1)


def test_error_in_a_list_names_its_line_once():
    assert str(read_many(f"{'0' * 81}\n{'0' * 80}x")[1]).startswith("line 2: column 81 (cell r9c9)")


def test_without_line_drops_only_the_first_line():
    error = GridError("{place}: {cell}", place=TextPlace(1, 5), cell=CellFact(4, 9))
    assert str(error.without_line()) == "column 5: r1c5"
    assert error.without_line().cells == error.cells
    for place in (TextPlace(2, 5), TextPlace(1)):
        error = GridError("{place}: {cell}", place=place, cell=CellFact(4, 9))
        assert error.without_line() is error


@pytest.mark.parametrize("text", ["55" + "0" * 79, "0" * 80, "y" * 81, "12+" + "." * 13])
def test_grid_error_gets_its_language_when_read(monkeypatch, text):
    """Whole: no fact of it is still in the language of the moment in which it was raised."""
    english = str(wrong(text))
    error = wrong(text)
    marked = i18n.Translator(lambda m: f"⟦{m}⟧", lambda one, many, n: f"⟦{many}⟧", str)
    monkeypatch.setattr(i18n, "_translator", marked)
    assert str(error) == str(wrong(text)) != english


def test_pickled_grid_error_keeps_its_attributes():
    error = pickle.loads(pickle.dumps(wrong("55" + "0" * 79)))
    assert str(error) == "r1c1 and r1c2 are both 5, in row 1; change one of them"
    assert len(error.cells) == 2
