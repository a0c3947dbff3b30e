"""Pairs, triples and quadruples, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "naked pair",
        line="two cells, the same two digits",
        look="Look for two cells of a row, column or box that can only be the same two digits. One "
        "is in one cell, the other in the other.",
        steps=(
            "Find a cell with two candidates.",
            "Find a second cell with just these two, in the same row, column or box.",
            "Remove both digits from the other cells there.",
        ),
        mistake="To take a cell with a third candidate for half of a pair. Both cells must have "
        "nothing but the two.",
        why="Two cells need two digits, and have only two between them. No matter which way round, "
        "both digits are used up.",
        aliases=("Conjugate Pair", "Disjoint Pair", "Nackter Zweier", "Paar", "Doubleton"),
    ),
    kind(
        "naked triple",
        line="three cells, three digits",
        look="Look for three cells of a row, column or box that have only three digits between "
        "them. No cell needs to have all three.",
        steps=(
            "In a row, column or box, look at the cells with two or three candidates.",
            "Find three that share three digits, such as 12, 23 and 13.",
            "Remove the three digits from the other cells there.",
        ),
        mistake="To wait for three times 123. Most triples are made of cells with two candidates, "
        "such as 12, 23 and 13.",
        why="Three cells need three digits and have three between them. All three digits are used "
        "up there.",
        aliases=("Naked Triplet", "Naked Trio", "Nackter Dreier", "Dreier"),
    ),
    kind(
        "hidden pair",
        line="two digits, the same two places",
        look="Look for two digits that have the same two places in a row, column or box. They fill "
        "both, and nothing else fits there.",
        steps=(
            "In a row, column or box, find a digit with two places.",
            "Find a second digit with the same two places.",
            "Remove every other candidate from these two cells.",
        ),
        mistake="To look at cells. A hidden pair is found by asking of each digit where it can go.",
        why="Two digits need two cells, and only two cells have them. So the two cells are full.",
        aliases=("Direct Hidden Pair", "Unique pair", "Versteckter Zweier"),
    ),
    kind(
        "hidden triple",
        line="three digits, three places",
        look="Look for three digits that have only three places between them in a row, column or "
        "box. The three places are theirs.",
        steps=(
            "In a row, column or box, list the digits with two or three places.",
            "Find three of them that use the same three cells.",
            "Remove every other candidate from these three cells.",
        ),
        mistake="To look for it early. It hides behind many candidates, and cells with few "
        "candidates are easier to find.",
        why="Three digits need three cells, and only three cells have them. No room is left there "
        "for others.",
        aliases=("Hidden Triplet", "Direct Hidden Triplet", "Hidden Trio", "Versteckter Dreier"),
    ),
    kind(
        "locked pair",
        line="a pair in a box and on a line at once",
        look="Look for two cells with the same two candidates where a box and a line cross. They "
        "clear both at once.",
        steps=(
            "Find two cells of a box, on one line, with the same two candidates.",
            "Remove both digits from the rest of the box.",
            "Remove both digits from the rest of the line too.",
        ),
        mistake="To clear the box and to forget the line, or the other way round.",
        why="Two cells have two digits between them. They lie in a box and on a line, so both have "
        "these digits already.",
        aliases=("Naked Pair in box and line", "Direct Naked Pair", "Gesperrter Zweier"),
    ),
    kind(
        "naked quadruple",
        title="Quadruple",
        line="four cells, four digits",
        look="Look for four cells of a row, column or box with four digits between them. No cell "
        "needs to have all four.",
        steps=(
            "In a row, column or box with seven or more open cells, find four cells that share "
            "four digits.",
            "Remove these digits from the other cells there.",
        ),
        mistake="To search for it in short lines. With six open cells or fewer, the rest is two "
        "cells or one, which are easier to find.",
        why="Four cells need four digits. If they have four between them, all of these are used "
        "up.",
        aliases=("Naked Quad", "Naked Quads", "Nackter Vierer"),
    ),
)
_PAIR, _TRIPLE, _HIDDEN_PAIR, _HIDDEN_TRIPLE, _LOCKED, _QUADRUPLE = _MAIN

kinds = (
    *_MAIN,
    _LOCKED.variant(
        "locked triple",
        line="a triple in a box and on a line at once",
        look="Look for three cells with three digits between them where a box and a line cross. "
        "They clear both at once.",
        steps=(
            "Find three cells of a box, on one line, that have only three digits between them. No "
            "cell needs to have all three.",
            "Remove the three digits from the rest of the box.",
            "Remove them from the rest of the line too.",
        ),
        why="Three cells have three digits between them. They lie in a box and on a line, so both "
        "have these digits already.",
        aliases=("Gesperrter Dreier", "Locked Triplet"),
    ),
    _QUADRUPLE.variant(
        "hidden quadruple",
        line="four digits, four places",
        look="Look for four digits that have only four places between them in a row, column or "
        "box. The four places are theirs.",
        steps=(
            "In a row, column or box with seven or more open cells, list the digits with four "
            "places or fewer.",
            "Find four of them that use the same four cells.",
            "Remove every other candidate from these four cells.",
        ),
        mistake="To search for it where few cells are open. The other cells have as few digits "
        "there, and are easier to find.",
        why="Four digits need four cells, and only four cells have them. No room is left there for "
        "others.",
        aliases=("Hidden Quad", "Hidden Quads", "Versteckter Vierer"),
    ),
    _PAIR.variant(
        "complete match",
        line="so many cells, the very same digits",
        look="Look for cells of a row, column or box that have the very same candidates, as many "
        "cells as digits.",
        steps=(
            "Find two cells with the same two candidates, or three with the same three.",
            "Count: there must be as many cells as digits.",
            "Remove these digits from the other cells there.",
        ),
        mistake="To take a cell that lacks one of the digits. Here each cell has all.",
        why="So many cells need as many digits, and have no others between them. All of these are "
        "used up.",
        aliases=("Article 002 Complete Match",),
    ),
    _TRIPLE.variant(
        "partial match",
        line="so many cells, so many digits between them",
        look="Look for cells of a row, column or box with as many digits between them as cells. No "
        "cell needs to have all of them.",
        steps=(
            "In a row, column or box, take some cells with few candidates.",
            "Write down every digit that one of them can be.",
            "If these are as many as the cells, remove them from the other cells there.",
        ),
        mistake="To leave out a digit that only one of the cells has. It counts too.",
        why="So many cells need as many digits, and have no others between them. All of these are "
        "used up.",
        aliases=("Article 002 Partial Match",),
    ),
    _TRIPLE.variant(
        "enclosed combo",
        line="some digits, and as many cells with no others",
        look="Choose some digits. Look at the cells of a row, column or box that can be nothing "
        "else. If there are as many cells as digits, the digits are theirs.",
        steps=(
            "Choose two digits or more, say 2, 5 and 7.",
            "In a row, column or box, count the cells that can be nothing else.",
            "If there are as many cells as digits, remove the digits from the other cells there.",
        ),
        mistake="To leave out a cell that has only some of the digits. It counts too.",
        why="So many cells need as many digits, and have no others between them. All of these are "
        "used up.",
        aliases=("Article 000 Enclosed Combo",),
    ),
)
