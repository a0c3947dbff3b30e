"""Ratings: HoDoKu's level and score, Sudoku Explainer's ER, EP and ED, and the most sets to see at once."""

import functools
from itertools import combinations
from pathlib import Path

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, random_puzzles
from support import is_thorough
from test_sets import FATA_MORGANA

from solver.engine import BudgetSpent, Deadline, Grid, GridError, Solving, read, read_any
from solver.engine.core.position import Position
from solver.engine.core.proof_check import verify
from solver.engine.exact import singles
from solver.engine.ladder import search
from solver.engine.ladder.hodoku_order import QueuedPosition, in_hodoku_order
from solver.engine.ladder.listing import position_of
from solver.engine.ladder.search import only_solution
from solver.engine.ladder.stored import positions
from solver.engine.rating import (
    MOST,
    Rating,
    as_json,
    as_values,
    changed_since,
    explainer,
    level_in_time,
    rate,
    rate_reading,
    versions,
)
from solver.engine.rating.backdoors import smallest_backdoor
from solver.engine.rating.explainer import rate_by_explainer
from solver.engine.rating.packing import pack_path, unpack_path
from solver.engine.rating.path import BRUTE_FORCE, PathStep
from solver.engine.techniques.chains.first_ways import chains_by_first_ways
from solver.engine.techniques.chains.sudoku_explainer import longer
from solver.engine.techniques.rungs import rungs

# Puzzles of others' that were rated by HoDoKu, or by Sudoku Explainer; they are not kept here.
DATA = Path("/work/shared/ladder/data")

SUKAKU = (  # pencil marks without a given
    "129 36 48 17 259 19 1259 1589 13 1239 1235 1259 48 234569 469 124579 1569 14579 37 2358 2589 "
    "3456 234569 15 2459 5689 4589 16 178 39 27 156789 6789 1579 49 1579 35 47 178 14 1789 789 "
    "1379 25 67 126 29 1267 1456 14567 13 68 15 157 1346 1357 1567 59 134678 4678 1345 1358 26 "
    "123469 1237 12679 1346 134678 45 1349 1389 1489 18 135 159 134 134 25 16 27 1459 "
)


rate_once = functools.cache(rate)  # of what several tests look at


def rows_of(name: str) -> list[list[str]]:
    file = DATA / name
    if not file.exists():
        pytest.skip(f"{file} is not here")
    return [line.split("\t") for line in file.read_text().splitlines() if line[0] != "#"]


def rated(name: str, least: float, to: float) -> list[list[str]]:
    return [row for row in rows_of(name) if least <= float(row[1].split("/")[0]) < to]


def explained(puzzle: str) -> str:
    """ER, EP and ED as in the lists."""
    found = rate_by_explainer(Position.of(read(puzzle)))
    return f"{found.er}/{found.ep}/{found.ed}"


def differing(rows: list[list[str]]) -> list[str]:
    found = ((row[0], row[1], explained(row[0])) for row in rows)
    return [f"{puzzle} {ratings}: {mine}" for puzzle, ratings, mine in found if mine != ratings]


def path_step(technique: str, sets: int = 2) -> PathStep:
    return PathStep(technique, 1, sets - 1)


# --- HoDoKu -------------------------------------------------------------------------------------------


def test_score_adds_up_all_steps():
    rating = rate_once(read(ARTICLE_000))
    scores = {name: rung.score for name, rung in rungs().items()}
    assert rating.score == sum(scores[name] * count for name, count in rating.techniques.items())
    assert len(rating.path) >= read(ARTICLE_000).givens.count(0)


def test_level_follows_the_hardest_step():
    path = (path_step("naked single"), path_step("XY-wing", 7), path_step("full house"))
    rating = Rating(path)
    assert (rating.level, rating.score, rating.hardest) == ("hard", 168, 2)
    assert (rating.sets, rating.largest) == (7, 2)
    assert list(rating.techniques) == ["XY-wing", "naked single", "full house"]


def test_score_beyond_a_level_raises_the_level():
    singles = tuple(path_step("hidden single") for _ in range(57))
    assert Rating(singles).level == "easy"
    assert Rating((*singles, path_step("naked single"))).level == "medium"  # 802
    assert Rating(tuple(path_step("hidden single") for _ in range(129))).level == "extreme"
    assert MOST["unfair"] == 1800


def test_level_is_certain_if_there_was_time_for_it():
    assert level_in_time(read(ARTICLE_000), 60) == ("medium", True)
    assert level_in_time(read(ALESCARGOT), 60) == ("extreme", True)
    assert level_in_time(read(ALESCARGOT), 0) == ("hard", False)


