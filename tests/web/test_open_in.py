"""A visitor goes on with a puzzle in another program, from the page of a puzzle or of a solve."""

import re
from html import unescape

import pytest
from puzzles import ARTICLE_000

from solver import engine
from solver.engine.core.steps import pack
from solver.models import Puzzle, Solve

pytestmark = pytest.mark.django_db
ALL = ["SudokuPad", "sudoku.coach", "SudokuWiki", "f-puzzles", "puzz.link"]
MARKS = "1 234 234 234 " + "1234 " * 12


def links(answer):
    """The sites that a page offers, with what each address reads as."""
    found = re.findall(
        r'<a href="([^"]*)" rel="external noopener noreferrer">([^<]*)</a>', answer.content.decode()
    )
    return {site: engine.read(unescape(href)) for href, site in found}


def test_puzzle_page_links_every_program(client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, is_published=True)
    found = links(client.get(puzzle.get_absolute_url()))
    assert list(found) == ALL
    assert {grid.text for grid in found.values()} == {ARTICLE_000}


def test_solve_page_links_every_program(client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    solve = Solve.objects.create(puzzle=puzzle, method="combos")
    assert list(links(client.get(solve.get_absolute_url()))) == ALL


def test_links_leave_out_programs_without_the_size_or_marks(client):
    marks = engine.read(MARKS).marks
    puzzle = Puzzle.objects.create(givens="0" * 16, is_published=True)
    plain = links(client.get(puzzle.get_absolute_url()))
    assert list(plain) == ["SudokuPad", "f-puzzles", "puzz.link"]
    solve = Solve.objects.create(puzzle=puzzle, method="rules", start=pack(marks, 4))
    position = links(client.get(solve.get_absolute_url()))
    assert list(position) == ["SudokuPad", "f-puzzles"]
    assert {grid.marks for grid in position.values()} == {marks}
