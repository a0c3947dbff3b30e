"""Add many published puzzles to test the library at scale: random transformations of known puzzles.

Verdict, canonical form, grade and rating are copied from the known puzzle, so a million takes minutes.
"""

import random
import sys
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.utils import timezone
from psycopg import sql

from solver.engine import Transformation
from solver.engine.core.grid import text_of
from solver.engine.shell.progress import ProgressLine
from solver.management.base_command import SiteCommand
from solver.models import Collection, Puzzle
from solver.puzzles.catalogue import collect

CHUNK = 2_000  # rows that are written at once
SHELVED = 20_000  # puzzles of the collection
RATED = ("level", "score", "reach", "path", "rated_by")
COLUMNS = [field.attname for field in Puzzle._meta.concrete_fields]
INSERT = sql.SQL("INSERT INTO solver_puzzle ({0}) SELECT {0} FROM made ON CONFLICT DO NOTHING")
TAGS = ("stock", "even", "odd", "rare")


class Command(SiteCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", type=int)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, count: int, seed: int, **options: Any) -> None:
        known = list(Puzzle.objects.filter(box=3).exclude(tags__contains=["stock"])[:1_000])
        if not known:
            raise CommandError("the library has no 9×9 puzzle to begin with: load_starter_library")
        rng = random.Random(seed)
        shelf, _new = Collection.objects.get_or_create(
            slug="stock", defaults={"title": "Stock", "is_published": True}
        )
        with ProgressLine(sys.stderr, "puzzles", count) as progress, connection.cursor() as cursor:
            cursor.execute("CREATE TEMPORARY TABLE made (LIKE solver_puzzle INCLUDING DEFAULTS)")
            while progress.done < count:
                numbers = range(progress.done, min(progress.done + CHUNK, count))
                puzzles = [turned(rng.choice(known), rng, number) for number in numbers]
                _write(cursor, puzzles)
                if progress.done < SHELVED:
                    _shelve(shelf, puzzles)
                progress.advance(len(puzzles))


def _write(cursor: Any, puzzles: list[Puzzle]) -> None:
    """Add the puzzles that do not exist yet by COPY, which is ten times as fast as INSERT."""
    with cursor.copy(f"COPY made ({', '.join(COLUMNS)}) FROM STDIN") as copy:
        for puzzle in puzzles:
            copy.write_row([getattr(puzzle, name) for name in COLUMNS])
    cursor.execute(INSERT.format(sql.SQL(", ").join(map(sql.Identifier, COLUMNS))))
    cursor.execute("TRUNCATE made")


def _shelve(shelf: Collection, puzzles: list[Puzzle]) -> None:
    lines = [puzzle.givens for puzzle in puzzles]
    ids = Puzzle.objects.filter(shape="", givens__in=lines).values_list("pk", flat=True)
    collect(shelf.pk, list(ids))


def turned(puzzle: Puzzle, rng: random.Random, number: int) -> Puzzle:
    """Return an unsaved puzzle that is a random transformation of a puzzle, with a date within some years."""
    turn = Transformation.random(puzzle.box, rng)
    givens = [int(character) for character in puzzle.givens]
    return Puzzle(
        givens=text_of([turn.digits[givens[cell]] for cell in turn.sources]),
        box=puzzle.box,
        clue_count=puzzle.clue_count,
        verdict=puzzle.verdict,
        canonical=puzzle.canonical,
        grade=puzzle.grade,
        grade_rank=puzzle.grade_rank,
        **{name: getattr(puzzle, name) for name in RATED},
        title=f"{puzzle.title or 'Puzzle'}, turned {number:,}",
        source="Made to look at the library at scale",
        licence="",
        tags=["stock", TAGS[1 + number % 2], *(["rare"] if number % 1000 == 0 else [])],
        is_published=True,
        created_at=timezone.now() - timedelta(seconds=rng.randrange(10**8)),
    )
