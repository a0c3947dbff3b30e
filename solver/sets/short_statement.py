"""A short statement for one step of the ladder, over a table of candidates, and the rows that it groups.

It reads `candidate (cell, row, col, box, digit)`, with `region` in a jigsaw. Subsets, fish, pointing and
claiming are one pattern: some items have as few values between them as there are items. Other counting proofs
weigh their truths and links. A unit that is no column of the table, such as a diagonal, is its cells.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import gettext
from solver.engine.core.proof import SetCount, digit_and_unit
from solver.engine.core.shape import Cells
from solver.engine.core.steps import Step
from solver.engine.techniques.wording import say_number_of

from .step_statements import first_argument

WIDTH = 54  # characters that a phone has room for
MOST_ITEMS = 4  # of a pattern
COLUMNS = {"row": "row", "column": "col", "box": "box", "region": "region"}
Value = int | str


class GroupedRow(NamedTuple):
    item: Value
    values: list[Value]
    is_used: bool  # by the step


class ShortStatement(NamedTuple):
    """A statement, and the rows of its first relation: `names` are their columns. Weights have no such rows."""

    text: str
    names: tuple[str, str] = ("", "")
    rows: Sequence[GroupedRow] = ()


class _Pattern(NamedTuple):
    """Items with few values among the candidates that `where` selects, such as rows with few columns for 8."""

    where: str
    item: str
    value: str
    used: list[Value]
    comment: str
    cells: Cells = ()  # of the unit that `where` selects, if it selects one


def short_statement(
    geometry: Geometry, candidates: Sequence[int], step: Step
) -> ShortStatement | None:
    """Return the short statement of a step on these candidates, masks of cells.

    Return None if the step has no counting proof.
    """
    argument = first_argument(step)
    if not isinstance(argument, SetCount):
        return None
    pattern = _pattern_of(geometry, argument, is_placing=bool(step.placed))
    if pattern is None:
        return ShortStatement(_weighing(geometry, argument))
    text = _placing(pattern) if step.placed else _removing(pattern, len(argument.truths))
    rows = list(_grouped(geometry, candidates, pattern))
    return ShortStatement(text, (pattern.item, f"{pattern.value}s"), rows)


def candidate_table(geometry: Geometry, candidates: Sequence[int]) -> str:
    """Return the statement that makes the table `candidate` from masks of cells."""
    size, shape = geometry.size, geometry.shape
    masks = "\n  ".join(wrap(", ".join(map(str, candidates)), WIDTH))
    part = ""
    if shape.boxes:
        rows, columns = shape.boxes
        part = f"\n  (row - 1) / {rows} * {size // columns} + (col - 1) / {columns} + 1 AS box,"
    elif shape.regions:
        numbers = "\n    ".join(wrap(", ".join(str(n + 1) for n in shape.regions), WIDTH))
        part = f"\n  (ARRAY[\n    {numbers}])[nth] AS region,"
    return f"""\
CREATE TEMP TABLE candidate AS
SELECT format('r%sc%s', row, col) AS cell, row, col,{part} digit
FROM unnest(ARRAY[
  {masks}
]) WITH ORDINALITY AS board (mask, nth),
LATERAL (SELECT (nth::int - 1) / {size} + 1 AS row,
  (nth::int - 1) % {size} + 1 AS col) AS place,
