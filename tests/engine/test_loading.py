"""What works for days loads everything at its start, and then nothing more."""

import subprocess
import sys

from puzzles import ARTICLE_000
from support import ROOT

WORK = f"""
import sys
from solver import engine

engine.load_all()
before = set(sys.modules)
grid = engine.read("{ARTICLE_000}")
for method in engine.methods():
    engine.solve(grid, method)
engine.count_many([grid] * 100)
engine.canonical_form(grid)
engine.grade_of(grid)
engine.enumerate_solutions("0" * 256)
next(engine.generate(engine.Requirements(9, True)))
print(*sorted(set(sys.modules) - before))
"""


def test_engine_imports_nothing_after_its_start():
    command = [sys.executable, "-c", WORK]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == ""
