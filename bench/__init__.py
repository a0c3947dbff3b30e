"""Benchmarks. Each module has its command in its docstring and its figures in docs/benchmarks.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # for `puzzles`, `support`
