import pytest

from solver.engine.core.geometry import box_for_size, digits_of, geometry_of, mask_of


@pytest.mark.parametrize("box", [1, 2, 3, 4, 5, 6])
def test_has_as_many_units_and_peers_as_the_size_says(box):
    shape = geometry_of(box)
    assert len(shape.units) == 3 * box**2
    assert {len(peers) for peers in shape.peers} == {3 * (box**2 - 1) - 2 * (box - 1)}


def test_numbers_boxes_in_reading_order():
    assert geometry_of(3).boxes[4].name == "box 5"
    assert geometry_of(3).cell_names[geometry_of(3).boxes[4].cells[0]] == "r4c4"


def test_names_cells_and_units_both_ways():
    shape = geometry_of(5)
    assert shape.cell_at("r25c25") == 624
    assert shape.units[shape.unit_at("column 7")].cells[1] == shape.cell_at("r2c7")


@pytest.mark.parametrize("name", ["r0c1", "r10c1", "r1c", "c1r1", "r1c1 ", "r١c1"])
def test_refuses_names_of_no_cell(name):
    with pytest.raises(ValueError, match="names no cell"):
        geometry_of(3).cell_at(name)


def test_refuses_sizes_that_are_no_square():
    with pytest.raises(ValueError, match="10 is not a board size"):
        box_for_size(10)


def test_reads_masks_as_digits_and_back():
    assert digits_of(0b100000101) == (1, 3, 9)
    assert mask_of((1, 3, 9)) == 0b100000101
