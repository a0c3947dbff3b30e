"""One idea a module: its docstring is its definition, its examples are its tests.

A technique finds steps and leaves the board alone; a method decides when to carry them out. A family of
techniques has a folder, or a module where that is enough. Those of the articles find steps on a `Board`, in a
module each with a `technique` in it. Those of the ladder find them on a `Position`, as rows of `rungs`.
`catalogue` has all of them.
"""

from .base import Example, Technique
from .catalogue import explain, find_technique, techniques, words_of

__all__ = ["Example", "Technique", "explain", "find_technique", "techniques", "words_of"]
