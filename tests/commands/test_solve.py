"""`manage.py solve` answers without a database and without services."""

import json
import os
import subprocess
import sys

import pytest
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_000, SOLUTION_000
from support import PATIENCE, ROOT, manage

from solver import engine

BARE = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PYTHONIOENCODING": "utf-8"}


def run(*arguments: str, stdin: bytes = b""):
    """In this process, where a test that did not ask for the database cannot have it."""
    return manage("solve", *arguments, stdin=stdin)


def test_solve_command_prints_the_board():
    result = subprocess.run(
        [sys.executable, "manage.py", "solve", ARTICLE_000],
        cwd=ROOT,
        env=BARE,
        capture_output=True,
        timeout=PATIENCE,
    )
    assert result.returncode == 0
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "4 2 9 | 1 6 7 | 3 5 8"
    assert lines[-1].startswith("solved, one solution, 15 iterations, ")


def test_format_json_has_the_fields_of_the_api():
    answer = json.loads(run(ALESCARGOT, "--method", "guessing", "--format", "json").stdout)
    assert answer["solutions"] == [ALESCARGOT_SOLUTION]
    assert len(answer["iterations"]) == answer["iteration_count"]
    assert answer["iterations"][0]["steps"][0]["removed"][0].startswith("r1c")


def test_limit_holds_for_the_joined_and_the_counted_solutions_together():
    puzzle = "1.......9.3...6..........5.....8..3..........7..1............4..2...5...9.......1"
    many = run(puzzle, "--method", "joins", "--limit", "50", "--format", "json")
    solutions = json.loads(many.stdout)["solutions"]
    assert len(solutions) == len(set(solutions)) == 50


def test_format_steps_writes_each_step_in_words():
    words = run(ARTICLE_000, "--format", "steps").stdout.decode()
    assert "Iteration 6: 2 placed, 12 removed" in words
    assert "enclosed combo in column 4: r9c4=7 r2c4<>9 r5c4<>9 r9c4<>9" in words


def test_each_input_line_gets_a_result_line():
    result = run("-", stdin=f"{ARTICLE_000}\n\n{ALESCARGOT}\n".encode())
    lines = result.stdout.decode().splitlines()
    assert lines[0].split()[0] == SOLUTION_000
    assert "stalled, one solution" in lines[1]


GRID = "\n".join(ARTICLE_000[at : at + 9] for at in range(0, 81, 9)) + "\n"


def test_nine_lines_read_as_one_grid():
    alone = run("-", stdin=GRID.encode()).stdout.decode()
    assert alone.startswith("4 2 9 | 1 6 7 | 3 5 8\n")
    wrong = run("-", stdin=GRID.replace("029", "229").encode())
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert "r1c1 and r1c2 are both 2, in row 1; change one of them" in wrong.stderr.decode()


def test_sixteen_lines_read_as_one_16x16_grid():
    answer = run("-", "--seconds", "0", stdin=(("." * 16 + "\n") * 15 + "1" + "." * 15).encode())
    assert len(answer.stdout.decode().split(" # ")[0].splitlines()) > 16


def test_files_of_one_or_many_puzzles_can_be_read(tmp_path):
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    one.write_text(GRID)
    many.write_text(f"# a list\n{ARTICLE_000}\n{ALESCARGOT}\n12\n")
    assert run(str(one)).stdout.startswith(b"4 2 9 | 1 6 7 | 3 5 8\n")
    answers = run(str(many))
    assert [line[81:84] for line in answers.stdout.decode().splitlines()] == [" # "] * 2
    assert "input line 4: 2 cells found" in answers.stderr.decode()
    gone = run("gone.sdm")
    assert gone.returncode == 2
    assert "there is no file 'gone.sdm'" in gone.stderr.decode()


def test_exit_status_gives_the_outcome():
    assert run(ARTICLE_000).returncode == 0
    assert run(ALESCARGOT).returncode == 3
    assert run("11" + "0" * 14).returncode == 2
    assert run("1" + "0" * 3 + "0010" + "0" * 6 + "20", "--method", "combos").returncode in (3, 4)
    assert run("-", stdin=f"{ALESCARGOT}\n{ARTICLE_000}\n".encode()).returncode == 3


def test_quiet_writes_only_the_answer_and_output_writes_a_file(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(ARTICLE_000)
    told = run(str(file), "--quiet", "--format", "line", "--output", str(file))
    assert (told.returncode, told.stdout, told.stderr) == (0, b"", b"")
    assert file.read_text() == SOLUTION_000 + "\n"
    assert run("12", "--output", str(file)).returncode == 2
    assert file.read_text() == SOLUTION_000 + "\n"


def test_options_of_the_method_apply():
    result = run(ALESCARGOT, "--method", "guessing", "--option", "guess=most")
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("123",), "3 cells found, but a board has 16, 36, 64, 81, 100, 144, 225, 256 or 625"),
        (("55" + "0" * 79,), "r1c1 and r1c2 are both 5, in row 1; change one of them"),
        (("x" + "0" * 80,), "“x” is not a digit"),
        (("٣" * 81,), "arabic-indic"),
        (("",), "there is no puzzle here"),
        ((ARTICLE_000, "--method", "magic"), "there is no method 'magic'"),
        ((ARTICLE_000, "--option", "guess"), "not of the form NAME=VALUE"),
        ((ARTICLE_000, "--limit", "0"), "--limit must be at least 1"),
        ((ARTICLE_000, "--size", "7"), "size is 7"),
    ],
)
def test_bad_input_exits_with_2_and_one_line(arguments, message):
    result = run(*arguments)
    assert result.returncode == 2
    assert message in result.stderr.decode()
    assert len(result.stderr.decode().splitlines()) == 1


def test_wrong_line_gets_reported_and_the_others_answered():
    result = run("-", stdin=f"{ARTICLE_000}\nnonsense\n".encode() + b"\xff\x00\n")
    assert result.returncode == 2
    assert result.stdout.decode().startswith(SOLUTION_000)
    assert "input line 2: no Sudoku was found" in result.stderr.decode()
    assert "input line 3: no Sudoku was found" in result.stderr.decode()


def test_help_lists_every_method_with_article_and_options():
    answer = run("--help").stdout.decode()
    for method in engine.methods().values():
        article = f", article {method.article}" if method.article else ""
        assert f"  {method.name}  {method.title}{article}." in answer
        assert all(option.help in answer for option in method.options)


def test_other_commands_name_the_way_to_start_the_database():
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sudokusite.settings as s; s.DATABASES.clear();"
            "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'sudokusite.settings';"
            "import sys; sys.argv = ['manage.py', 'load_starter_library']; import manage; manage.main()",
        ],
        cwd=ROOT,
        env=BARE,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert result.returncode == 1
    assert "make run" in result.stderr
    assert "Traceback" not in result.stderr


def test_solve_reads_a_named_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen(["sh", "-c", f"echo {ARTICLE_000} > {pipe}"])
    assert run(str(pipe), "--quiet", "--format", "line").stdout.decode().strip() == SOLUTION_000
    assert writer.wait() == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["/tmp"], "'/tmp' is a folder"),
        ([ARTICLE_000, "--output", "/nowhere/at/all"], "'/nowhere/at/all': No such file"),
        ([ARTICLE_000, "--seconds", "-1"], "is no number of seconds"),
        ([ARTICLE_000, "--seconds", "nan"], "is no number of seconds"),
    ],
)
def test_wrong_argument_exits_with_2_and_its_fault(words, said):
    result = run(*words)
    assert result.returncode == 2
    assert said in result.stderr.decode()
    assert "Traceback" not in result.stderr.decode()
