"""Help at a game: what is wrong with it, the next step in stages, and why something goes or does not work."""

import random
from dataclasses import dataclass

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, IMPOSSIBLE, SOLUTION_000, random_puzzles
from support import PROPERTY_PUZZLES

from solver.engine import Grid, GridError, find_technique, read_any
from solver.engine.core.deadline import Deadline
from solver.engine.core.geometry import digits_of
from solver.engine.core.position import Position
from solver.engine.core.proof import Role
from solver.engine.core.proof_check import verify
from solver.engine.core.shape import parse
from solver.engine.hinting import Game, after, check, hint, say_check, why, why_not
from solver.engine.hinting.hints import MOST_COMPARED, WHERE, Hint, as_json, next_step
from solver.engine.ladder.one_path import steps_along
from solver.engine.ladder.search import named
from solver.engine.techniques.fish import finder as fish
from solver.engine.techniques.rungs import families, rungs

SEVERAL = "100000000000000000000000000000000000000000000000000000000000000000000000000000000"

MANY_FISH = "503700960069502400000000230035207890297300504600054003300070640941020300086400052"


def game(puzzle=ARTICLE_000, values=None, marks=None):
    """`values` and `marks` by cell; cells that are not named have what the puzzle gives them, and no marks."""
    read = Game.of(read_any(puzzle))
    digits = [(values or {}).get(cell, value) for cell, value in enumerate(read.values)]
    masks = [sum(1 << (int(d) - 1) for d in (marks or {}).get(c, "")) for c in range(len(digits))]
    return Game(read.grid, tuple(digits), tuple(masks))


def right(count, puzzle=ARTICLE_000, solution=SOLUTION_000):
    """The first so many digits that are not given."""
    open_cells = [cell for cell, given in enumerate(puzzle) if given == "0"]
    return {cell: int(solution[cell]) for cell in open_cells[:count]}


@dataclass(frozen=True)
class Broken:
    """A game, and what was made wrong in it: cells with a wrong digit, cells that lack the mark they need."""

    game: Game
    wrong: frozenset[int]
    missing: frozenset[int]


def broken_game(grid: Grid, solution: tuple[int, ...], rng: random.Random) -> Broken:
    size = grid.size
    empty = [cell for cell, given in enumerate(grid.givens) if not given]
    rng.shuffle(empty)
    filled = rng.randint(0, len(empty) - 1)
    values, marks = list(grid.givens), [0] * len(solution)
    for cell in empty[:filled]:
        values[cell] = solution[cell]
    for cell in empty[filled:]:
        if rng.random() < 0.6:
            marks[cell] = rng.getrandbits(size) | 1 << (solution[cell] - 1)
    wrong, missing = set(), set()
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        cell = rng.choice(empty)
        if cell in wrong or cell in missing:
            continue
        if values[cell] or rng.random() < 0.3:
            values[cell] = rng.choice([d for d in range(1, size + 1) if d != solution[cell]])
            marks[cell] = 0
            wrong.add(cell)
        else:
            others = [d for d in range(1, size + 1) if d != solution[cell]]
            kept = rng.sample(others, rng.randint(1, 4))
            marks[cell] = sum(1 << (digit - 1) for digit in kept)
            missing.add(cell)
    return Broken(Game(grid, tuple(values), tuple(marks)), frozenset(wrong), frozenset(missing))


