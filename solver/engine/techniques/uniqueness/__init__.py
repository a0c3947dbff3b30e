"""Rules that rest on the puzzle having one solution."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import bug, near_miss, rectangles

_rung = partial(Rung, rests_on_one_solution=True)
_grave = partial(_rung, module=bug, near_miss=near_miss.grave)
_test = partial(_rung, module=rectangles, near_miss=near_miss.rectangle, switches=("missing",))
_one_digit = partial(_test, search=rectangles.uniqueness_2_or_5)
_corners = partial(_rung, module=rectangles, near_miss=near_miss.corners)
_hidden = partial(_corners, switches=("missing", "loose"))
_avoidable = partial(_corners, may_be_filled=True)

family = Family(
    "uniqueness",
    LazyMessage("A technique that relies on a unique solution."),
    LazyMessage("Without it, some cells could be filled in two ways."),
    "boxes",
    rungs=(
        _grave("bivalue universal grave + 1", "0610", 2900, "hard", 100, bug.bug),
        _test("uniqueness test 1", "0600", 3500, "hard", 100, rectangles.uniqueness_1),
        _one_digit("uniqueness test 2", "0601", 3600, "hard", 100, given=("uniqueness test 2",)),
        _test("uniqueness test 3", "0602", 3700, "hard", 100, rectangles.uniqueness_3),
        _test("uniqueness test 4", "0603", 3800, "hard", 100, rectangles.uniqueness_4),
        _one_digit("uniqueness test 5", "0604", 3900, "hard", 100, given=("uniqueness test 5",)),
        _test("uniqueness test 6", "0605", 4000, "hard", 100, rectangles.uniqueness_6),
        _hidden("hidden rectangle", "0606", 4010, "hard", 100, rectangles.hidden_rectangles),
        _avoidable("avoidable rectangle type 1", "0607", 4020, "hard", 100, rectangles.avoidable_1),
        _avoidable("avoidable rectangle type 2", "0608", 4030, "hard", 100, rectangles.avoidable_2),
    ),
)
