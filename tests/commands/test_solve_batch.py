"""Somebody at a shell solves a file of puzzles and keeps every solve."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from puzzles import ARTICLE_000, EMPTY

from solver.models import Solve

pytestmark = pytest.mark.django_db


def test_batch_writes_a_json_line_per_puzzle(tmp_path):
    file = tmp_path / "some.txt"
    file.write_text(f"{ARTICLE_000}\n{EMPTY}\n")
    out = StringIO()
    call_command("solve_batch", str(file), method="rules", histories=True, stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [each["puzzle"] for each in lines] == [ARTICLE_000, EMPTY]
    assert len(lines[0]["iterations"]) == lines[0]["iteration_count"] > 0
    assert Solve.objects.filter(status="finished").count() == 2


def test_batch_uses_the_options_of_the_method(tmp_path):
    file = tmp_path / "some.txt"
    file.write_text(ARTICLE_000)
    out = StringIO()
    call_command("solve_batch", str(file), "--method=guessing", "--option=guess=most", stdout=out)
    assert json.loads(out.getvalue())["options"]["guess"] == "most"


def test_batch_solves_puzzles_beyond_their_time_slice(tmp_path, settings):
    settings.TURN_SECONDS = 0.0
    file = tmp_path / "some.txt"
    file.write_text(f"{ARTICLE_000}\n{EMPTY}\n")
    out = StringIO()
    call_command("solve_batch", str(file), stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [each["status"] for each in lines] == ["finished"] * 2


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (f"{ARTICLE_000}\nx\n", {}, "line 2"),
        (ARTICLE_000, {"method": "magic"}, "there is no method 'magic'"),
        (ARTICLE_000, {"option": ["guess"]}, "not of the form NAME=VALUE"),
        (ARTICLE_000, {"option": ["guess=most"]}, "combos has no option 'guess'"),
    ],
)
def test_invalid_input_exits_with_2_and_solves_nothing(tmp_path, text, options, words):
    file = tmp_path / "some.txt"
    file.write_text(text)
    with pytest.raises(CommandError, match=words) as error:
        call_command("solve_batch", str(file), **options)
    assert error.value.returncode == 2
    assert not Solve.objects.exists()
