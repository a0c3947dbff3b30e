"""`manage.py convert` turns one format into another."""

import pytest
from puzzles import ALESCARGOT, ARTICLE_000
from support import manage


def test_convert_writes_another_format():
    triples = manage("convert", ARTICLE_000, "--to", "triples")
    assert triples.returncode == 0
    back = manage("convert", "-", stdin=triples.stdout)
    assert back.stdout.decode().strip().replace(".", "0") == ARTICLE_000


def test_invalid_input_exits_with_2_and_one_line():
    for arguments in ((ARTICLE_000, "--to", "magic"), ("nonsense",), (ARTICLE_000, "--to", "gsf")):
        result = manage("convert", *arguments)
        assert result.returncode == 2
        assert len(result.stderr.decode().splitlines()) == 1


def test_conversion_warns_if_the_format_has_no_pencil_marks():
    position = "+4" + ARTICLE_000[1:]
    assert b"line keeps no pencil marks" in manage("convert", position, "--to", "line").stderr
    kept = manage("convert", position, "--to", "sudokupad")
    assert (kept.returncode, kept.stderr) == (0, b"")


def test_convert_writes_each_puzzle_of_a_list():
    listed = manage(
        "convert", "-", "--to", "placed", stdin=f"{ARTICLE_000}\n{ALESCARGOT}\n".encode()
    )
    assert listed.stdout.decode().replace(".", "0").split() == [ARTICLE_000, ALESCARGOT]


def test_list_of_a_variant_exits_with_2():
    result = manage("convert", "-", stdin=f"Killer sudoku, cages below\n{ARTICLE_000}\n".encode())
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"rules beyond plain Sudoku" in result.stderr


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (f"9x9 toroidal\n{ARTICLE_000}\n", b"(toroidal)"),
        (f"# 9x9 windows\n{ARTICLE_000}\n{ALESCARGOT}\n", b"(windows)"),
        (f"--isX=1 --isNC=1\n{ARTICLE_000}\n", b"(diagonals, non-consecutive)"),
        (f"{ARTICLE_000}\n{'A' * 9}{'BCDEFGHI' * 9}\n", b"(jigsaw regions)"),
    ],
)
def test_list_below_a_sign_of_a_variant_exits_with_2(text, rules):
    result = manage("convert", "-", stdin=text.encode())
    assert (result.returncode, result.stdout) == (2, b"")
    assert rules in result.stderr


def test_convert_writes_the_name_of_a_shape_before_its_cells():
    result = manage("convert", "-", stdin=f"asterisk\n{ARTICLE_000}\n".encode())
    assert result.stdout.decode() == f"9x9 asterisk {ARTICLE_000}\n"


def test_convert_reads_a_large_opensudoku_file():
    games = f'<game data="{ARTICLE_000}"/>' * 1_000
    found = manage("convert", "-", stdin=f"<opensudoku>{games}</opensudoku>".encode())
    assert found.stdout.decode().split() == [ARTICLE_000] * 1_000


X = "9x9 diagonals 310800697008620000607300000800000000006001709000900520080000050700500000005000070"


@pytest.mark.parametrize("format", ["f-puzzles", "sudokupad", "line"])
def test_board_of_a_shape_is_written_by_the_formats_that_can_say_it(format):
    name, givens = X.rsplit(" ", 1)
    written = manage("convert", givens, "--shape", name, "--to", format)
    assert written.returncode == 0, written.stderr
    assert (
        manage("convert", written.stdout.decode().strip(), "--to", "line").stdout.decode().strip()
        == X
    )


@pytest.mark.parametrize("format", ["hodoku", "sdk", "opensudoku", "sudokuwiki"])
def test_format_that_cannot_say_the_shape_refuses_with_its_name(format):
    result = manage("convert", X, "--to", format)
    assert (result.returncode, result.stdout) == (2, b"")
    assert "cannot say that the board is 9x9 diagonals" in result.stderr.decode()