generate_series(1, {size}) AS digit
WHERE mask >> (digit - 1) & 1 = 1;"""  # noqa: S608, shown only


# --- Items and their values ---------------------------------------------------------------------------


def _pattern_of(geometry: Geometry, count: SetCount, is_placing: bool) -> _Pattern | None:
    """Return the pattern of a proof without slack, or None."""
    truths, links = _Sets(geometry, count.truths), _Sets(geometry, count.links)
    if count.guardians or (not is_placing and len(count.truths) != len(count.links)):
        return None
    if is_placing and len(count.truths) == 1:
        if truths.cells:
            return _Pattern("", "cell", "digit", truths.cells, gettext("what each cell can be"))
        return _hidden(truths)
    if len(count.truths) > MOST_ITEMS:
        return None
    if truths.cells and links.units and len(links.units) == len(set(links.digits)):
        where = links.only_unit
        cells = [geometry.cell_names[cell] for cell in links.members]
        if where and {*truths.cells} <= {*cells}:
            comment = gettext("what each cell can be")
            return _Pattern(where, "cell", "digit", truths.cells, comment, links.members)
    if truths.units and links.cells and truths.only_unit:
        return _hidden(truths)
    if truths.only_digit and truths.only_digit == links.only_digit:
        digit, item, value = truths.only_digit, truths.only_kind, links.only_kind
        if item and value and item != value:
            comment = gettext("where {digit} can still go", digit=digit)
            return _Pattern(f"digit = {digit}", item, value, truths.numbers, comment)
    return None


def _hidden(truths: "_Sets") -> _Pattern:
    comment = gettext("where each digit can go")
    return _Pattern(truths.only_unit, "digit", "cell", [*truths.digits], comment, truths.members)


class _Sets:
    """The sets of a proof on one side: cells, or digits in units."""

    def __init__(self, geometry: Geometry, numbers: Iterable[int]) -> None:
        meant = [(number, digit_and_unit(geometry, number)) for number in numbers]
        self.cells: list[Value] = [geometry.cell_names[n] for n, pair in meant if pair is None]
        pairs = [pair for _number, pair in meant if pair] if not self.cells else []
        if self.cells and any(pair for _number, pair in meant):
            self.cells = []  # of both kinds: no pattern
        self.digits = [digit for digit, _unit in pairs]
        self.units = [geometry.links[unit] for _digit, unit in pairs]
        self.names = geometry.cell_names
        self.numbers: list[Value] = [unit.number for unit in self.units]
        self.members = self.units[0].cells if self.units else ()

    @property
    def only_digit(self) -> int:
        return self.digits[0] if len(set(self.digits)) == 1 else 0

    @property
    def only_kind(self) -> str:
        kinds = {unit.kind for unit in self.units}
        return COLUMNS.get(kinds.pop(), "") if len(kinds) == 1 else ""

    @property
    def only_unit(self) -> str:
        """The condition of the only unit of all sets, or blank."""
        if len({(unit.kind, unit.number) for unit in self.units}) != 1:
            return ""
        unit = self.units[0]
        if unit.kind in COLUMNS:
            return f"{COLUMNS[unit.kind]} = {unit.number}"
        return _within("cell", [f"'{self.names[cell]}'" for cell in unit.cells])


def _grouped(
    geometry: Geometry, candidates: Sequence[int], pattern: _Pattern
) -> Iterable[GroupedRow]:
    """Yield the rows of the relation `place`, the items ascending."""
    groups: dict[Value, set[Value]] = {}
    cells = pattern.cells if pattern.where and pattern.cells else range(geometry.cell_count)
    for cell in cells:
        units = (geometry.units[unit] for unit in geometry.units_of[cell])
        facts: dict[str, Value] = {
            COLUMNS[unit.kind]: unit.number for unit in units if unit.kind in COLUMNS
        }
        facts["cell"] = geometry.cell_names[cell]
        for digit in digits_of(candidates[cell]):
            facts["digit"] = digit
            if pattern.where in ("", f"digit = {digit}") or pattern.cells:
                groups.setdefault(facts[pattern.item], set()).add(facts[pattern.value])
    for item in sorted(groups, key=str if pattern.item == "cell" else int):
        values = sorted(groups[item], key=str if pattern.value == "cell" else int)
        yield GroupedRow(item, values, item in pattern.used)


def _place(pattern: _Pattern) -> list[str]:
    item, value = pattern.item, pattern.value
    distinct = "DISTINCT " if {"box", "region"} & {item, value} else ""
    where = f" WHERE {pattern.where}" if pattern.where else ""
    if len(where) > WIDTH - 20:
        where = "\n    ".join(["", *wrap(where.strip(), WIDTH - 4)]) + "\n "
    return [
        f"WITH place AS (  -- {pattern.comment}",
        *_fitted(f"  SELECT {item},", f"array_agg({distinct}{value} ORDER BY {value}) AS {value}s"),
        f"  FROM candidate{where} GROUP BY {item})",
    ]


def _placing(pattern: _Pattern) -> str:
    item, value = pattern.item, pattern.value
    return "\n".join(
        [
            *_place(pattern),
            f"SELECT {item}, {value}s[1] AS {value}  -- {gettext('only one is left')}",
            f"FROM place WHERE cardinality({value}s) = 1;",
        ]
    )


def _removing(pattern: _Pattern, count: int) -> str:
    item, value = pattern.item, pattern.value
    others = f"  -- {gettext('what the others lose')}"
    where = f" ON k.{pattern.where}"
    if len(where) > WIDTH - 30:
        where = "\n    ".join(["", *wrap(where.strip(), WIDTH - 4)])
    if count == 1:
        return "\n".join(
            [
                *_place(pattern),
                f"SELECT k.cell, k.digit{others}",
                f"FROM place JOIN candidate k{where}",
                f" AND k.{value} = place.{value}s[1] AND k.{item} <> place.{item}",
                f"WHERE cardinality(place.{value}s) = 1;",
            ]
        )
    letters = "abcd"[:count]
    place = _place(pattern)
    joins = [f"JOIN place {b} ON {b}.{item} > {a}.{item}" for a, b in pairwise(letters)]
    joins = [f"  FROM place a {joins[0]}", *(f"               {join}" for join in joins[1:])]
    joins[-1] += ","
    few = gettext("{count} with only {count} between them", count=say_number_of(count))
    found = f"ARRAY[{', '.join(f'{a}.{item}' for a in letters)}] AS {item}s,"
    together = f"FROM unnest({' || '.join(f'{a}.{value}s' for a in letters)})"
    return "\n".join(
        [
            *place[:-1],
            f"{place[-1]},",
            f"found AS (  -- {few}",
            *_fitted(f"  SELECT {found}", f"u.{value}s"),
            *joins,
            f"  LATERAL (SELECT array_agg(DISTINCT {value}) AS {value}s",
            *_fitted(f"    {together}", f"AS {value}) u"),
            f"  WHERE cardinality(u.{value}s) = {count})",
            f"SELECT k.cell, k.digit{others}",
            f"FROM found JOIN candidate k{where}",
            f" AND k.{value} = ANY (found.{value}s)",
            f" AND k.{item} <> ALL (found.{item}s);",
        ]
    )


def _fitted(start: str, end: str) -> list[str]:
    """Return both on one line, or on two if they do not fit."""
    line = f"{start} {end}"
    return [line] if len(line) <= WIDTH else [start, f"      {end}"]


# --- Weights ------------------------------------------------------------------------------------------


def _weighing(geometry: Geometry, count: SetCount) -> str:
    """Return the statement that adds 1 for each link and takes 1 away for each truth that has a candidate."""
    guardians = [
        f"('{geometry.cell_names[c % geometry.cell_count]}', {c // geometry.cell_count + 1})"
        for c in count.guardians
    ]
    truths, links = gettext("truths"), gettext("links")
    parts = [
        *_selections(-1, truths, _conditions(geometry, count.truths)),
        *_selections(-1, truths, [_within("(cell, digit)", guardians)] if guardians else []),
        *_selections(1, links, _conditions(geometry, count.links)),
    ]
    rank = len(count.links) - len(count.truths) - bool(count.guardians)
    return (
        "WITH held (adds, cell, digit) AS (\n"
        + "\n  UNION ALL\n".join(parts)
        + ")\nSELECT cell, digit FROM held GROUP BY cell, digit\n"
        + f"HAVING sum(adds) > {rank};  -- {gettext('links minus truths')}"
    )


def _selections(weight: int, name: str, conditions: list[str]) -> Iterable[str]:
    for condition in conditions:
        where = "\n    ".join(wrap(f"WHERE {condition}", WIDTH - 4))
        yield f"  SELECT {weight}, cell, digit FROM candidate  -- {name}\n    {where}"  # noqa: S608, shown only


def _conditions(geometry: Geometry, numbers: Sequence[int]) -> list[str]:
    """Return conditions that select the sets' candidates, as often as a set is named."""
    conditions: list[str] = []
    left = Counter(numbers)
    while left:
        groups: dict[tuple[str, int], list[str]] = {}
        for number in sorted(left):
            meant = digit_and_unit(geometry, number)
            if meant is None:
                groups.setdefault(("cell", 0), []).append(f"'{geometry.cell_names[number]}'")
            else:
                unit = geometry.links[meant[1]]
                if unit.kind in COLUMNS:
                    groups.setdefault((COLUMNS[unit.kind], meant[0]), []).append(str(unit.number))
                else:  # apart, as a cell may be in several of these
                    names = [f"'{geometry.cell_names[cell]}'" for cell in unit.cells]
                    conditions.append(f"digit = {meant[0]} AND {_within('cell', names)}")
        for (column, digit), members in groups.items():
            digits = f"digit = {digit} AND " if digit else ""
            conditions.append(digits + _within(column, members))
        left -= Counter(set(left))
    return conditions


def _within(column: str, members: list[str]) -> str:
    return (
        f"{column} = {members[0]}" if len(members) == 1 else f"{column} IN ({', '.join(members)})"
    )