def test_cell_gets_filled_if_no_technique_finds_a_step(monkeypatch):
    monkeypatch.setattr(
        "solver.engine.ladder.one_path.climbed", lambda box, is_unique: (rungs()["full house"],)
    )
    rating = rate(read(ARTICLE_000))
    assert rating.level == "extreme"
    assert rating.score > 10_000 * rating.techniques[BRUTE_FORCE] > 0
    assert rating.path[rating.hardest - 1].technique == BRUTE_FORCE


def test_rating_takes_the_same_steps_as_the_ladder():
    grid = read(ARTICLE_001)
    story = list(Solving(grid, "ladder"))[1:]
    told = [step.technique for iteration in story for step in iteration.steps]
    assert told == [each.technique for each in rate_once(grid).path]


def test_hidden_singles_come_in_order_of_appearance():
    position = QueuedPosition.of(read(ARTICLE_000))
    found = list(filter(None, in_hodoku_order(position, [rungs()["hidden single"]])))
    placed = [each.placed.bit_length() - 1 for each in found]
    assert len(placed) > 1
    assert placed == [each for each in position.hidden_queue if each in placed]


def test_singles_of_the_start_are_in_the_order_of_givens_placed_one_by_one():
    class OneByOne(QueuedPosition):
        def _begin(self, digits):
            return False

    grids = [grid for box in (2, 3) for grid, _ in random_puzzles(20, seed=3, box=box)]
    for grid in [*grids, read(ARTICLE_000)]:
        at_once, one_by_one = QueuedPosition.of(grid), OneByOne.of(grid)
        for name in ("naked_in_turn", "hidden_in_turn"):
            assert [*getattr(at_once, name)()] == [*getattr(one_by_one, name)()]
        assert at_once.last_cells == one_by_one.last_cells


def test_hidden_singles_of_the_start_are_in_their_order_whenever_they_are_asked_for():
    for grid in [grid for grid, _ in random_puzzles(10, seed=6)] + [read(ARTICLE_000)]:
        early, late = QueuedPosition.of(grid), QueuedPosition.of(grid)
        list(early.hidden_in_turn())
        for candidate in list(QueuedPosition.of(grid).hidden_in_turn())[:3]:
            digit, cell = early.masks.digit_and_cell(candidate)
            for position in (early, late):
                if position.marks[cell]:
                    position.place(cell, digit)
        assert [*early.hidden_in_turn()] == [*late.hidden_in_turn()]
        for digit in early.masks.digits:
            assert early.hidden(digit) == late.hidden(digit)


def test_givens_remove_the_same_with_all_candidates_as_pencil_marks():
    for grid, _ in random_puzzles(5, seed=7):
        marks = tuple(1 << (digit - 1) if digit else 511 for digit in grid.givens)
        first, *_ = Solving(grid, "ladder")
        marked, *_ = Solving(Grid(3, grid.givens, marks), "ladder")
        assert first == marked


def test_chains_that_remove_most_come_first():
    chains = [rungs()[name] for name in ("discontinuous nice loop", "AIC")]
    for stored in positions()["discontinuous nice loop"]:
        found = list(filter(None, in_hodoku_order(stored.position, chains)))
        removed = [each.removed.bit_count() for each in found]
        assert removed == sorted(removed, reverse=True)
        if found[0].technique == "AIC" and found[-1].technique != "AIC":
            return
    pytest.fail("the techniques are not searched for together")


# Puzzles of ours, with level and score by HoDoKu 2.2.
BY_CHAINS = {
    "000603007300408150000000000000000020705302000029506000096000270003080004010000080": (
        "extreme",
        1870,
    ),
    "030060500000902007060500010000840000100050032000000006003020000650000180890000000": (
        "unfair",
        1628,
    ),
    "005940001010000700080000060070008036004002050000000100100030902043027000000010000": (
        "unfair",
        1764,
    ),
    "004300107090000000000200030207001000300090000800000050000638000000005014000400308": (
        "unfair",
        1192,
    ),
    "000008200020046010300000000082000459700000800000004000605907000001000630000020000": (
        "unfair",
        1352,
    ),
}


@pytest.mark.parametrize("text", BY_CHAINS)
def test_chains_and_loops_come_as_by_hodoku(text):
    rating = rate(read(text))
    assert (rating.level, rating.score) == BY_CHAINS[text]


def test_chains_of_the_path_are_proved():
    """Each nice loop and AIC that the first ways give removes what its proof counts."""
    for stored in positions()["discontinuous nice loop"][:3]:
        for is_grouped in (False, True):
            for each in chains_by_first_ways(stored.position, is_grouped):
                assert verify(stored.position, each.step(stored.position))


