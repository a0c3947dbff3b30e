"""`solve --shape NAME` on boards that are not plain."""

import json

import pytest
from puzzles import ARTICLE_000
from support import manage

SIX = "000410002050000106000003500600040000"
X = "310800697008620000607300000800000000006001709000900520080000050700500000005000070"


@pytest.mark.parametrize("method", ["guessing", "branches"])
def test_solve_answers_in_each_form(method):
    words = ("solve", SIX, "--shape", "6x6 boxes:3x2", "--method", method)
    board = manage(*words)
    assert board.returncode == 0
    assert board.stdout.decode().splitlines()[0].count("|") == 2
    assert b"one solution" in board.stdout
    answer = json.loads(manage(*words, "--format", "json").stdout)
    assert (answer["shape"], answer["size"], answer["outcome"]) == ("6x6 boxes:3x2", 6, "solved")
    assert len(answer["solutions"][0]) == 36
    assert b"why" not in manage(*words, "--format", "steps").stdout


def test_list_of_a_shape_is_solved_line_by_line():
    words = ("solve", "-", "--shape", "9x9 diagonals", "--method", "guessing", "--quiet")
    result = manage(*words, stdin=f"{X}\n{X}\n".encode())
    assert result.returncode == 0
    first, second = result.stdout.decode().split()
    assert first == second
    assert {first[at] for at in range(0, 81, 10)} == set("123456789")


def test_plain_shape_is_read_as_any_text():
    for words in ((), ("--shape", "9x9"), ("--shape", "9x9", "--size", "9")):
        assert manage("solve", ARTICLE_000, *words).returncode == 0
    assert "shape" not in json.loads(manage("solve", ARTICLE_000, "--format", "json").stdout)


@pytest.mark.parametrize(
    ("puzzle", "words", "message"),
    [
        (X, ("--shape", "9x9 cages"), "is no part of a shape"),
        (X, ("--shape", "6x6", "--method", "guessing"), "81 cells found, but a 6×6 board has 36"),
        (X, ("--shape", "9x9 diagonals", "--size", "16"), "--size is 16"),
        (ARTICLE_000, ("--shape", "9x9 diagonals"), "are both 8, in diagonal 2"),
    ],
)
def test_what_does_not_fit_exits_with_2(puzzle, words, message):
    result = manage("solve", puzzle, *words)
    assert (result.returncode, result.stdout) == (2, b"")
    assert message in result.stderr.decode()
