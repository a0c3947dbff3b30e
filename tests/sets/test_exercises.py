"""The exercises' answers find rows, and the usual mistakes find others on one of two boards."""

import pytest
from django.db import connection

from solver.puzzles.course import COURSE
from solver.sets.exercises import BOARDS, GIVEN, exercises, exercises_of

pytestmark = pytest.mark.django_db


def rows_of(board, query):
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS Nums, SudokuInput, Candidate")
        cursor.execute(GIVEN.replace("CREATE TABLE", "CREATE TEMP TABLE").format(board=board))
        cursor.execute(query)
        return sorted(tuple(map(str, row)) for row in cursor.fetchall())


def test_every_lesson_has_an_exercise():
    assert len(exercises()) == 11
    assert all(exercises_of(lesson.name) for lesson in COURSE)


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_answer_and_mistake_are_told_apart(exercise):
    right = [rows_of(board, exercise.answer) for board in BOARDS]
    wrong = [rows_of(board, exercise.mistake) for board in BOARDS]
    assert right[0]  # on the board that is shown
    assert right != wrong
    assert len(exercise.columns.split(", ")) == len(next(filter(None, right))[0])