class TestCheck:
    def test_counts_the_right_digits(self):
        found = check(game(values=right(12)))
        assert found.is_clean
        assert say_check(game().geometry, found).title == "All 12 of your digits are right."

    def test_names_the_cell_of_a_wrong_digit_only_on_request(self):
        found = check(game(values={**right(3), 40: 8}))
        gentle, named_ = (say_check(game().geometry, found, names) for names in (False, True))
        assert gentle.title == "Something in box 5 is not right yet."
        assert "r5c5" not in " ".join([gentle.title, *gentle.sentences])
        assert not gentle.cells
        assert named_.title == "r5c5 is not right."
        assert "3 digits of yours are right." in named_.sentences

    def test_finds_a_mark_that_was_taken_away_wrongly(self):
        found = check(game(marks={40: "14", 41: "29"}))
        assert found.missing == ((40, 7),)
        assert "r5c5" not in " ".join(say_check(game().geometry, found).sentences)
        assert "r5c5 can still be 7." in say_check(game().geometry, found, names=True).sentences

    def test_names_both_cells_of_a_clash(self):
        told = say_check(game().geometry, check(game(values={0: 9})))
        assert told.title == "Two equal digits see each other."
        assert "r1c1 and r1c3 are the same digit and see each other." in told.sentences

    def test_counts_marks_that_do_no_harm_without_calling_them_wrong(self):
        found = check(game(marks={0: "24", 4: "367"}))
        assert found.is_clean
        assert found.impossible == ((0, 2),)

    def test_reports_several_solutions(self):
        told = say_check(game().geometry, check(game(SEVERAL)))
        assert told.kind == "unclear"
        assert told.title == "This puzzle has several solutions."

    def test_reports_a_game_without_any_solution_left(self):
        marks = {1: "23", 2: "23", 3: "23"}
        assert check(game(SEVERAL, marks=marks)).is_lost
        assert not check(game(SEVERAL, values={1: 2})).is_lost

    def test_reports_a_puzzle_without_solution(self):
        told = say_check(game().geometry, check(game(NO_SOLUTION)))
        assert "no solution" in " ".join([told.title, *told.sentences]).lower()

    def test_reports_a_solved_board(self):
        assert check(game(values=right(81))).is_solved

    @pytest.mark.property
    def test_finds_exactly_the_mistakes(self):
        rng = random.Random(31)
        for grid, solution in random_puzzles(PROPERTY_PUZZLES // 4, seed=31):
            broken = broken_game(grid, solution, rng)
            found = check(broken.game)
            assert {*found.wrong} == broken.wrong
            assert {cell for cell, _digit in found.missing} == broken.missing


NO_SOLUTION = ARTICLE_000.replace("029", "529", 1)


class TestHint:
    def test_each_stage_shows_more_of_the_same_step(self):
        at = game(ARTICLE_001, marks={1: "123456789"})
        shown = [hint(at, stage) for stage in (1, 2, 3, 4)]
        assert len({each.step_id for each in shown}) == 1
        assert shown[0].step == shown[3].step
        told = [as_json(each) for each in shown]
        assert [set(told[n + 1]) - set(told[n]) for n in range(3)] == [
            {"look"},
            {"technique", "candidates", "step"},
            {"values", "marks"},
        ]

    def test_step_of_the_first_stage_is_not_searched_for_again(self):
        at, other = (game(ALESCARGOT, marks={1: digits}) for digits in ("246", "2456"))
        step = hint(at, 1).step
        with Deadline(10):
            assert hint(at, 3).step == step
            assert hint(other, 3).is_cut_short

    def test_stages_one_and_two_hide_the_removed_candidates(self):
        at = game(ARTICLE_001)
        while (given := hint(at, 2)).step and not given.step.removed:
            at = after(at, given.step)
        for _ in range(4):
            given = hint(at, 2)
            losing = {at.geometry.cell_names[cell] for cell, _mask in given.step.removed}
            assert not losing & set(as_json(given)["look"]["cells"])
            assert given.shown_step is None
            at = after(at, given.step)
        assert at.marks_text

    def test_names_the_technique_only_at_its_stage(self):
        assert "technique" not in as_json(hint(game(), 1))
        assert as_json(hint(game(), 1, names=True))["technique"] == "hidden-single"

    def test_mistake_takes_the_place_of_a_step(self):
        given = hint(game(values={40: 8}), 3)
        assert given.ending == "mistake"
        assert given.step is None
        assert given.notice.title == "Something in box 5 is not right yet."

    def test_hints_one_after_another_solve_the_puzzle(self):
        at = game(marks={0: "45"})
        while (given := hint(at, 4)).step:
            at = after(at, given.step)
        assert at.values_text == SOLUTION_000
        assert given.ending == "solved"

    def test_starts_from_the_marks_of_the_player(self):
        plain, marked = (hint(game(marks=marks), 3) for marks in ({}, {0: "4"}))
        assert plain.step.technique != "naked single"
        assert marked.step.placed == ((0, 4),)

    def test_keeps_a_removal_as_marks(self):
        at = game(ARTICLE_001)
        while not (given := hint(at, 4)).step.removed:
            at = after(at, given.step)
        following = after(at, given.step)
        assert any(following.marks)
        assert hint(following, 4).step != hint(at, 4).step

    def test_leaves_out_uniqueness_on_several_solutions(self):
        assert hint(game(SEVERAL), 1).ending in ("stuck", "found")
        assert hint(game(NO_SOLUTION), 1).ending in ("none", "mistake")

    def test_works_on_small_boards(self):
        assert hint(game("1230000000000000"), 3).step.placed == ((3, 4),)

    def test_compares_a_limited_number_of_steps(self, monkeypatch):
        many = read_any(MANY_FISH).grid
        climbed, made = named(["finned-mutant-leviathan"]), []
        original = fish._deduction
        monkeypatch.setattr(
            fish, "_deduction", lambda *about: made.append(about) or original(*about)
        )
        assert next_step(Position.of(many), climbed)
        assert MOST_COMPARED < len(made) < 2 * MOST_COMPARED

    def test_ends_with_an_answer_for_an_impossible_puzzle(self):
        assert hint(game(IMPOSSIBLE.replace(".", "0")), 1).ending in (
            "none",
            "mistake",
            "stuck",
            "found",
        )


class TestTexts:
    def test_game_reads_back_from_its_texts(self):
        at = game(values={0: 4}, marks={4: "36", 5: "19"})
        assert Game.read(read_any(ARTICLE_000), at.values_text, at.marks_text) == at

    def test_text_of_the_puzzle_gives_placed_digits_and_marks(self):
        text = ":0000:4:+4" + ARTICLE_000[1:].replace("0", ".") + ":::"
        read = Game.of(read_any(text))
        assert read.own == [0]
        assert read.grid.text == ARTICLE_000

    @pytest.mark.parametrize(
        ("values", "marks", "message"),
        [
            ("12", None, "values must have 81 characters for a 9×9 board, not 2"),
            ("1" * 81, None, "r1c2 is 2 in the puzzle, and cannot be 1"),
            ("x" + "0" * 80, None, "r1c1 contains 'x'"),
            (None, "1.2", "marks must have 81 cells"),
            (None, "!" + "." * 80, "r1c1 contains '!'"),
        ],
    )
    def test_invalid_text_raises_with_its_fault(self, values, marks, message):
        with pytest.raises(GridError, match=message.replace("(", r"\(")):
            Game.read(read_any(ARTICLE_000), values, marks)


class TestWhy:
    def test_names_the_peer_that_sees_a_candidate(self):
        answer = why(game(), 0, 9)
        assert answer.answer == "seen"
        assert answer.notice.sentences == ("r1c3 is 9, and sees it.",)

    def test_answers_the_easiest_step_that_removes_the_candidate(self):
        answer = why(game(ARTICLE_001), 1, 4)
        assert (answer.answer, answer.step.technique) == ("step", "hidden single")

    def test_counts_the_steps_that_come_first(self):
        answer = why(game(ARTICLE_001), 3, 4)
        assert answer.answer == "later"
        assert answer.notice.sentences[0].startswith("24 easier steps come first")

    def test_names_the_digit_of_the_cell_only_on_request(self):
        assert why(game(), 0, 4).answer == "open"
        assert why(game(), 0, 4, names=True).notice.title == "r1c1 is 4."

    def test_speaks_of_the_mistake_first(self):
        assert why(game(values={40: 8}), 0, 5).answer == "mistake"


COQ = {1: "23", 2: "45", 3: "23", 9: "45"}  # a Sue de Coq of r1c2 and r1c3, r1c4, r2c1


def not_working(puzzle_marks, technique, cells, puzzle=SEVERAL, values=None):
    (rung,) = named([technique])
    answer = why_not(game(puzzle, values=values, marks=puzzle_marks), rung, cells)
    assert not answer.works
    return answer.notice.sentences[0]


class TestTheLastHint:
    """Where no net and no count helps: somebody supposes one thing, and whatever then is left fails."""

    @pytest.fixture(scope="class")
    def hardest(self):
        counting = find_technique("sets")
        puzzle, board = counting.shown_by.split()[0], counting.examples[1].board()
        digits = {cell: mask.bit_length() for cell, mask in enumerate(board.placed) if mask}
        open_cells = [cell for cell in range(81) if cell not in digits]
        marks = {cell: "".join(map(str, digits_of(board.candidates[cell]))) for cell in open_cells}
        return game(puzzle, digits, marks)

    def test_has_a_proved_step_that_all_stages_share(self, hardest):
        shown = [hint(hardest, stage) for stage in (1, 2, 3, 4)]
        assert {each.ending for each in shown} == {"found"}
        assert len({each.step_id for each in shown}) == 1
        assert verify(hardest.position(), shown[2].step)
        parts = shown[2].parts
        assert len(parts) > 1
        assert max(len(part.forced) for part in parts) <= 12
        why_, supposed, *_rest = shown[2].notice.sentences
        assert "because nothing else is left for" in why_
        assert supposed.startswith("Suppose ")

    def test_removes_only_false_candidates(self, hardest):
        (solution,) = hardest.count.solutions
        for cell, mask in hint(hardest, 4).step.removed:
            assert not mask >> (solution[cell] - 1) & 1


class TestWhyNot:
    def test_answers_the_step_if_the_technique_works(self):
        (rung,) = named(["naked-pair"])
        answer = why_not(game(SEVERAL, marks={1: "45", 4: "45"}), rung, [1, 4])
        assert answer.works
        assert answer.step.digits == (4, 5)

    @pytest.mark.parametrize(
        ("technique", "marks", "cells", "reason"),
        [
            (
                "naked-pair",
                {1: "45", 2: "456"},
                [1, 2],
                "r1c3 also contains 6, so these are 3 digits in 2 cells.",
            ),
            ("naked-pair", {1: "45"}, [1], "Choose 2 cells."),
            (
                "naked-pair",
                {1: "45", 40: "45"},
                [1, 40],
                "r1c2 and r5c5 do not lie in one row, column or box.",
            ),
            ("naked-single", {1: "45"}, [1], "r1c2 can still be 4 and 5."),
            ("hidden-pair", {}, [1, 2], "Each digit of r1c2 and r1c3 has another place in row 1."),
            ("pointing", {}, [1, 2], "2 can also go to r2c1 in box 1."),
            ("pointing", {}, [1, 40], "r1c2 and r5c5 do not lie in one box and one line."),
            ("x-wing", {}, [1, 2, 11], "2 can also go to"),
            ("x-wing", {}, [1, 2, 3], "Number of rows: 1, of columns: 3; there must be 2 of each."),
            ("x-wing", {}, [1, 3, 37, 39], "2 can also go to r1c3 in row 1."),
            ("xy-wing", {1: "23", 2: "24", 40: "34"}, [1, 2, 40], "None of the three cells sees"),
            ("xy-wing", {1: "23", 2: "245", 10: "34"}, [1, 2, 10], "r1c3 contains 2, 4 and 5"),
            (
                "w-wing",
                {1: "23", 40: "24"},
                [1, 40],
                "No two of the cells contain the same two digits",
            ),
            ("naked-pair", {}, [0, 1], "r1c1 is already filled with 1."),
            ("skyscraper", {}, [1, 2], "Choose 4 cells."),
            (
                "skyscraper",
                {1: "23", 2: "45"},
                [1, 2, 11, 40],
                "r1c2, r1c3, r2c3 and r5c5 share no",
            ),
            ("x-chain", {}, [1, 2, 40], "No two of the cells are the only places for"),
            ("xy-chain", {1: "23", 2: "245"}, [1, 2], "r1c3 contains 2, 4 and 5"),
            ("xy-chain", {1: "23", 2: "45", 3: "45"}, [1, 2, 3], "r1c2 shares no candidate with a"),
            ("xy-chain", {1: "23", 2: "45"}, [1, 2], "No step of this technique has just"),
            ("remote-pair", {1: "23", 2: "24"}, [1, 2], "The cells contain 2, 3 and 4; all must"),
            ("aic", {}, [1, 40, 41], "r1c2 sees none of the other cells."),
            ("als-xz", {}, [1, 2, 40], "The cells are not two sets of a unit"),
            ("als-xz", {1: "23", 2: "234", 10: "24"}, [1, 2], "Choose at least three cells."),
            ("sue-de-coq", {}, [1, 40], "The cells have to lie in a box and a line"),
            (
                "sue-de-coq",
                COQ | {2: "34"},
                COQ,
                "r1c2 and r1c3 contain 3 digits; there must be two",
            ),
            ("sue-de-coq", COQ, [1, 2, 3], "Besides r1c2 and r1c3, choose cells of the rest"),
            ("sue-de-coq", COQ | {9: "67"}, COQ, "r2c1 must contain a digit of r1c2 and r1c3"),
            ("sue-de-coq", COQ | {9: "35"}, COQ, "r1c4 and r2c1 share 3, and may share no"),
            (
                "sue-de-coq",
                COQ | {9: "456"},
                COQ,
                "The 4 cells contain 5 digits; the numbers must be equal.",
            ),
            (
                "sue-de-coq",
                COQ | {3: "236", 9: "456"},
                COQ,
                "The 4 cells contain 6 digits, counting 6",
            ),
            ("finned-x-wing", {}, [1, 2, 28, 29], "They have no fin: 2 rows and as many"),
            ("finned-x-wing", {}, [1, 2, 28, 29, 30], "2 can also go to r1c4 in row 1."),
            ("forcing-net-verity", {}, [1, 40], "r1c2 and r5c5 do not lie in one row"),
        ],
    )
    def test_names_the_first_condition_that_fails(self, technique, marks, cells, reason):
        assert not_working(marks, technique, cells).startswith(reason)

    @pytest.mark.parametrize(
        ("technique", "reason"),
        [
            (
                "bivalue-universal-grave-1",
                "open cells have more than two candidates; there must be",
            ),
            ("hidden-rectangle", "Choose 4 cells."),
        ],
    )
    def test_names_the_failing_condition_of_uniqueness_techniques(self, technique, reason):
        (rung,) = named([technique])
        answer = why_not(game(ARTICLE_001), rung, game(ARTICLE_001).open_cells[:1])
        assert reason in answer.notice.sentences[0]

    def test_rejects_uniqueness_techniques_on_several_solutions(self):
        assert "one solution" in not_working({}, "uniqueness-test-1", [1, 2, 10, 11])


@pytest.mark.parametrize("rung", list(rungs().values()), ids=lambda rung: rung.technique)
def test_each_technique_has_a_family_for_hints(rung):
    assert str(families()[rung.technique].title)


class TestWhereToLook:
    def test_names_at_most_two_units_or_four_cells(self):
        for position in (ARTICLE_000, MANY_FISH, ALESCARGOT):
            playing = Game.of(read_any(position))
            path = list(steps_along(playing.grid, is_unique=True))  # or each hint looks for it anew
            while (given := hint(playing, 2, path=path)).step:
                area = given.area
                assert area.units or area.cells
                assert len(area.units) <= 2
                assert len(area.cells) <= 4
                playing = after(playing, given.step)

    def test_lines_of_a_fish_are_named(self):
        given = hint(game(MANY_FISH), 2, chosen=named(["x-wing", "swordfish", "jellyfish"]))
        bases = {unit for part in given.step.parts_of(Role.BASES) for unit in part}
        assert set(given.area.units) <= bases

    def test_without_marks_a_place_in_a_box_is_seen_first(self):
        given = hint(game(), 3)
        assert given.step.technique == "hidden single"
        assert game().geometry.units[given.step.unit].kind == "box"

    def test_a_cell_with_one_digit_comes_first_with_marks_alone(self):
        digits = right(20)
        marks = {34: "4", 61: "8", 68: "8"}
        without, marked = game(values=digits), game(values=digits, marks=marks)
        assert hint(without, 3).step.technique == "hidden single"
        assert hint(marked, 3).step.technique == "naked single"


def on_diagonals(names: str, digit: int) -> Hint:
    """The hint where a digit of the first diagonal has these places alone."""
    shape = parse("9x9 diagonals")
    here = Game(Grid(shape, (0,) * 81), (0,) * 81, (0,) * 81)
    position = here.position()
    diagonal = here.geometry.unit_at("diagonal 1")
    for cell in here.geometry.units[diagonal].cells:
        if here.geometry.cell_names[cell] not in names.split():
            position.remove(cell, digit)
    rung = rungs()["pointing"]
    found = next(each for each in rung.find(position) if each.unit == diagonal)
    checked = check(here, thorough=False)
    return Hint(here, WHERE, False, checked, "found", rung, found.step(position))


def test_locked_candidates_name_the_two_units_that_cross():
    (said,) = on_diagonals("r1c1 r2c2", 1).notice.sentences
    assert said == "Diagonal 1 and box 1 cross, and one digit is locked in there."


def test_locked_candidates_name_no_crossing_where_there_is_none():
    (said,) = on_diagonals("r2c2 r5c5", 1).notice.sentences
    assert "see the same cell" in said
