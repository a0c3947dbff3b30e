"""The starter library: the articles' puzzles, and own puzzles with one solution each."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from solver import engine
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import parse
from solver.engine.rating import LEVELS
from solver.models import Puzzle
from solver.models.puzzle import EARLIER, STARTER, split_title
from solver.puzzles import catalogue, seed_puzzles
from solver.puzzles.shaped_starters import SHAPED

# Titles of generated puzzles in earlier versions, whose source named a command, and since then.
OLD_NAME = re.compile(
    r"(Little|Giant|Colossus|Gentle|Easy|Steady|Moderate|Tricky|Sly|Hard|Tough|Fiendish) \d+"
)
NAME_BY_RULE = re.compile(
    r"(Singles in (boxes|rows|columns|cells)|Pointing|Claiming|Pairs and triples|Enclosed sets"
    r"|Needs a guess) \d+"
)
OLD_NOTE = re.compile(
    r" (No rule solves it without a guess|The hardest rule that it takes: [^.]*)\.$"
)


@dataclass(frozen=True)
class Starter:
    """A puzzle of the starter library, and the method that shows it best."""

    title: str
    givens: str
    level: str  # "" if the board is too large for one
    method: str = "combos"
    note: str = ""
    source: str = "Made for this site"
    was: tuple[str, ...] = ()  # its titles in earlier versions
    shape: str = ""  # of a board that is not plain

    @property
    def grid(self) -> engine.Grid:
        if not self.shape:
            return engine.read_line(self.givens)
        return engine.Grid(parse(self.shape), tuple(map(ALPHABET.index, self.givens)))


EXAMPLES = (
    Starter(
        "Article puzzle 000",
        "029000008030000010000520097070056100000000000006310070760041000050000020800000630",
        "medium",
        "combos",
        _("Enclosed combos alone, in 15 iterations"),
        "Article 000, “A new set-based T-SQL solution for Sudoku puzzle”",
    ),
    Starter(
        "Article puzzle 001",
        "500000002000560073090200005003008400068000730004100800300001060680092000400000007",
        "hard",
        "guessing",
        _("Combos get stuck here; a guess gets further"),
        "Article 001, the puzzle of its insert statements",
    ),
    Starter(
        "AlEscargot",
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
        "extreme",
        "guessing",
        _("23 givens, once called the hardest Sudoku"),
        "Article 004, Figure 1",
    ),
    Starter(
        "Medium 75",
        "000000000020007000030001008506020000007800002080005007400080600600000503800010070",
        "medium",
        "combos",
        _("19 iterations without a guess"),
        was=("Slow unwinding",),
    ),
    Starter(
        "Unfair 27",
        "248710300030005070007000000000000804080100000005067010300070000009000740000982035",
        "unfair",
        "guessing",
        _("28 givens, and the articles’ rules have to guess"),
        was=("Stubborn", "Unfair 23"),
    ),
)

STARTERS = (
    *EXAMPLES,
    Starter(
        "4×4, no. 41",
        "0030040002001000",
        "easy",
        was=("Little one", "4×4 of four givens, no. 1"),
    ),
    Starter(
        "4×4, no. 42",
        "0100002000024000",
        "easy",
        was=("Little two", "4×4 of four givens, no. 2"),
    ),
    Starter(
        "4×4, no. 43",
        "3020000000040100",
        "easy",
        was=("Little three", "4×4 of four givens, no. 3"),
    ),
    Starter(
        "Easy 363",
        "400300500592480067030079210013800000245900030069030400000200075000640102020000800",
        "easy",
        was=("Morning", "36 givens, no. 1"),
    ),
    Starter(
        "Easy 364",
        "060010007032000169107900300300600070700324900604081030040130008010075023200000001",
        "easy",
        was=("Noon", "36 givens, no. 2"),
    ),
    Starter(
        "Easy 365",
        "060205000000600250527340090056124039003090520000030000630900047700083000900060085",
        "easy",
        was=("Afternoon", "36 givens, no. 3"),
    ),
    Starter(
        "Easy 366",
        "507600834000097020210000009700006100000004000000200700000819350005032000003000008",
        "easy",
        was=("Evening", "28 givens, no. 1"),
    ),
    Starter(
        "Easy 367",
        "008050073009030004004000205000010000000800090000004706005070062087600009060901007",
        "easy",
        was=("Night", "28 givens, no. 2"),
    ),
    Starter(
        "Extreme 20",
        "500000000000003090030782000200800004080004560015000000040000107000036000020400080",
        "extreme",
        was=("Dead end", "Stalls early", "24 givens, no. 1"),
    ),
    Starter(
        "Medium 76",
        "000060007050002000008003000000020093700800050004007000400016002001000000503004910",
        "medium",
        was=("Long way", "17 iterations long", "24 givens, no. 2"),
    ),
    Starter(
        "Easy 368",
        "300600490000381000000050006206800900004010003000007000080900010400008000050000000",
        "easy",
        was=("Bare", "23 givens"),
    ),
    Starter(
        "16×16, no. 13",
        "091000CF50083D000E00D300FA40000704A00100B00G6005GD0006050092040F0000250037G0080008F60700A0CD52E0"
        "0051CBD000047093907000001500B000060E3G70000B0109512900B00860030070G000F09000C0B00A041259D0078000"
        "AF48000000B3E00000DC000200710F08000G00A82E56003C6500B00C84000000",
        "",
        was=("Sixteen", "16×16 of 120 givens"),
    ),
)


OF_SHAPES = tuple(
    Starter(f"{title} {number}", givens, level, shape=shape)
    for title, (shape, puzzles) in SHAPED.items()
    for number, (level, givens) in enumerate(puzzles, 1)
)


def texts() -> Iterator[str]:
    """Yield each title, without its number, and each source of the starter library."""
    named = [(starter.title, starter.source) for starter in (*STARTERS, *OF_SHAPES)]
    named += [(puzzle.title, puzzle.source) for puzzle in seed_puzzles.puzzles()]
    for title, source in named:
        yield from (split_title(title)[0], source)


def load_starters() -> int:
    """Add missing puzzles of the starter library and return how many. Editors' changes stay."""
    # Seed puzzles first, because lists show the newest first. Examining takes some time, without an open
    # transaction.
    return _add_seed_puzzles() + _add_starters()


