"""Help for whoever solves a puzzle alone: is it still right, what could be done next, and why or why not.

A `game` is a puzzle with the digits and pencil marks that somebody has put there, right or wrong. `checking`
finds what is wrong with it, `hints` shows as much of the next step as is wanted, `reasons` says why a candidate
goes, `conditions` why a technique does not work with some cells. Nothing here remembers anything: the same
game gives the same answers.
"""

from .checking import Check, Notice, check, say_check
from .conditions import WhyNot, why_not
from .game import Game
from .hints import STAGES, Hint, after, hint
from .reasons import Why, why

__all__ = [
    "STAGES",
    "Check",
    "Game",
    "Hint",
    "Notice",
    "Why",
    "WhyNot",
    "after",
    "check",
    "hint",
    "say_check",
    "why",
    "why_not",
]
