"""Pairs, triples and quadruples, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

_MAIN = (
    Kind(
        title=LazyMessage("naked pair"),
        line=LazyMessage("two cells, the same two digits"),
        techniques=("naked pair",),
        look=LazyMessage(
            "Look for two cells of a row, column or box that can only be the same two digits. "
            "One is in one cell, the other in the other."
        ),
        steps=(
            LazyMessage("Find a cell with two candidates."),
            LazyMessage("Find a second cell with just these two, in the same row, column or box."),
            LazyMessage("Remove both digits from the other cells there."),
        ),
        mistake=LazyMessage(
            "To take a cell with a third candidate for half of a pair. Both cells must have "
            "nothing but the two."
        ),
        why=LazyMessage(
            "Two cells need two digits, and have only two between them. No matter which way "
            "round, both digits are used up."
        ),
        aliases={
            "naked pair": (
                "Conjugate Pair",
                "Disjoint Pair",
                "Nackter Zweier",
                "Paar",
                "Doubleton",
            ),
        },
    ),
    Kind(
        title=LazyMessage("naked triple"),
        line=LazyMessage("three cells, three digits"),
        techniques=("naked triple",),
        look=LazyMessage(
            "Look for three cells of a row, column or box that have only three digits between "
            "them. No cell needs to have all three."
        ),
        steps=(
            LazyMessage("In a row, column or box, look at the cells with two or three candidates."),
            LazyMessage("Find three that share three digits, such as 12, 23 and 13."),
            LazyMessage("Remove the three digits from the other cells there."),
        ),
        mistake=LazyMessage(
            "To wait for three times 123. Most triples are made of cells with two candidates, "
            "such as 12, 23 and 13."
        ),
        why=LazyMessage(
            "Three cells need three digits and have three between them. All three digits are "
            "used up there."
        ),
        aliases={
            "naked triple": ("Naked Triplet", "Naked Trio", "Nackter Dreier", "Dreier"),
        },
    ),
    Kind(
        title=LazyMessage("hidden pair"),
        line=LazyMessage("two digits, the same two places"),
        techniques=("hidden pair",),
        look=LazyMessage(
            "Look for two digits that have the same two places in a row, column or box. They "
            "fill both, and nothing else fits there."
        ),
        steps=(
            LazyMessage("In a row, column or box, find a digit with two places."),
            LazyMessage("Find a second digit with the same two places."),
            LazyMessage("Remove every other candidate from these two cells."),
        ),
        mistake=LazyMessage(
            "To look at cells. A hidden pair is found by asking of each digit where it can go."
        ),
        why=LazyMessage(
            "Two digits need two cells, and only two cells have them. So the two cells are full."
        ),
        aliases={
            "hidden pair": ("Direct Hidden Pair", "Unique pair", "Versteckter Zweier"),
        },
    ),
    Kind(
        title=LazyMessage("hidden triple"),
        line=LazyMessage("three digits, three places"),
        techniques=("hidden triple",),
        look=LazyMessage(
            "Look for three digits that have only three places between them in a row, column or "
            "box. The three places are theirs."
        ),
        steps=(
            LazyMessage("In a row, column or box, list the digits with two or three places."),
            LazyMessage("Find three of them that use the same three cells."),
            LazyMessage("Remove every other candidate from these three cells."),
        ),
        mistake=LazyMessage(
            "To look for it early. It hides behind many candidates, and cells with few candidates"
            " are easier to find."
        ),
        why=LazyMessage(
            "Three digits need three cells, and only three cells have them. No room is left "
            "there for others."
        ),
        aliases={
            "hidden triple": (
                "Hidden Triplet",
                "Direct Hidden Triplet",
                "Hidden Trio",
                "Versteckter Dreier",
            ),
        },
    ),
    Kind(
        title=LazyMessage("locked pair"),
        line=LazyMessage("a pair in a box and on a line at once"),
        techniques=("locked pair",),
        look=LazyMessage(
            "Look for two cells with the same two candidates where a box and a line cross. They "
            "clear both at once."
        ),
        steps=(
            LazyMessage("Find two cells of a box, on one line, with the same two candidates."),
            LazyMessage("Remove both digits from the rest of the box."),
            LazyMessage("Remove both digits from the rest of the line too."),
        ),
        mistake=LazyMessage("To clear the box and to forget the line, or the other way round."),
        why=LazyMessage(
            "Two cells have two digits between them. They lie in a box and on a line, so both "
            "have these digits already."
        ),
        aliases={
            "locked pair": ("Naked Pair in box and line", "Direct Naked Pair", "Gesperrter Zweier"),
        },
    ),
    Kind(
        title=LazyMessage("Quadruple"),
        line=LazyMessage("four cells, four digits"),
        techniques=("naked quadruple",),
        look=LazyMessage(
            "Look for four cells of a row, column or box with four digits between them. No cell "
            "needs to have all four."
        ),
        steps=(
            LazyMessage(
                "In a row, column or box with seven or more open cells, find four cells that "
                "share four digits."
            ),
            LazyMessage("Remove these digits from the other cells there."),
        ),
        mistake=LazyMessage(
            "To search for it in short lines. With six open cells or fewer, the rest is two cells"
            " or one, which are easier to find."
        ),
        why=LazyMessage(
            "Four cells need four digits. If they have four between them, all of these are used up."
        ),
        aliases={
            "naked quadruple": ("Naked Quad", "Naked Quads", "Nackter Vierer"),
        },
    ),
)
_PAIR, _TRIPLE, _HIDDEN_PAIR, _HIDDEN_TRIPLE, _LOCKED, _QUADRUPLE = _MAIN

kinds = (
    *_MAIN,
    _LOCKED.variant(
        "locked triple",
        line=LazyMessage("a triple in a box and on a line at once"),
        look=LazyMessage(
            "Look for three cells with three digits between them where a box and a line cross. "
            "They clear both at once."
        ),
        steps=(
            LazyMessage(
                "Find three cells of a box, on one line, that have only three digits between them. "
                "No cell needs to have all three."
            ),
            LazyMessage("Remove the three digits from the rest of the box."),
            LazyMessage("Remove them from the rest of the line too."),
        ),
        why=LazyMessage(
            "Three cells have three digits between them. They lie in a box and on a line, so both "
            "have these digits already."
        ),
        aliases={"locked triple": ("Gesperrter Dreier", "Locked Triplet")},
    ),
    _QUADRUPLE.variant(
        "hidden quadruple",
        line=LazyMessage("four digits, four places"),
        look=LazyMessage(
            "Look for four digits that have only four places between them in a row, column or "
            "box. The four places are theirs."
        ),
        steps=(
            LazyMessage(
                "In a row, column or box with seven or more open cells, list the digits with four "
                "places or fewer."
            ),
            LazyMessage("Find four of them that use the same four cells."),
            LazyMessage("Remove every other candidate from these four cells."),
        ),
        mistake=LazyMessage(
            "To search for it where few cells are open. The other cells have as few digits there, "
            "and are easier to find."
        ),
        why=LazyMessage(
            "Four digits need four cells, and only four cells have them. No room is left there for "
            "others."
        ),
        aliases={"hidden quadruple": ("Hidden Quad", "Hidden Quads", "Versteckter Vierer")},
    ),
    _PAIR.variant(
        "complete match",
        line=LazyMessage("so many cells, the very same digits"),
        look=LazyMessage(
            "Look for cells of a row, column or box that have the very same candidates, as many "
            "cells as digits."
        ),
        steps=(
            LazyMessage(
                "Find two cells with the same two candidates, or three with the same three."
            ),
            LazyMessage("Count: there must be as many cells as digits."),
            LazyMessage("Remove these digits from the other cells there."),
        ),
        mistake=LazyMessage("To take a cell that lacks one of the digits. Here each cell has all."),
        why=LazyMessage(
            "So many cells need as many digits, and have no others between them. All of these are "
            "used up."
        ),
        aliases={"complete match": ("Article 002 Complete Match",)},
    ),
    _TRIPLE.variant(
        "partial match",
        line=LazyMessage("so many cells, so many digits between them"),
        look=LazyMessage(
            "Look for cells of a row, column or box with as many digits between them as cells. No "
            "cell needs to have all of them."
        ),
        steps=(
            LazyMessage("In a row, column or box, take some cells with few candidates."),
            LazyMessage("Write down every digit that one of them can be."),
            LazyMessage(
                "If these are as many as the cells, remove them from the other cells there."
            ),
        ),
        mistake=LazyMessage("To leave out a digit that only one of the cells has. It counts too."),
        why=LazyMessage(
            "So many cells need as many digits, and have no others between them. All of these are "
            "used up."
        ),
        aliases={"partial match": ("Article 002 Partial Match",)},
    ),
    _TRIPLE.variant(
        "enclosed combo",
        line=LazyMessage("some digits, and as many cells with no others"),
        look=LazyMessage(
            "Choose some digits. Look at the cells of a row, column or box that can be nothing "
            "else. If there are as many cells as digits, the digits are theirs."
        ),
        steps=(
            LazyMessage("Choose two digits or more, say 2, 5 and 7."),
            LazyMessage("In a row, column or box, count the cells that can be nothing else."),
            LazyMessage(
                "If there are as many cells as digits, remove the digits from the other cells there."
            ),
        ),
        mistake=LazyMessage("To leave out a cell that has only some of the digits. It counts too."),
        why=LazyMessage(
            "So many cells need as many digits, and have no others between them. All of these are "
            "used up."
        ),
        aliases={"enclosed combo": ("Article 000 Enclosed Combo",)},
    ),
)
