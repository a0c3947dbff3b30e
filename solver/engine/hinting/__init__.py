"""Help for a person who solves a puzzle: is it still right, what could be done next, and why or why not.

A `game` is a puzzle with the digits and pencil marks that a player has put there, right or wrong. `checking`
finds what is wrong with it, `hints` shows as much of the next step as is asked for, `reasons` says why a
candidate goes, and `conditions` why a technique does not work with some cells. Nothing is remembered: the
same game gives the same answers.
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