def test_subsets_in_boxes_come_before_those_in_lines():
    position = Position(3)
    for cell in (0, 5):  # a pair in row 1, and one in box 9
        position.keep(cell, 0b11)
    for cell in (60, 70):
        position.keep(cell, 0b1100)
    found = filter(None, in_hodoku_order(position, [rungs()["naked pair"]]))
    assert [each.digits_mask for each in found] == [0b1100, 0b11]


def test_rating_of_a_position_counts_only_the_rest():
    whole = read_any(ARTICLE_001)
    last = read_any(
        ":0000:x:"
        + "+4"
        + "29167358537489216681523497378956142145872963296314875763241589954638721812795634"
        + ":::"
    )
    assert rate_reading(whole).score > 500
    assert rate_reading(last).score == 0


@pytest.mark.fuzz
def test_levels_equal_those_of_hodoku():
    rows = [row for row in rows_of("hodoku-100.txt") if row[2] in ("Easy", "Medium")]
    rows = rows if is_thorough() else rows[::4]
    levels = [rate(read(row[0])).level for row in rows]
    assert levels == [row[2].lower() for row in rows]


def test_paths_up_to_unfair_are_as_long_and_score_as_those_of_hodoku():
    rows = [row for row in rows_of("hodoku-100.txt") if row[2] != "Extreme"]
    ratings_ = [rate(read(row[0])) for row in rows]
    equal = sum(
        (str(rating.score), len(rating.path)) == (row[3], len(row[4].split(" | ")))
        for row, rating in zip(rows, ratings_, strict=True)
    )
    assert equal >= 0.96 * len(rows)


# --- Sudoku Explainer ---------------------------------------------------------------------------------


@pytest.mark.fuzz
def test_ratings_equal_those_of_sudoku_explainer():
    cheap, dear = rated("se-open.txt", 0, 6.2), rated("se-open.txt", 6.2, 7.5)
    rows = cheap + dear if is_thorough() else cheap[::12] + dear[::60]
    assert differing(rows) == []


# Positions of three puzzles, with the rating and the candidate that SukakuExplainer removes there.
NESTED = {
    "chains": (
        "469 489 479 36 78 39 25 25 1 16 189 17 78 5 2 3 4 69 2 3 5 1469 149 149 67 8 679 19 6 2 78 78 "
        "349 49 135 35 7 49 3 149 2 5 149 6 8 8 5 149 39 149 6 1249 7 23 49 7 8 5 3 149 26 129 246 3 2 "
        "149 149 6 8 157 159 457 5 149 6 2 149 7 8 139 34",
        (10.1, 7, 6, 4),
    ),
    "multiple chains": (
        "2347 348 349 789 5 478 28 6 1 17 18 19 789 6 2 5 3 4 24 5 6 134 134 1348 89 7 29 134 6 2 134 8 9 "
        "7 145 35 8 134 5 6 7 134 19 124 239 9 7 134 2 134 5 6 14 8 134 2 7 5 9 134 134 8 6 6 9 134 78 "
        "1234 78 134 125 25 5 134 8 134 24 6 1234 9 7",
        (11.0, 1, 3, 3),
    ),
    "dynamic chains": (
        "23 23 6789 789 467 46 789 5 1 789 5 69 6789 1 2 3 4 789 4 789 1 789 3 5 2 789 6 789 3789 789 134 "
        "2 136 5 69 34 123 239 4 356 56 7 189 2689 389 123 6 5 34 8 9 17 27 347 789 1 3 2 479 48 6 789 5 "
        "5 789 2 367 679 368 4 1 789 6 4 789 15 579 18 789 3 2",
        (11.6, 1, 3, 8),
    ),
}


@pytest.mark.parametrize("name", NESTED)
def test_nested_chains_are_those_of_sukaku_explainer(name):
    text, (rating, row, column, digit) = NESTED[name]
    position = position_of(read_any(text))
    found = explainer.first_deduction(position, 12)
    assert round(found.rating, 1) == rating
    assert found.removed == 1 << position.masks.candidate(digit, 9 * row + column - 10)


def test_nested_chains_are_not_searched_for_beyond_the_highest_rating_wanted():
    position = position_of(read_any(NESTED["chains"][0]))
    assert explainer.first_deduction(position, 9.4) is None


def test_longer_chains_raise_the_se_rating_by_tenths():
    lengths = (4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25)
    assert [round(longer(2 + length), 1) for length in lengths] == [
        *(0.0, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4, 0.5, 0.5, 0.6),
    ]


