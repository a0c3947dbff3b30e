"""The kit that every chart of a page is drawn with."""

import pytest

from solver.web.plotting import (
    MOST_LABELS,
    MOST_POINTS,
    Scale,
    labels,
    polyline,
    round_stride,
    share,
    spread,
    step_path,
    thinned,
)


def test_scale_maps_values_along_and_up():
    across, up = Scale(4, 100), Scale(10, -60, start=66)
    assert [across(value) for value in (0, 1, 4)] == [0, 25, 100]
    assert [up(value) for value in (0, 5, 10)] == [66, 36, 6]


def test_zero_range_maps_to_the_start():
    assert Scale(0, 100, start=4)(0) == 4
    assert share(0, 0) == 0


def test_bars_scale_by_the_longest():
    assert [share(part, 8) for part in (0, 2, 8)] == [0, 25, 100]
    assert share(1, 4, of=48) == 12


def test_step_line_stays_level_until_the_next_point():
    assert step_path([(0, 10), (50, 10), (100, 4.25), (120, 4.25)]) == "M0 10.0H100V4.2H120"
    assert step_path([(0, 0)]) == "M0 0.0"


def test_line_leads_straight_from_point_to_point():
    assert polyline([(4, 92), (12, 4.04)]) == "4.0,92.0 12.0,4.0"


def test_short_line_keeps_every_point():
    assert thinned(3) == [0, 1, 2, 3]
    assert thinned(0, 0) == [0]


@pytest.mark.parametrize("last", [401, 1000, 15_001])
def test_thinning_keeps_the_ends_and_wanted_points(last):
    points = thinned(last, 7, 399)
    assert {0, 7, 399, last} <= set(points)
    assert len(points) < 2 * MOST_POINTS + 3
    assert points == sorted(points)


@pytest.mark.parametrize(
    ("total", "most", "stride"), [(0, 5, 1), (10, 10, 1), (11, 10, 2), (64, 16, 5), (901, 10, 100)]
)
def test_strides_have_round_numbers(total, most, stride):
    assert round_stride(total, most) == stride


def test_labels_name_every_iteration_if_they_fit():
    found = labels(4, 2, href=lambda number: f"?iteration={number}")
    assert [label.number for label in found] == [0, 1, 2, 3, 4]
    assert [label.x for label in found] == [0, 25, 50, 75, 100]
    assert [label.number for label in found if label.current] == [2]
    assert [label.number for label in found if label.minor] == [1, 3]
    assert found[3].href == "?iteration=3"


def test_labels_leave_space_around_the_current_and_the_last():
    numbers = [label.number for label in labels(64, 31, href=str)]
    assert numbers == [0, 5, 10, 15, 20, 25, 31, 35, 40, 45, 50, 55, 60, 64]
    assert len(numbers) <= MOST_LABELS


def test_spread_samples_evenly_and_keeps_the_last():
    assert spread("abc", 3) == ["a", "b", "c"]
    assert spread("abcdefg", 3) == ["c", "f", "g"]
    assert spread("", 3) == []
