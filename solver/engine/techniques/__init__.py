"""One idea a module: its docstring is its definition, its examples are its tests.

A technique finds steps and leaves the board alone; a method decides when to carry them out. A family of
techniques has a folder, or a module where that is enough. Those of the articles find steps on a `Board`, in a
module each with a `technique` in it. Those of the ladder find them on a `Position`; a family's rungs say how
HoDoKu counts each. `catalogue` has all techniques, `rungs` those of the ladder.

Of a family, `finder` finds and words its steps, or a module of the rule's name does. `near_miss` says what is
missing where there is none, `sudoku_explainer` finds and rates as Sudoku Explainer does, and `examples.txt`
shows each technique.
"""

from .base import Example, Technique
from .catalogue import find_technique, techniques

__all__ = ["Example", "Technique", "find_technique", "techniques"]
