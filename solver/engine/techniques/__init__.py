"""Techniques, one idea a module: its docstring is its definition, its examples are its tests.

A technique finds steps and leaves the board alone. A method decides when to carry them out. A family of
techniques has a folder, or a module if that is enough. The techniques of the articles find steps on a
`Board`: each has a module with a `technique` in it. Those of the ladder find deductions on a `Position`, and
a family's rungs say how HoDoKu counts each. `catalogue` has all techniques, `rungs` those of the ladder.

In a family, `finder` or a module of the technique's name finds the steps and puts them into words.
`near_miss` says what is missing if there is no step, `sudoku_explainer` finds and rates as Sudoku Explainer
does, `examples.txt` shows each technique, and `kinds.txt` has what a teacher says of them.
"""

from .base import Example, Technique
from .catalogue import find_technique, techniques

__all__ = ["Example", "Technique", "find_technique", "techniques"]
