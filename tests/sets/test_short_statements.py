"""The short statements of single steps: PostgreSQL finds by them what the step found, and nothing true."""

import itertools

import pytest
from django.db import connection
from puzzles import ARTICLE_000, ARTICLE_001

from solver import engine
from solver.engine.core.board import Board
from solver.engine.core.position import Position, carry_out
from solver.engine.exact import enumerate_solutions
from solver.puzzles import starters
from solver.sets.proof import cell_and_digit, made_false
from solver.sets.short_statement import WIDTH, candidate_table, short_statement
from solver.sets.step_statements import first_argument

pytestmark = pytest.mark.django_db

SWORDFISH = "500007620000200005004060100080000006350701048400000010003070500800009000062500007"


def story_of(grid, **options):
    """Each board of a ladder's story with the next step."""
    position = Position.of(grid)
    for iteration in itertools.islice(engine.Solving(grid, "ladder", options), 1, None):
        for step in iteration.steps:
            pairs = zip(position.values, position.marks, strict=True)
            yield [1 << value - 1 if value else mark for value, mark in pairs], step
            carry_out(position, step)


def rows_of(*statements):
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS candidate")
        for statement in statements:
            cursor.execute(statement)
        return cursor.fetchall()


OF_SHAPES = [
    "Diagonals, no. 4",
    "Jigsaw, no. 4",
    "Windows, no. 3",
    "6×6, no. 4",
    "Anti-knight, no. 4",
]


@pytest.mark.parametrize("puzzle", [ARTICLE_000, ARTICLE_001, SWORDFISH, *OF_SHAPES])
def test_statement_of_every_step_finds_what_the_step_found(puzzle):
    grids = {starter.title: starter.grid for starter in starters.OF_SHAPES}
    grid = grids.get(puzzle) or engine.read(puzzle)
    geometry, solution = grid.geometry, enumerate_solutions(grid, limit=1).solutions[0]
    seen = set()
    for masks, step in story_of(grid):
        statement, argument = short_statement(geometry, masks, step), first_argument(step)
        if statement is None:
            continue
        board = candidate_table(geometry, masks)
        assert all(len(line) <= WIDTH + 8 for line in statement.text.splitlines()), statement.text
        if step.placed:
            [(cell, digit)] = step.placed
            found = {tuple(map(str, row)) for row in rows_of(board, statement.text)}
            name = geometry.cell_names[cell]
            assert (name, str(digit)) in found or (str(digit), name) in found, statement.text
        else:
            found = set(rows_of(board, statement.text))
            false = {
                cell_and_digit(geometry, c) for c in made_false(Board(geometry, masks), argument)
            }
            assert {(geometry.cell_names[c], digit) for c, digit in false} <= found, statement.text
            true = zip(geometry.cell_names, solution, strict=True)
            assert not found & set(true), statement.text
        if statement.rows:
            first = statement.text.partition(")\nSELECT")[0].partition("),\n")[0]
            grouped = rows_of(board, f"{first})\nSELECT * FROM place")
            told = {row.item: set(row.values) for row in statement.rows}
            assert told == {item: set(values) for item, values in grouped}
            assert any(row.is_used for row in statement.rows)
        seen.add((step.technique, bool(statement.rows)))
    assert len(seen) > 3, seen
