"""`manage.py convert` turns one format into another."""

import subprocess
import sys

from puzzles import ARTICLE_000
from support import ROOT


def run(*arguments: str, stdin: bytes = b""):
    command = [sys.executable, "manage.py", "convert", *arguments]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, timeout=60)


def test_writes_a_puzzle_in_another_format():
    triples = run(ARTICLE_000, "--to", "triples")
    assert triples.returncode == 0
    back = run("-", stdin=triples.stdout)
    assert back.stdout.decode().strip().replace(".", "0") == ARTICLE_000


def test_exits_with_2_and_one_line_for_what_it_cannot_do():
    for arguments in ((ARTICLE_000, "--to", "magic"), ("nonsense",), (ARTICLE_000, "--to", "gsf")):
        result = run(*arguments)
        assert result.returncode == 2
        assert len(result.stderr.decode().splitlines()) == 1
