import pytest

from solver.engine.core.geometry import box_for_size, digits_of, geometry_of, mask_of_digits


@pytest.mark.parametrize("box", [1, 2, 3, 4, 5, 6])
def test_size_determines_units_and_peers(box):
    shape = geometry_of(box)
    assert len(shape.units) == 3 * box**2
    assert {len(peers) for peers in shape.peers} == {3 * (box**2 - 1) - 2 * (box - 1)}


def test_boxes_have_numbers_in_reading_order():
    assert geometry_of(3).boxes[4].name == "box 5"
    assert geometry_of(3).cell_names[geometry_of(3).boxes[4].cells[0]] == "r4c4"


def test_names_map_to_cells_and_back():
    shape = geometry_of(5)
    assert shape.cell_at("r25c25") == 624
    assert shape.units[shape.unit_at("column 7")].cells[1] == shape.cell_at("r2c7")


@pytest.mark.parametrize("name", ["r0c1", "r10c1", "r1c", "c1r1", "r1c1 ", "r١c1"])
def test_invalid_cell_names_raise(name):
    with pytest.raises(ValueError, match="names no cell"):
        geometry_of(3).cell_at(name)


def test_sizes_without_a_square_box_raise():
    with pytest.raises(ValueError, match="10 is not a board size"):
        box_for_size(10)


def test_masks_map_to_digits_and_back():
    assert digits_of(0b100000101) == (1, 3, 9)
    assert mask_of_digits((1, 3, 9)) == 0b100000101
