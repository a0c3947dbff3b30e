"""Fish, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind, kind
from .finder import NAMES

COUNTS = {
    2: LazyMessage("two"),
    3: LazyMessage("three"),
    4: LazyMessage("four"),
    5: LazyMessage("five"),
    6: LazyMessage("six"),
    7: LazyMessage("seven"),
}


_MAIN = (
    kind(
        "X-wing",
        line="two rows, the same two columns",
        look="Pick one digit and forget the rest. Go down the rows and stop at those where it has "
        "just two places left.",
        steps=(
            "Find two rows in which the digit has two places, in the same two columns.",
            "No matter which way round, both columns get their digit from these rows.",
            "Remove the digit from the other cells of the two columns. If it has no place there, "
            "look on.",
            "Turned on its side it works as well: two columns with their places in the same two "
            "rows. Then the rows lose the digit in the other columns.",
        ),
        mistake="A third place in one of the two rows, or removing the digit from the rows. The "
        "rows keep theirs, the columns lose the rest.",
        why="Two rows need the digit twice, and only two columns have places for it. Each column "
        "has room once, so both are used up.",
        aliases=("X Wing", "Fish of size 2", "X-Flügel", "Fisch 2"),
    ),
    kind(
        "swordfish",
        line="three rows, the same three columns",
        look="Pick one digit. Look for three rows in which it has two or three places, all of them "
        "in the same three columns.",
        steps=(
            "Mark the rows in which the digit has two or three places.",
            "Find three of them that use only three columns.",
            "Remove the digit from the other cells of the three columns.",
            "Or take three columns that use only three rows.",
        ),
        mistake="To expect nine cells. Two places in each of the three rows are enough, as long as "
        "no fourth column comes in.",
        why="Three rows need the digit three times, and three columns have room for it three "
        "times. Nothing is left for other rows.",
        aliases=("Sword-Fish", "Fish of size 3", "Fisch 3"),
    ),
    kind(
        "jellyfish",
        line="four rows, the same four columns",
        look="Pick one digit that is rarely on the board yet. Look for four rows in which it uses "
        "only four columns.",
        steps=(
            "Mark the rows in which the digit has two, three or four places.",
            "Find four of them that use only four columns.",
            "Remove the digit from the other cells of the four columns.",
        ),
        mistake="To look for five or more. If five rows fit five columns, the columns that are "
        "left make a smaller one with the same result.",
        why="Four rows need the digit four times, and four columns have room for it four times.",
        aliases=("Jelly-Fish", "Fish of size 4", "Fisch 4"),
    ),
    kind(
        "finned X-wing",
        title="Finned fish",
        line="an X-wing with a place too many",
        look="Look for an X-wing that fails because of one or two more places for the digit, all "
        "in one box. Those extra places are its fin.",
        steps=(
            "Find two rows that would fit as many columns but for some extra places in one box.",
            "Either the digit is in an extra place, or the X-wing is right.",
            "Of what the X-wing would remove, remove only what also sees every extra place: it "
            "lies in their box.",
        ),
        mistake="To remove all that the X-wing would. What does not see the extra places stays.",
        why="The rows need the digit, and their columns and the extra places are all the room "
        "there is. A candidate that sees both ways out would leave them none.",
        aliases=("Finned X Wing", "X-Wing mit Finne"),
    ),
    kind(
        "franken X-wing",
        title="Franken fish",
        line="rows and a box, and as many columns",
        look="Look for rows and boxes that need a digit, and for as many columns and boxes that "
        "have room for it. Count both.",
        steps=(
            "Pick a digit. Take rows and boxes that need it, {count} in all.",
            "Find {count} columns, or columns and boxes, that have all its places there.",
            "Remove it from their other cells.",
        ),
        mistake="A cell that two of the chosen rows and boxes share. It would be counted twice.",
        why="So many rows and boxes need the digit that often, and as many columns have room for "
        "it that often.",
        aliases=("Franken X Wing",),
        under="finned X-wing",
        facts={"count": COUNTS[2]},
    ),
    kind(
        "mutant X-wing",
        title="Mutant fish",
        line="rows, columns and boxes in any mixture",
        look="Some rows, columns and boxes need a digit, and as many others have all its places.",
        steps=(
            "Choose {count} rows, columns and boxes that need the digit and share no place of it.",
            "Find {count} others that have all its places there.",
            "Remove it from the rest of these.",
        ),
        mistake="To search for it by eye. Programs find them, people hardly ever do.",
        why="What needs the digit is as many as what has room for it.",
        aliases=("Mutant X Wing",),
        under="finned X-wing",
        facts={"count": COUNTS[2]},
    ),
)
_X_WING, _SWORDFISH, _JELLYFISH, _FINNED, _FRANKEN, _MUTANT = _MAIN
ALIASES = {
    "squirmbag": ("Starfish", "Squirmbag", "Seestern"),
    "whale": ("Fish of size 6",),
    "leviathan": ("Fish of size 7",),
    "sashimi X-wing": ("Sashimi Finned X-Wing",),
    "finned swordfish": ("Finned Sword-Fish", "Schwertfisch mit Finne"),
    "finned jellyfish": ("Qualle mit Finne",),
    "franken swordfish": ("Franken Sword-Fish",),
    "mutant swordfish": ("Mutant Sword-Fish",),
    "siamese finned X-wing": ("Siamesischer Fisch", "Siamese Fish"),
}
_FIN = LazyMessage(
    "If places are left over, their fin, remove the digit only from cells that see every one of "
    "these too."
)


def _aliases(*techniques: str) -> dict[str, tuple[str, ...]]:
    return {name: ALIASES[name] for name in techniques if name in ALIASES}


def _large(size: int) -> Kind:
    """Return the kind of five or more rows."""
    name, count = NAMES[size], COUNTS[size]
    return _JELLYFISH.variant(
        name,
        line="{count} rows, the same {count} columns",
        look="Pick one digit that is rarely on the board yet. Look for {count} rows in which it "
        "uses only {count} columns.",
        steps=(
            "Count, row by row, the columns in which the digit has a place.",
            "Find {count} rows that use only {count} columns.",
            "Remove the digit from the other cells of the {count} columns.",
        ),
        mistake="To search for it. The rows and columns that are left make a smaller one with the "
        "same result, and that is easier to find.",
        why="Each of the {count} rows needs the digit, and {count} columns have room for it just "
        "as often. Nothing is left for other rows.",
        aliases=_aliases(name),
        facts={"count": count},
    )


def _finned(size: int) -> Kind:
    name, count = f"finned {NAMES[size]}", COUNTS[size]
    return _FINNED.variant(
        name,
        line="{count} rows, as many columns, and a place too many",
        look="Pick one digit. Look for {count} rows that would fit {count} columns but for one or "
        "two more places, all in one box. Those extra places are their fin.",
        steps=(
            "Find {count} rows that use only {count} columns, but for extra places in one box.",
            "Either the digit is in an extra place, or the rows fill all of these columns.",
            "Of what the columns would lose, remove only what also sees every extra place: it lies "
            "in their box.",
            "Or take {count} columns that would fit {count} rows.",
        ),
        mistake="To clear the whole columns. What does not see every extra place stays.",
        aliases=_aliases(name),
        facts={"count": count},
    )


def _sashimi(size: int) -> Kind:
    """Return the same with a base that has one place or none besides the fin."""
    name, count, finned = f"sashimi {NAMES[size]}", COUNTS[size], _finned(size)
    return _FINNED.variant(
        name,
        line="{count} rows, and a corner that is missing",
        look="Pick one digit. Look for {count} rows that would fit {count} columns but for one or "
        "two more places, all in one box. Those extra places are their fin. One of the rows has "
        "hardly a place without them.",
        steps=(
            finned.steps[0],
            "Without the extra places, one of the rows has a single place or none. That does no "
            "harm: it still needs the digit.",
            *finned.steps[1:],
        ),
        mistake="To give up because a corner is missing. The rows need no more than one place "
        "each.",
        aliases=_aliases(name),
        facts={"count": count},
    )


def _of_boxes(kind: Kind, word: str, size: int) -> Kind:
    """Return a franken or mutant kind of a size, without a fin."""
    name, count = f"{word} {NAMES[size]}", COUNTS[size]
    counted = (LazyMessage(step.message, count=count) for step in kind.steps[:2])
    return kind.variant(name, steps=(*counted, kind.steps[2]), aliases=_aliases(name))


def _with_fin(kind: Kind) -> Kind:
    """Return a franken or mutant kind with a fin."""
    name = f"finned {kind.techniques[0]}"
    return kind.variant(
        name,
        line="as many, and a place too many",
        steps=(*kind.steps[:2], _FIN),
        mistake="To remove what does not see the fin. If the fin is true, nothing is known of the "
        "rest.",
        why="Either the digit is in the fin, or as many have room for it as need it. What sees the "
        "fin and would lose the digit without it is false either way.",
        aliases=_aliases(name),
    )


_BOXED = tuple(
    kind if size == 2 else _of_boxes(kind, word, size)
    for kind, word in ((_FRANKEN, "franken"), (_MUTANT, "mutant"))
    for size in NAMES
)
_TWINS = tuple(
    f"siamese {word} {name}"
    for word in ("finned", "sashimi", "franken", "finned franken", "mutant", "finned mutant")
    for name in list(NAMES.values())[:3]
)
kinds = (
    *_MAIN[:4],
    *(_large(size) for size in NAMES if size > 4),
    *(_finned(size) for size in NAMES if size > 2),
    *(_sashimi(size) for size in NAMES),
    *_BOXED,
    *map(_with_fin, _BOXED),
    _FINNED.variant(
        *_TWINS,
        title="Siamese fish",
        line="the same rows, twice",
        look="Pick one digit. Look for rows, or boxes, that fit as many columns in two ways: with "
        "other columns each time, or with other places left over. Places that are left over are a "
        "fin.",
        steps=(
            "Find rows that fit as many columns, but for a fin.",
            "Find a second way to fit the same rows, with other columns or another fin.",
            "Remove what either of the two ways removes.",
        ),
        mistake="To mix the two ways. Each of them removes what sees its own fin.",
        why="Each of the two ways is true by itself. They have the same rows, so they count as one "
        "step.",
        aliases=_aliases(*_TWINS),
    ),
)
