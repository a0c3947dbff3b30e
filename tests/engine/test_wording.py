"""The words that explanations of several techniques share."""

import pytest

from solver.engine.core.geometry import geometry_of
from solver.engine.techniques.wording import say_units


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ([3], "row 4"),
        ([2, 5, 6], "rows 3, 6 and 7"),
        ([12, 14], "columns 4 and 6"),
        ([2, 22], "row 3 and box 5"),
        ([2, 22, 5], "rows 3 and 6 and box 5"),
        ([2, 9, 22, 5, 23], "rows 3 and 6, column 1 and boxes 5 and 6"),
    ],
)
def test_units_of_one_kind_stand_together(units, words):
    assert say_units(geometry_of(3), units) == words
