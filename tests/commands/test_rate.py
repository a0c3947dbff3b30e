"""`manage.py rate` answers without a database and without services."""

import json

from puzzles import ARTICLE_000, EMPTY
from support import manage


def test_rate_writes_json_lines_and_reports_unrated_puzzles():
    done = manage("rate", "-", stdin=f"{ARTICLE_000}\n\n{EMPTY}\nrubbish\n".encode())
    (line,) = done.stdout.decode().splitlines()
    answer = json.loads(line)
    keys = "puzzle level score er ep ed hardest techniques sets depth leaves largest_leaf backdoor"
    assert list(answer) == keys.split()
    assert answer["puzzle"] == ARTICLE_000
    assert answer["er"] is None
    wrong = done.stderr.decode()
    assert "input line 3: it does not have one solution" in wrong
    assert "input line 4: " in wrong
    assert done.returncode == 2


def test_se_option_adds_the_rating_of_sudoku_explainer():
    words = manage("rate", "--er", ARTICLE_000).stdout.decode()
    assert ", score " in words
    assert ", SE " in words
    assert "/1.2/1.2, " in words
