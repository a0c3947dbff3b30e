"""`manage.py steps` and `manage.py reglib` answer without a database and without services."""

import json

import pytest
from puzzles import ALESCARGOT, ARTICLE_000
from support import manage

X_WING = (
    ":0300:3:.+7+2.6.4+5+8....4.7265+6+48+7+2+3+1+9295...+17..3..+9.....+4..1...54+5..+2.8.+7....5...17.6..9+5..:"
    "654 656 664 666 856 866:344 346 394 398::"
)


def steps(*arguments: str, stdin: bytes = b""):
    return manage("steps", *arguments, stdin=stdin)


def test_steps_prints_reason_and_sets_of_each_step():
    words = steps(X_WING, "--techniques", "x-wing").stdout.decode().splitlines()
    assert words[0] == "X-wing (0300): r4c4<>3 r4c6<>3 r9c4<>3 r9c8<>3"
    assert words[1].strip().startswith("In columns 5 and 9, every 3 ")
    assert words[2].strip().startswith("2 truths (one candidate in each is true): 3 in ")


def test_steps_writes_a_json_line_per_position():
    answers = steps("-", stdin=f"{ALESCARGOT}\n\n{X_WING}\n".encode()).stdout.decode().splitlines()
    first, second = (json.loads(line) for line in answers)
    assert first["position"] == ALESCARGOT
    step = next(step for step in second["steps"] if step["technique"] == "x-wing")
    assert step["code"] == "0300"
    assert step["digits"] == [3]
    assert step["removed"] == ["r4c4<>3", "r4c6<>3", "r9c4<>3", "r9c8<>3"]
    assert len(step["proof"]["truths"]) == len(step["proof"]["links"]) == 2


def test_steps_reports_contradicting_lines_and_answers_the_others():
    wrong = "123456780000000009" + "0" * 63
    result = steps("-", "--techniques", "0003", stdin=f"{wrong}\n{ALESCARGOT}\n".encode())
    assert len(result.stdout.decode().splitlines()) == 1
    assert "input line 1: r1c9 has no candidate left" in result.stderr.decode()
    assert result.returncode == 2


def test_techniques_can_be_given_by_name_or_code():
    named = json.loads(steps(X_WING, "--format", "json", "--techniques", "0300,XY-wing").stdout)
    assert {step["technique"] for step in named["steps"]} <= {"x-wing", "xy-wing"}


def test_uniqueness_off_leaves_out_uniqueness_techniques():
    def rectangles(uniqueness):
        answer = json.loads(steps(RECTANGLE, "--format", "json", "--uniqueness", uniqueness).stdout)
        return [step for step in answer["steps"] if step["technique"] == "uniqueness-test-1"]

    assert rectangles("on")[0]["proof"]["guardians"]
    assert rectangles("auto")
    assert rectangles("off") == []


RECTANGLE = (
    ":0600-2:89:.....+5.+38.....4+51+6..5..+1.72+5+6+28+473+9+1+8+73+1+92+6451+4+9+5+36+28+7...+25.+7647"
    "+5+4+613+8+2+92.6+4+7.+1+5+3:331 911 912 922 931:872 972::"
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("123",), "3 cells found"),
        (("",), "there is no puzzle here"),
        ((f"{ARTICLE_000}\n{ALESCARGOT}",), "one puzzle, not 2"),
        (("123456780000000009" + "0" * 63,), "r1c9 has no candidate left"),
        ((ARTICLE_000, "--techniques", "magic"), "there is no technique 'magic'"),
        (("0" * 256, "--techniques", "0800"), "XY-wing can only be found on boards up to 12×12"),
    ],
)
def test_bad_input_exits_with_2_and_one_line(arguments, message):
    result = steps(*arguments)
    assert result.returncode == 2
    assert message in result.stderr.decode()
    assert len(result.stderr.decode().splitlines()) == 1


def test_reglib_judges_a_library_by_code(tmp_path):
    file = tmp_path / "library.txt"
    file.write_text(f"# a remark\n{X_WING}\n{RECTANGLE}\n")
    result = manage("reglib", str(file))
    lines = result.stdout.decode().splitlines()
    assert lines[:3] == [
        "0300   1/1 found, 1 alone",
        "0600   1/1 found, 1 alone",
        "all    2/2 found, 2 alone",
    ]
    assert lines[3].endswith(" s of processor")
    assert result.returncode == 0


def test_reglib_exits_with_1_and_counts_the_missing_cases(tmp_path):
    file = tmp_path / "library.txt"
    file.write_text(X_WING.replace("344 346 394 398", "344"))
    result = manage("reglib", str(file))
    assert result.returncode == 1
    assert "1 not found" in result.stderr.decode()


def test_reglib_exits_with_2_for_an_unreadable_file(tmp_path):
    file = tmp_path / "library.txt"
    file.write_text(":0300:3:12:\n")
    assert manage("reglib", str(file)).returncode == 2
    assert manage("reglib", str(tmp_path / "none.txt")).returncode == 2
