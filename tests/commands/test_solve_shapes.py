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


def test_generated_puzzle_of_a_shape_is_read_rated_and_climbed_again(tmp_path):
    made = manage("generate", "--shape", "6x6 diagonals", "--seed", "1", "--level", "easy").stdout
    line = made.decode().strip()
    assert line.startswith("6x6 diagonals ")
    assert manage("rate", line).stdout.startswith(b"easy, score ")
    bare = line.rpartition(" ")[2]
    assert manage("rate", bare, "--shape", "6x6 diagonals").stdout.startswith(b"easy, ")
    steps = json.loads(manage("steps", line, "--format", "json").stdout)
    assert steps["steps"]
    for method in ("combos", "rules", "joins", "ladder"):
        assert manage("solve", line, "--method", method).returncode in (0, 4)


def test_regions_of_a_jigsaw_come_from_a_file(tmp_path):
    regions = tmp_path / "regions.txt"
    regions.write_text("AAAAAA\nBBBBCC\nDDBBCC\nDDEECC\nDDEEEE\nFFFFFF\n")
    made = manage("generate", "--regions", str(regions), "--seed", "2").stdout.decode()
    assert made.startswith("jigsaw:AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF ")
    both = manage("generate", "--regions", str(regions), "--shape", "6x6")
    assert (both.returncode, both.stdout) == (2, b"")
    missing = manage("rate", "1", "--regions", str(tmp_path / "none"))
    assert b"--regions: No such file" in missing.stderr
