"""The exercises' answers find rows, and the usual mistakes find others on one of two boards."""

import pytest
from django.db import connection

from solver.puzzles.course import COURSE
from solver.sets.exercises import BOARDS, GIVEN, exercises, exercises_of

pytestmark = pytest.mark.django_db


def rows_of(board, *queries):
    """Yield the rows that each query finds on a board."""
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS Nums, SudokuInput, Candidate")
        cursor.execute(GIVEN.replace("CREATE TABLE", "CREATE TEMP TABLE").format(board=board))
        for query in queries:
            cursor.execute(query)
            yield sorted(tuple(map(str, row)) for row in cursor.fetchall())


def test_every_lesson_has_an_exercise():
    assert len(exercises()) == 11
    assert all(exercises_of(lesson.name) for lesson in COURSE)


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_answer_and_mistake_are_told_apart(exercise):
    found = [[*rows_of(board, exercise.answer, exercise.mistake)] for board in BOARDS]
    right, wrong = map(list, zip(*found, strict=True))
    assert right[0]  # on the board that is shown
    assert right != wrong
    assert len(exercise.columns.split(", ")) == len(next(filter(None, right))[0])
