"""`manage.py generate` makes puzzles without a database and without services."""

import os
import pty
import subprocess
import sys

import pytest
from support import PATIENCE, ROOT, manage

from solver import engine
from solver.engine.shell import parser_of
from solver.engine.shell.progress import ProgressLine, duration


def lines_of(*arguments: str) -> list[str]:
    ended = manage("generate", *arguments)
    assert ended.returncode == 0
    return ended.stdout.decode().splitlines()


def test_closed_pipe_ends_generate_quietly():
    command = [sys.executable, "-m", "solver.engine", "generate", "--size", "4"]
    with subprocess.Popen(
        [*command, "--count", "100000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as made:
        assert len(made.stdout.readline()) == 17
        made.stdout.close()
        assert made.stderr.read() == b""
        assert made.wait(PATIENCE) == 141


def test_generate_needs_no_services_and_shows_progress_on_a_terminal():
    bare = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "manage.py", "generate", "--count", "2"]
    made = subprocess.run(
        command, cwd=ROOT, env=bare, timeout=PATIENCE, stdout=subprocess.PIPE, stderr=theirs
    )
    os.close(theirs)
    assert engine.count_many(made.stdout.decode().splitlines()) == [1, 1]
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "0 of 2 puzzles" in shown
    assert shown.splitlines()[-1].split("\x1b[K")[-1].startswith("2 of 2 puzzles, ")


def test_same_seed_makes_the_same_puzzles():
    wished = ("--count", "3", "--minimal", "--seed", "7")
    lines = lines_of(*wished)
    assert engine.count_many(lines) == [1] * 3
    assert lines_of(*wished) == lines


def test_facts_follow_each_puzzle_as_a_comment():
    wished = ("--symmetry", "diagonal", "--clues", "26-30", "--seed", "3")
    head, *lines = lines_of("--count", "2", "--facts", *wished)
    assert head == "# 9×9 puzzle, 26 to 30 clues, symmetry diagonal, seed 3"
    for line in lines:
        grid = engine.read(line)
        assert f"{engine.grade_of(grid)}, {grid.clue_count} clues" in line
        assert "diagonal" in line


def test_needed_technique_comes_with_the_level():
    head, line = lines_of("--needs", "skyscraper", "--facts", "--seed", "3")
    assert head == "# 9×9 puzzle, needs skyscraper, nothing harder than skyscraper, seed 3"
    assert "level hard, score " in line
    assert engine.count_many([line.split()[0]]) == [1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--count", "0"], "--count must be at least 1"),
        (["--clues", "16"], "a 9×9 board needs 17 for one solution"),
        (["--clues", "many"], "'many' is no number, and not of the form N-M"),
        (["--grade", "easy"], "grade is 'easy'; choose one of box, row, "),
        (["--symmetry", "odd"], "symmetry is 'odd'; choose one of full, "),
        (["--needs", "wizardry"], "there is no technique 'wizardry'"),
        (["--score", "100"], "'100' is not of the form N-M"),
        (["--size", "10"], "size is 10; choose one of 4, 9, 16, 25"),
    ],
)
def test_invalid_option_exits_with_2_and_its_name(arguments, words):
    ended = manage("generate", *arguments)
    assert ended.returncode == 2
    assert words in ended.stderr.decode()


def test_time_limit_exits_with_1_and_names_the_wishes():
    wished = ("--size", "4", "--clues", "4", "--grade", "guessing", "--seconds", "0.5")
    ended = manage("generate", *wished)
    assert ended.returncode == 1
    assert "no 4×4 puzzle, 4 clues, grade guessing in" in ended.stderr.decode()


def test_help_lists_the_grades():
    words = parser_of("generate").format_help()
    assert all(f"  {grade} " in words for grade in engine.GRADES)


def test_progress_shows_rate_and_time_left():
    progress = ProgressLine(sys.stderr, "lines", total=2_000)
    progress._began -= 10
    progress.advance(500)
    assert str(progress) == "500 of 2,000 lines, 50/s, 30 s left"
    progress._more = lambda: "12 tried for each"
    assert str(progress).endswith("30 s left, 12 tried for each")
    progress.total = None
    assert str(progress) == "500 lines, 50/s"
    assert [duration(seconds) for seconds in (8, 200, 7_500)] == ["8 s", "3 min 20 s", "2 h 5 min"]
