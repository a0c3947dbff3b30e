"""The starter library: the articles' puzzles, and the project's own with one solution each."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_noop as _

from solver import engine
from solver.library import stock
from solver.library.catalogue import canonical_line
from solver.models import Puzzle


@dataclass(frozen=True)
class Starter:
    """A puzzle that a new site begins with, and the method that shows it best."""

    title: str
    givens: str
    method: str
    note: str
    source: str = "Made for this site"


EXAMPLES = (
    Starter(
        "Article puzzle 000",
        "029000008030000010000520097070056100000000000006310070760041000050000020800000630",
        "combos",
        _("Enclosed combos alone, in 15 iterations"),
        "Article 000, “A new set-based T-SQL solution for Sudoku puzzle”",
    ),
    Starter(
        "Article puzzle 001",
        "500000002000560073090200005003008400068000730004100800300001060680092000400000007",
        "guessing",
        _("Combos stall here; a guess goes on"),
        "Article 001, the puzzle of its insert statements",
    ),
    Starter(
        "AlEscargot",
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
        "guessing",
        _("23 givens, once called the hardest"),
        "Article 004, Figure 1",
    ),
    Starter(
        "Slow unwinding",
        "000000000020007000030001008506020000007800002080005007400080600600000503800010070",
        "combos",
        _("19 iterations without a guess"),
    ),
    Starter(
        "Stubborn",
        "248710300030005070007000000000000804080100000005067010300070000009000740000982035",
        "guessing",
        _("28 givens, and still no way without a guess"),
    ),
)

STARTERS = (
    *EXAMPLES,
    Starter("Little one", "0030040002001000", "combos", "4×4, four givens"),
    Starter("Little two", "0100002000024000", "combos", "4×4, four givens"),
    Starter("Little three", "3020000000040100", "combos", "4×4, four givens"),
    Starter(
        "Morning",
        "400300500592480067030079210013800000245900030069030400000200075000640102020000800",
        "combos",
        "36 givens",
    ),
    Starter(
        "Noon",
        "060010007032000169107900300300600070700324900604081030040130008010075023200000001",
        "combos",
        "36 givens",
    ),
    Starter(
        "Afternoon",
        "060205000000600250527340090056124039003090520000030000630900047700083000900060085",
        "combos",
        "36 givens",
    ),
    Starter(
        "Evening",
        "507600834000097020210000009700006100000004000000200700000819350005032000003000008",
        "combos",
        "28 givens",
    ),
    Starter(
        "Night",
        "008050073009030004004000205000010000000800090000004706005070062087600009060901007",
        "combos",
        "28 givens, 15 iterations",
    ),
    Starter(
        "Dead end",
        "500000000000003090030782000200800004080004560015000000040000107000036000020400080",
        "combos",
        "24 givens, stalls early",
    ),
    Starter(
        "Long way",
        "000060007050002000008003000000020093700800050004007000400016002001000000503004910",
        "combos",
        "24 givens, 17 iterations",
    ),
    Starter(
        "Bare",
        "300600490000381000000050006206800900004010003000007000080900010400008000050000000",
        "combos",
        "23 givens",
    ),
    Starter(
        "Sixteen",
        "091000CF50083D000E00D300FA40000704A00100B00G6005GD0006050092040F0000250037G0080008F60700A0CD52E0"
        "0051CBD000047093907000001500B000060E3G70000B0109512900B00860030070G000F09000C0B00A041259D0078000"
        "AF48000000B3E00000DC000200710F08000G00A82E56003C6500B00C84000000",
        "combos",
        "16×16, 120 givens",
    ),
)


def load_starters() -> int:
    """Add the starters that are not there yet; returns how many that were. Editors' changes stay."""
    # The stock first: what is newest comes first in lists. Its canonical forms take a while, in which no
    # transaction may stand open.
    return _add_stock() + _add_starters()


@transaction.atomic
def _add_starters() -> int:
    added = 0
    for starter in STARTERS:
        _puzzle, is_new = Puzzle.objects.get_or_create(
            givens=engine.read_line(starter.givens).text,
            defaults={
                "title": starter.title,
                "source": starter.source,
                "notes": starter.note,
                "is_published": True,
                "tags": ["starter"],
            },
        )
        added += is_new
    return added


def _add_stock() -> int:
    """Add the generated puzzles that are not there yet, in a few queries; returns how many that were."""
    puzzles = {puzzle.givens: puzzle for puzzle in stock.puzzles()}
    there = Puzzle.objects.filter(givens__in=puzzles).values_list("givens", flat=True)
    for givens in there:
        del puzzles[givens]
    for puzzle in puzzles.values():
        puzzle.canonical = canonical_line(puzzle.grid)
    in_order = sorted(puzzles.values(), key=lambda puzzle: puzzle.givens)  # as imports do
    Puzzle.objects.bulk_create(in_order, ignore_conflicts=True)
    return len(puzzles)
