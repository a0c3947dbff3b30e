"""The proof of a step: a table of its sets, with truths as rows and links as columns, or its replay."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, ngettext

from solver.boards.drawing import members_of
from solver.boards.step_drawing import has_few_sets
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import ALPHABET, say_cells, say_digits
from solver.engine.core.masks import mask_of, masks
from solver.engine.core.proof import Replay, ReplayBranch, SetCount, digit_and_unit
from solver.engine.core.steps import Step, candidate_numbers
from solver.engine.techniques.proof_text import reasons_of
from solver.engine.techniques.wording import (
    say_candidates,
    say_count_of,
    say_kinds,
    say_set_of,
    say_size,
)

MOST_OTHERS = 5  # inequalities besides the first
MOST_LINES = 80  # of a replay
MOST_NAMED = 4  # columns of a table that have room for their names, on a phone too


def build_proof_context(geometry: Geometry, step: Step, before: tuple[int, ...]) -> dict[str, Any]:
    """Return the proof of a step for its page, as a table or as the lines of a replay.

    The step must have a proof. `before` are the candidates on which it was found, a mask a cell.
    """
    arguments = step.arguments
    counts = [argument for argument in arguments if isinstance(argument, SetCount)]
    replays = [argument for argument in arguments if isinstance(argument, Replay)]
    sets = _Candidates(geometry, set(candidate_numbers(geometry, enumerate(before))))
    is_table = bool(counts) and has_few_sets(counts[0])
    others = [say_count_of(geometry, count) for count in counts[is_table:]]
    lines = list(_lines(sets, replays[0])) if replays else []
    if len(replays) > 1:
        others += [
            _("%(name)s fails in the same way, by a proof of its own.")
            % {"name": sets.say(replay.assumed)}
            for replay in replays[1:]
        ]
    return {
        "title": say_size(counts[0]) if counts else _("Replayed"),
        "note": _note(counts[0], is_table)
        if counts
        else _("The assumption ends with a set that has no candidate left."),
        "columns": _columns(geometry, counts[0]) if is_table else [],
        # More columns than have room for their names.
        "is_wide": is_table and len(counts[0].links) > MOST_NAMED,
        "rows": list(_rows(sets, step, counts[0])) if is_table else [],
        "others": others[:MOST_OTHERS],
        "more_others": max(0, len(others) - MOST_OTHERS),
        "lines": lines[:MOST_LINES],
        "more_lines": max(0, len(lines) - MOST_LINES),
    }


class _Candidates(NamedTuple):
    """The candidates of a board, of which a set of a proof has some."""

    geometry: Geometry
    numbers: set[int]

    def of(self, number: int) -> set[int]:
        return members_of(self.geometry, self.numbers, number)

    def say(self, candidate: int) -> str:
        return say_candidates(self.geometry, (candidate,))


# --- The table ----------------------------------------------------------------------------------------


def _note(count: SetCount, is_table: bool) -> str:
    if not is_table:
        return ""
    more = len(count.links) - len(count.truths) - bool(count.guardians) + 1
    sentences = [
        _("Each row must be filled, each column has room for one."),
        ngettext(
            "So a candidate that is in more columns than rows is false.",
            "So a candidate that is in at least %(count)s more columns than rows is false.",
            more,
        )
        % {"count": more},
    ]
    if any(times for _number, times in _once(count, (*count.truths, *count.links))):
        sentences.append(_("A row or column with ×n counts n times."))
    return " ".join(sentences)


def _once(count: SetCount, numbers: Sequence[int]) -> Sequence[tuple[int, str]]:
    """Return sets with how often each counts. In a small table a set stands as often as it counts."""
    if len(count.links) <= MOST_NAMED:
        return [(number, "") for number in numbers]
    return [(n, f"×{times}" if times > 1 else "") for n, times in Counter(numbers).items()]


def _columns(geometry: Geometry, count: SetCount) -> list[dict[str, Any]]:
    return [
        {"name": say_set_of(geometry, number), "short": _short(geometry, number), "times": times}
        for number, times in _once(count, count.links)
    ]


def _short(geometry: Geometry, number: int) -> str:
    """Return the name of a set in short: `r2c7`, or `4b3` for a digit in a row, column or box."""
    meant = digit_and_unit(geometry, number)
    if meant is None:
        return geometry.cell_names[number]
    unit = geometry.links[meant[1]]
    if unit.kind not in ("row", "column", "box"):
        return say_set_of(geometry, number)
    return f"{ALPHABET[meant[0]]}{unit.kind[0]}{unit.number}"


def _rows(sets: _Candidates, step: Step, count: SetCount) -> Iterator[dict[str, Any]]:
    geometry = sets.geometry
    for number, times in _once(count, count.truths):
        places = _places(sets, count, sets.of(number))
        yield {"name": say_set_of(geometry, number), "places": places, "times": times}
    if count.guardians:
        places = _places(sets, count, set(count.guardians), are_named=True)
        yield {"name": _("one guardian"), "places": places}
    for cell, mask in step.removed:
        for digit in digits_of(mask):
            candidate = (digit - 1) * geometry.cell_count + cell
            places = _places(sets, count, {candidate})
            if any(places):
                yield {
                    "name": geometry.cell_names[cell],
                    "places": places,
                    # The digit of a false candidate in the cell `name`.
                    "false_digit": ALPHABET[digit],
                }


def _places(
    sets: _Candidates, count: SetCount, members: set[int], are_named: bool = False
) -> list[list[dict[str, Any]]]:
    """Return the members in each link. They show their cells if there are several, in more than one cell."""
    names, cells = sets.geometry.cell_names, sets.geometry.cell_count
    places = []
    for link, _often in _once(count, count.links):
        inside = sorted(members & sets.of(link))
        is_named = are_named or len({candidate % cells for candidate in inside}) > 1
        places.append(
            [
                {"digit": ALPHABET[c // cells + 1], "cell": names[c % cells], "is_named": is_named}
                for c in inside
            ]
        )
    return places


# --- The replay ---------------------------------------------------------------------------------------


def _lines(sets: _Candidates, replay: Replay) -> Iterator[tuple[Any, ...]]:
    yield (0, _("Assume %(name)s.") % {"name": sets.say(replay.assumed)})
    yield from _of_branch(sets, (replay.assumed,), replay.branch, 0)


def _of_branch(
    sets: _Candidates, earlier: tuple[int, ...], branch: ReplayBranch, depth: int
) -> Iterator[tuple[Any, ...]]:
    """Yield the lines of a branch. `earlier` are the candidates that are true in it before its own."""
    geometry, left = sets.geometry, mask_of(sets.numbers)
    facts_of_board = masks(geometry.shape)
    for reason in reasons_of(facts_of_board, left, earlier, branch.forced):
        yield (depth, f"{sets.say(reason.candidate)}: {reason.say(geometry)}.")
    earlier += branch.forced
    name = say_set_of(geometry, branch.ending)
    if branch.pattern:
        cells, digits = branch.pattern
        facts = {
            "cells": say_cells(geometry, sorted(cells)),
            "digits": say_digits(sum(1 << digit - 1 for digit in digits)),
        }
        yield (depth, _("From here on only %(cells)s matter, with the digits %(digits)s.") % facts)
        places = {(digit - 1) * geometry.cell_count + cell for digit in digits for cell in cells}
        sets, earlier = _Candidates(geometry, places), ()
    if branch.counted:
        facts = {"count": say_kinds(geometry, branch.counted), "set": name}
        yield (depth, _("Counted: %(count)s. No candidate is left for %(set)s.") % facts)
        return
    if not branch.branches:
        yield (depth, _("No candidate is left for %(set)s.") % {"set": name})
        return
    yield (depth, _("One of these is true: %(set)s.") % {"set": name})
    left = facts_of_board.after(mask_of(sets.numbers), earlier)
    alternatives = sorted(each for each in sets.of(branch.ending) if left >> each & 1)
    for candidate, following in zip(alternatives, branch.branches, strict=False):
        if following.like:
            facts = {
                "name": sets.say(candidate),
                "other": sets.say(alternatives[following.like.branch]),
            }
            yield (
                depth + 1,
                _("With %(name)s: like %(other)s, only the digits have other names.") % facts,
            )
            continue
        yield (depth + 1, _("With %(name)s:") % {"name": sets.say(candidate)})
        yield from _of_branch(sets, (*earlier, candidate), following, depth + 1)
