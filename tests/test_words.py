"""The rates of `tests/words.py`, on a small tree of modules made for it."""

import pytest
import words

MODULE = '''"""Of whatever there is, where there is none of
it; and so on."""


class Board:
    def cells(self) -> int:  # where it stands; a comment
        """Return the cells;

        none of which is empty."""
        return "whoever"; of_it

    def boxes(self) -> int:
        """The boxes."""

    def _rows(self) -> None:
        pass

    def units(self) -> None:
        pass
'''
FILES = {
    "solver/board.py": MODULE,
    "solver/migrations/one.py": "# whoever; whatever",
    "solver/web/board.py": "class Board: ...\nclass Command: ...",
    "sudokusite/command.py": "class Command: ...",
    "tests/web/test_board.py": "def test_are_read(): ...\nclass TestIt:\n    def test_is_it(self): ...",
    "tests/web/support.py": "def test_isolation(): ...",
}
WORDS = 13 + 5 + 8 + 2


@pytest.fixture
def root(tmp_path, monkeypatch):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(words, "ROOT", tmp_path)
    return tmp_path


def test_rates_count_only_docstrings_and_comments(root):
    figures, _ = words.measure(root)
    assert figures == {
        "semicolons": round(1000 * 3 / WORDS, 2),
        "whoever": round(1000 * 1 / WORDS, 2),
        "of_which": round(1000 * 2 / WORDS, 2),
        "where_it": round(1000 * 2 / WORDS, 2),
        "returns": round(1000 * 1 / WORDS, 2),
        "documented": 66.7,
        "words": WORDS,
        "test_is": 2,
        "shared_names": 1,
    }


def test_places_have_file_line_and_text(root):
    _, places = words.measure(root)
    assert places == {
        "semicolons": [
            "solver/board.py:2: it; and so on.",
            "solver/board.py:7: Return the cells;",
            "solver/board.py:6: # where it stands; a comment",
        ],
        "whoever": ["solver/board.py:1: Of whatever there is, where there is none of"],
        "of_which": [
            "solver/board.py:1: Of whatever there is, where there is none of",
            "solver/board.py:9: none of which is empty.",
        ],
        "where_it": [
            "solver/board.py:1: Of whatever there is, where there is none of",
            "solver/board.py:6: # where it stands; a comment",
        ],
        "returns": ["solver/board.py:12: boxes: The boxes."],
        "documented": ["solver/board.py:18: units"],
        "test_is": [
            "tests/web/test_board.py:1: test_are_read",
            "tests/web/test_board.py:3: test_is_it",
        ],
        "shared_names": ["solver/board.py:5: Board", "solver/web/board.py:1: Board"],
    }


def test_main_fails_beyond_a_highest_and_a_lowest_limit(root, capsys, monkeypatch):
    limits = {"words": 20, "test_is": 1, "documented": 67, "whoever": 90}
    monkeypatch.setattr(words, "limits", lambda table: limits)
    assert words.main([]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "tests/web/test_board.py:1: test_are_read",
        "tests/web/test_board.py:3: test_is_it",
        "test_is: 2, of at most 1 (tests/words.py)",
        "solver/board.py:18: units",
        "documented: 66.7, of at least 67 (tests/words.py)",
    ]


def test_main_prints_the_places_of_a_rate_on_demand(root, capsys, monkeypatch):
    monkeypatch.setattr(words, "limits", lambda table: {"whoever": 90, "words": 20})
    assert words.main(["whoever"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "solver/board.py:1: Of whatever there is, where there is none of",
        "whoever: 35.71, of at most 90 (tests/words.py)",
        "words: 28, of at least 20 (tests/words.py)",
    ]
