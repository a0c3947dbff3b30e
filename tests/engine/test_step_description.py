"""What a step says is worked out once, in the language of that moment."""

from dataclasses import replace

import pytest
from puzzles import ARTICLE_000

from solver.engine import read, solve, techniques
from solver.engine.core import i18n
from solver.engine.core.geometry import geometry_of
from solver.engine.core.steps import Iteration, Step
from solver.engine.techniques.catalogue import explainers
from solver.engine.techniques.description import describe_iteration, describe_step
from solver.engine.techniques.rungs import rungs

NINE = geometry_of(3)
CHAINED = "400005003700060080000000020020009000130080400009000500060000040050070060000100200"
COMBO = Step("enclosed combo", 1, (9, 10), 0b1100, (), ((11, 0b0100), (12, 0b1100)))


def steps_of(puzzle, method):
    return [step for each in solve(read(puzzle), method).iterations for step in each.steps]


@pytest.fixture
def shouting():
    translator = i18n._translator
    i18n.set_translator(replace(translator, gettext=lambda message: f"<{message}>"))
    yield
    i18n.set_translator(translator)


def test_title_names_rule_set_and_unit():
    described = describe_step(NINE, COMBO)
    assert described.technique == "enclosed combo"
    assert described.rule == "Enclosed combo {3, 4}"
    assert described.title == "Enclosed combo {3, 4} in row 2"


def test_title_of_a_guess_has_no_unit():
    described = describe_step(NINE, Step("guess", None, (0,), 0b11, ((0, 1),)))
    assert described.title == "Guess"
    assert (described.unit, described.where) == (None, "")
    assert described.done == ["r1c1=1"]


def test_each_removed_candidate_has_its_own_note():
    assert describe_step(NINE, COMBO).done == ["r2c3<>3", "r2c4<>3", "r2c4<>4"]


def test_iteration_counts_placed_digits_and_removed_candidates():
    single = Step("hidden single", 0, (0,), 1, ((0, 1),))
    described = describe_iteration(NINE, Iteration(7, (COMBO, single), (0,) * 81))
    assert (described.number, described.placed, described.removed) == (7, 1, 3)


def test_description_keeps_the_language_of_its_making(shouting):
    described = describe_step(NINE, COMBO)
    i18n.set_translator(i18n.Translator())
    assert described.technique == "<enclosed combo>"
    answer = described.as_json(NINE)
    assert (answer["technique"], answer["unit"]) == ("enclosed combo", "row 2")


def test_only_proved_steps_have_clauses_and_sets():
    described = [describe_step(NINE, step) for step in steps_of(CHAINED, "ladder")]
    assert all(bool(each.sets) is (each.step.technique in rungs()) for each in described)
    assert any(each.clauses for each in described)
    joined = [step for step in steps_of(ARTICLE_000, "joins") if step.counts]
    assert joined
    assert not any(describe_step(NINE, step).sets for step in joined)


def test_detail_limits_what_gets_described():
    step = next(step for step in steps_of(CHAINED, "ladder") if describe_step(NINE, step).clauses)
    facts, title, sets = (describe_step(NINE, step, each) for each in ("facts", "title", "sets"))
    assert [bool(each.why) for each in (facts, title, sets)] == [True, True, True]
    assert [bool(each.title) for each in (facts, title, sets)] == [False, True, True]
    assert [bool(each.sets) for each in (facts, title, sets)] == [False, False, True]
    assert not any(each.clauses for each in (facts, title, sets))


def test_only_the_chosen_step_has_clauses():
    step = next(step for step in steps_of(CHAINED, "ladder") if describe_step(NINE, step).clauses)
    twice = describe_iteration(NINE, Iteration(1, (step, step), (0,) * 81), chosen=2).steps
    assert [bool(each.clauses) for each in twice] == [False, True]


def test_every_technique_and_rung_has_an_explanation():
    assert {*techniques(), *rungs()} <= {*explainers()}


def test_sets_say_which_candidates_are_true_and_what_a_placement_removes():
    texts = {describe_step(NINE, step).sets for step in steps_of(CHAINED, "ladder")}
    single = [
        text for text in texts if text.startswith("1 truth (one of its candidates is true): ")
    ]
    assert any("; 1 link (at most one of its candidates is true): " in text for text in single)
    assert any(" so a candidate in more links than truths is false." in text for text in texts)
    assert any(text.endswith(" is then removed from its row, column and box.") for text in single)
    assert any(" that is in at least 2 more links than truths is false." in text for text in texts)
