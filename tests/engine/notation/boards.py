"""Random boards and positions for Hypothesis: no solving, so that many are tried."""

from random import Random

from hypothesis import strategies as st

from solver.engine import Grid
from solver.engine.core.geometry import geometry_of
from solver.engine.notation import Reading
from solver.engine.notation.base import masks


def _pattern(box, rng):
    """A complete board: one pattern with digits and lines shuffled."""
    size = box * box
    digits = rng.sample(range(1, size + 1), size)
    rows, columns = (
        [
            band * box + n
            for band in rng.sample(range(box), box)
            for n in rng.sample(range(box), box)
        ]
        for _ in range(2)
    )
    return [digits[(box * (r % box) + r // box + c) % size] for r in rows for c in columns]


@st.composite
def grids(draw, boxes=(2, 3, 4, 5), least=0.0):
    box = draw(st.sampled_from(boxes))
    rng = Random(draw(st.integers(0, 2**32)))
    share = draw(st.floats(least, 1.0))
    return Grid(box, tuple(d if rng.random() < share else 0 for d in _pattern(box, rng)))


@st.composite
def positions(draw, boxes=(2, 3)):
    """A grid with candidates that a solve may have come to: the solution's are among them."""
    box = draw(st.sampled_from(boxes))
    rng = Random(draw(st.integers(0, 2**32)))
    shown, kept = draw(st.floats(0.0, 1.0)), draw(st.floats(0.0, 1.0))
    solution = _pattern(box, rng)
    grid = Grid(box, tuple(d if rng.random() < shown else 0 for d in solution))
    candidates = []
    for mask, digit in zip(masks(grid), solution, strict=True):
        for bit in range(geometry_of(box).size):
            if rng.random() > kept and bit != digit - 1:
                mask &= ~(1 << bit)
        candidates.append(mask)
    return Reading(grid, "line", tuple(candidates))