def _add_starters() -> int:
    """Add missing starters. Examine those left unexamined by earlier versions, and rename theirs."""
    lines = {starter.grid.line: starter for starter in (*STARTERS, *OF_SHAPES)}
    rows = Puzzle.objects.filter(givens__in=[starter.grid.text for starter in lines.values()])
    stored = {puzzle.line: puzzle for puzzle in rows if puzzle.line in lines}
    new = [_of(starter) for line, starter in lines.items() if line not in stored]
    renamed = [puzzle for puzzle in stored.values() if puzzle.title in lines[puzzle.line].was]
    old = [puzzle for puzzle in stored.values() if puzzle.verdict == Puzzle.Verdict.UNKNOWN]
    catalogue.examine([*new, *old])
    for puzzle in renamed:
        _retitle(puzzle, lines[puzzle.line].title)
    with transaction.atomic():
        catalogue.add(new)
    Puzzle.objects.bulk_update(
        sorted({*renamed, *old}, key=lambda puzzle: puzzle.givens),  # the order of locks
        ("title", "notes", "verdict", "canonical", "grade", "grade_rank"),
    )
    return len(new)


def _of(starter: Starter) -> Puzzle:
    return Puzzle.of(
        starter.grid,
        # Upkeep rates the puzzle. Until then a list shows this.
        level=LEVELS.index(starter.level) + 1 if starter.level else None,
        title=starter.title,
        source=starter.source,
        notes=starter.note,
        is_published=True,
        tags=[STARTER],
    )


def _add_seed_puzzles() -> int:
    """Add missing seed puzzles in a few queries and return how many."""
    puzzles = {puzzle.givens: puzzle for puzzle in seed_puzzles.puzzles()}
    stored = Puzzle.objects.filter(shape="", givens__in=puzzles)
    _rename(stored, puzzles)
    for givens in stored.values_list("givens", flat=True):
        del puzzles[givens]
    for puzzle in puzzles.values():
        puzzle.canonical = catalogue.canonical_line(puzzle.grid)
    in_order = sorted(puzzles.values(), key=lambda puzzle: puzzle.givens)  # the order of locks
    Puzzle.objects.bulk_create(in_order, ignore_conflicts=True)
    return len(puzzles)


def _rename(stored: QuerySet[Puzzle], puzzles: Mapping[str, Puzzle]) -> None:
    """Rename puzzles of earlier versions."""
    by_command = Q(source__startswith=f"{seed_puzzles.SOURCE} by ")
    old = list(
        stored.filter(by_command | Q(title__regex=f"^({NAME_BY_RULE.pattern})$")).order_by("givens")
    )
    for puzzle in old:
        known = puzzles[puzzle.givens]
        is_oldest = puzzle.source != known.source and OLD_NAME.fullmatch(puzzle.title)
        puzzle.source = known.source
        if is_oldest or NAME_BY_RULE.fullmatch(puzzle.title):
            _retitle(puzzle, known.title)
    Puzzle.objects.bulk_update(old, ("title", "source", "notes"), batch_size=200)


def _retitle(puzzle: Puzzle, title: str) -> None:
    """Give a puzzle a new title. Its notes keep the old one, and so a search still finds it."""
    notes = OLD_NOTE.sub("", puzzle.notes)
    puzzle.notes = f"{notes} {EARLIER}{puzzle.title}".strip()
    puzzle.title = title
