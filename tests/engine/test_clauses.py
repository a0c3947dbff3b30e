"""A step of the ladder told piece by piece, read back from its proof."""

from functools import cache
from itertools import pairwise

from solver.engine import Budget, Grid, Solving, find_method, read
from solver.engine.core.geometry import geometry_of
from solver.engine.core.position import Position
from solver.engine.core.proof import Role, SetCount
from solver.engine.core.shape import parse
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.proof_chains import chains_in
from solver.engine.techniques.proof_text import commons_of, say_clauses, sets_of
from solver.engine.techniques.rungs import rungs, slug

NINE = geometry_of(3)
HARD = "080603054009100600060025000008000000300400260240000000090080000600700030000050002"
WINGED = "000740005200300000600000230000907014430001000000080000002004000004260300008010000"


@cache
def steps_of(technique, puzzle=HARD):
    """Its steps where it is climbed to with singles alone."""
    rungs = ["full-house", "naked-single", "hidden-single", slug(technique)]
    options = find_method("ladder").read_options({"techniques": rungs})
    solving = Solving(read(puzzle), "ladder", options, Budget(seconds=30, iterations=200))
    return [step for one in solving for step in one.steps if step.technique == technique]


def test_wing_reads_as_its_pivot_and_then_link_by_link():
    step = steps_of("XY-wing", WINGED)[0]
    assert describe_step(NINE, step).why == (
        "r1c1 is 1 or 9. If it is 1, r2c3 is 7; if it is 9, r3c3 is 7. So one of the two is "
        "7, and what sees both is false: 7 in r5c3 and r6c3."
    )
    assert say_clauses(NINE, step) == [
        "If (7)r2c3 is false, (1)r2c3 is true: r2c3 has no other digit.",
        "So (1)r1c1 is false, and (9)r1c1 is true: r1c1 has no other digit.",
        "So (9)r3c3 is false, and (7)r3c3 is true: r3c3 has no other digit.",
    ]


def test_chain_that_refutes_its_own_candidate_says_so():
    cells = NINE.cell_count
    for step in steps_of("discontinuous nice loop"):
        nodes = step.parts_of(Role.NODE)
        digit, cell = nodes[0][0] // cells, nodes[0][0] % cells
        is_removed = any(lost == cell and mask >> digit & 1 for lost, mask in step.removed)
        assert ("So it is false." in describe_step(NINE, step).why) is is_removed
        assert chains_in(NINE, step, nodes)[0].begins_strong is not is_removed


def test_strong_links_use_up_all_truths():
    for technique in ("grouped AIC", "grouped continuous nice loop", "dual empty rectangle"):
        for step in steps_of(technique):
            counts = [each for each in step.arguments if isinstance(each, SetCount)]
            chains = chains_in(NINE, step, step.parts_of(Role.NODE))
            told = [behind for chain in chains for *_, behind in chain.strong_links]
            assert sum(told, ()) == sum(dict.fromkeys(count.truths for count in counts), ())


def test_dual_empty_rectangle_reads_as_two_chains():
    step = steps_of("dual empty rectangle")[0]
    assert [clause[:2] for clause in say_clauses(NINE, step)] == ["If", "So", "If", "So"]


def test_als_chain_names_the_common_of_each_two_sets():
    step = steps_of("ALS chain")[0]
    places = [(common.one, common.two) for common in commons_of(NINE, step)]
    assert places == [(place, place + 1) for place in range(len(sets_of(step)) - 1)]
    digits = [common.digit for common in commons_of(NINE, step)]
    assert all(one != two for one, two in pairwise(digits))


def test_death_blossom_names_the_common_of_each_petal_and_the_stem():
    step = steps_of("Death Blossom")[0]
    stem, *petals = sets_of(step)
    commons = commons_of(NINE, step)
    assert {common.one for common in commons} == {0}
    assert {common.digit for common in commons} == {each // NINE.cell_count + 1 for each in stem}
    assert {common.two for common in commons} == set(range(1, len(petals) + 1))


def test_digit_that_two_sets_share_in_two_cells_without_a_unit_is_told():
    text = "000050060000600098020000100090016000010300000040000050730400200000000600000000000"
    grid = Grid(parse("9x9 anti-king"), tuple(map(int, text)))
    position = Position.of(grid)
    told = (
        clause
        for found in rungs()["ALS-XZ"].find(position)
        for clause in say_clauses(grid.geometry, found.step(position))
    )
    assert "A and B share 1 in r6c9 and r7c8: only one of them can be 1." in told
