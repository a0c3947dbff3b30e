"""The statement that did what a step of a story did, for pages that show both."""

from solver.engine.core.proof import Argument, SetCount
from solver.engine.core.steps import Step
from solver.engine.techniques.events import CONTRADICTION, FORK, GUESS, JOIN, LINES
from solver.engine.techniques.locked import claiming, pointing
from solver.engine.techniques.singles import hidden_single, naked_single, placed_digit
from solver.engine.techniques.subsets import complete_match, enclosed_combo, partial_match

from .sql_rules import SqlRule, rules

BY_TECHNIQUE = {
    placed_digit.technique.name: "placed_digit",
    naked_single.technique.name: "naked_single",
    hidden_single.technique.name: "hidden_single",
    claiming.technique.name: "claiming",
    pointing.technique.name: "pointing",
    complete_match.technique.name: "complete_match",
    partial_match.technique.name: "partial_match",
    enclosed_combo.technique.name: "enclosed_combo",
    CONTRADICTION: "check",
    GUESS: "guess",
    FORK: "fork",
    JOIN: "join",
}
PUSHED = (naked_single.technique.name, hidden_single.technique.name)


def rule_of(method: str, step: Step, steps: tuple[Step, ...]) -> SqlRule | None:
    """Return the SQL rule that found `step`, one of the `steps` of its iteration, or None.

    For a step of the ladder, also as part of `best`, return the rule that checks its proof. `method` is the
    name of the solve's method.
    """
    name = BY_TECHNIQUE.get(step.technique)
    if argument := first_argument(step):  # only the ladder proves its steps
        name = "count_sets" if isinstance(argument, SetCount) else "replay"
    if method == "branches" and step.technique in PUSHED:
        name = "push"
    if method == "combos" and step.technique == CONTRADICTION:
        name = "enclosed_combo"
    if step.technique == LINES:
        name = "count_lines" if _are_counted(steps) else "agree"
    return rules().get(name or "")


def first_argument(step: Step) -> Argument | None:
    """Return the first argument of a step's proof, or None without a proof."""
    return next(iter(step.arguments), None)


def _are_counted(steps: tuple[Step, ...]) -> bool:
    """Return whether the steps count the lines. Otherwise they filter them.

    Lines are counted before any is removed. The counts of a step differ if more lines only add up.
    """
    return not any(step.removed for step in steps) and any(
        len(set(step.counts)) > 1 or len(step.counts) == 1 for step in steps
    )