def test_rating_stops_at_its_deadline():
    with Deadline(nodes=10), pytest.raises(BudgetSpent):
        rate_by_explainer(Position.of(read(ARTICLE_001)))


# --- What is written ----------------------------------------------------------------------------------


def test_json_names_the_hardest_technique_and_er_only_on_request():
    reading = read_any(ARTICLE_000)
    answer = as_json(reading, rate_reading(reading))
    assert answer["hardest"] == next(iter(answer["techniques"]))
    assert (answer["er"], answer["ep"], answer["ed"]) == (None, None, None)
    assert as_json(reading, rate_reading(reading, with_er=True))["ed"] == 1.2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0" * 81, "it does not have one solution"),
        ("12341234" + "0" * 8, "does not have one solution|are both"),
    ],
)
def test_puzzle_without_one_solution_raises(text, message):
    with pytest.raises(GridError, match=message):
        rate_reading(read_any(text))


def test_pencil_mark_puzzle_is_rated_by_its_marks():
    """No cell is given. A digit that was placed may have had no other one that it could be exchanged for."""
    rating = rate_reading(read_any(SUKAKU))
    assert rating.level == "extreme"
    assert not any("avoidable" in name for name in rating.techniques)
    with pytest.raises(GridError, match="does not have one solution"):
        rate_reading(read_any(" ".join([*SUKAKU.split()[:-40], *["123456789"] * 40])))


def test_path_packs_into_a_short_text():
    path = (path_step("hidden single"), path_step("XY-wing", 7), BY_FORCE)
    for rating, text in (
        (Rating(path), "0002 0800.1.6 bf"),
        (Rating(path, by_sets=path[1]), "0002 0800.1.6 bf / 0800.1.6"),
        (Rating(path, by_sets=path[1], backdoor=()), "0002 0800.1.6 bf / 0800.1.6 / "),
        (Rating(path, backdoor=("r1c2", "r9c8")), "0002 0800.1.6 bf /  / r1c2 r9c8"),
    ):
        assert pack_path(rating) == text
        assert unpack_path(text) == rating
    assert unpack_path("0002 9999") is None  # of a version that knows more


BY_FORCE = PathStep(BRUTE_FORCE, 0, 0)


def test_changed_since_gives_the_lowest_affected_rating(monkeypatch):
    monkeypatch.setattr(versions, "CHANGES", {1: 0, 2: 5600, 3: 5900})
    assert (changed_since(1), changed_since(2), changed_since(3)) == (5600, 5900, None)


def test_depth_counts_splits_in_splits_and_is_stored_with_the_path():
    rating = rate_once(read(FATA_MORGANA))
    assert BRUTE_FORCE not in rating.techniques
    assert (rating.depth, rating.level) == ("D1", "extreme")
    assert rating.deepest.technique == "split"
    assert unpack_path(pack_path(rating)) == rating
    answer = as_values(rating)
    assert answer["depth"] == "D1"
    assert answer["leaves"] >= 2
    assert as_values(Rating((PathStep("naked single", 1, 1),)))["depth"] == "D0"


def singles_finish(grid, solution, cells):
    masks = [1 << (digit - 1) if digit else 511 for digit in grid.givens]
    for cell in cells:
        masks[cell] = 1 << (solution[cell] - 1)
    return singles.follow(grid.geometry, masks) and all(mask.bit_count() == 1 for mask in masks)


@pytest.mark.fuzz
def test_smallest_backdoor_lets_singles_finish_and_no_smaller_one_does():
    """All sets of fewer cells are tried."""
    grids = [read(ALESCARGOT), read(FATA_MORGANA), read(ARTICLE_001)]
    grids += [grid for grid, _ in random_puzzles(20 if is_thorough() else 6, seed=27)]
    sizes = set()
    for grid in grids:
        solution = only_solution(grid)
        backdoor = smallest_backdoor(Position.of(grid), solution)
        assert singles_finish(grid, solution, backdoor)
        for fewer in range(len(backdoor)):
            for cells in combinations(range(81), fewer):
                assert not singles_finish(grid, solution, cells)
        sizes.add(len(backdoor))
        named = tuple(f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in backdoor)
        assert rate_once(grid).backdoor == named
    assert len(sizes) >= 3


def test_puzzle_whose_solution_is_not_found_soon_has_no_backdoor(monkeypatch):
    monkeypatch.setattr(search, "NODES", 0)
    assert only_solution(read(ARTICLE_001)) == ()
    rating = rate(read(ARTICLE_001))
    assert (rating.level, rating.backdoor) == ("hard", None)
