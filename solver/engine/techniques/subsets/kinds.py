"""Pairs, triples and quadruples, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("naked pair"),
        line=LazyMessage("two cells, the same two digits"),
        techniques=("naked pair", "complete match"),
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
            "complete match": ("Article 002 Complete Match",),
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
        techniques=("hidden pair", "partial match", "enclosed combo"),
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
            "partial match": ("Article 002 Partial Match",),
            "enclosed combo": ("Article 000 Enclosed Combo",),
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
        techniques=("locked pair", "locked triple"),
        look=LazyMessage(
            "Look for two cells with the same two candidates where a box and a line cross. They "
            "clear both at once."
        ),
        steps=(
            LazyMessage("Find two cells of a box, on one line, with the same two candidates."),
            LazyMessage("Remove both digits from the rest of the box."),
            LazyMessage("Remove both digits from the rest of the line too."),
            LazyMessage("Three cells that share three digits do the same."),
        ),
        mistake=LazyMessage("To clear the box and to forget the line, or the other way round."),
        why=LazyMessage(
            "Two cells have two digits between them. They lie in a box and on a line, so both "
            "have these digits already."
        ),
        aliases={
            "locked pair": ("Naked Pair in box and line", "Direct Naked Pair", "Gesperrter Zweier"),
            "locked triple": ("Gesperrter Dreier", "Locked Triplet"),
        },
    ),
    Kind(
        title=LazyMessage("Quadruple"),
        line=LazyMessage("four cells, four digits"),
        techniques=("naked quadruple", "hidden quadruple"),
        look=LazyMessage(
            "Look for four cells of a row, column or box with four digits between them, or for "
            "four digits with four places."
        ),
        steps=(
            LazyMessage(
                "In a row, column or box with seven or more open cells, find four cells that "
                "share four digits."
            ),
            LazyMessage("Remove these digits from the other cells there."),
            LazyMessage(
                "If it is four digits that share four cells, remove every other candidate from "
                "these cells."
            ),
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
            "hidden quadruple": ("Hidden Quad", "Hidden Quads", "Versteckter Vierer"),
        },
    ),
)
