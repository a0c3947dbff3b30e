"""Merge puzzles of the library that are twins.

A solve names the cells of the puzzle that was solved, so it cannot move to a twin. A merged puzzle with solves
leaves the library and keeps them, and the page of the puzzle that stays shows them.
"""

from collections import defaultdict

from django.contrib.admin.models import CHANGE, DELETION
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from solver.models import Collection, DailyPuzzle, Job, Membership, Puzzle
from solver.models.puzzle import KEPT
from solver.models.said import said
from solver.puzzles import catalogue

TEXTS = ("title", "author", "source", "licence", "notes")


def with_twins(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """Return these puzzles and all their equivalents in the library."""
    lines = puzzles.exclude(canonical="").values_list("canonical", flat=True)
    return Puzzle.objects.filter(KEPT, canonical__in=list(lines))


def merge(job: Job, puzzles: list[Puzzle]) -> list[Puzzle]:
    """Merge each group of equivalent puzzles into one: the oldest published one, or else the oldest.

    The puzzles must be locked. Return all puzzles of such groups.
    """
    by_form: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda puzzle: (not puzzle.is_published, puzzle.created_at)):
        by_form[puzzle.canonical].append(puzzle)
    changed: list[Puzzle] = []
    for main, *others in by_form.values():
        if others:
            _merge(job, main, others)
            changed += [main, *others]
    return changed


def _merge(job: Job, main: Puzzle, others: list[Puzzle]) -> None:
    for name in TEXTS:
        texts = (getattr(puzzle, name) for puzzle in (main, *others))
        setattr(main, name, next(filter(None, texts), ""))
    main.tags = list(dict.fromkeys(tag for puzzle in (main, *others) for tag in puzzle.tags))
    main.save(update_fields=[*TEXTS, "tags"])
    _move_places(main, others)
    DailyPuzzle.objects.filter(puzzle__in=others).update(puzzle=main)
    names = ", ".join(str(puzzle) for puzzle in others)
    note = said(gettext_noop("Duplicates merged: %(names)s"), names=names)
    catalogue.log(job.owner, [main], CHANGE, note, job)
    note = said(gettext_noop("Merged into: %(name)s"), name=main)
    catalogue.log(job.owner, others, DELETION, note, job)
    merged = Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in others])
    merged.filter(solves=None).delete()
    merged.update(in_inbox=True, dismissed_at=Now(), is_published=False, tags=[], job=None)


def _move_places(main: Puzzle, others: list[Puzzle]) -> None:
    """Move the others' places in collections to `main`, unless it is in the collection already."""
    places = Membership.objects.filter(puzzle__in=others)
    # The base manager has the collections of accounts too.
    shelves = Collection._base_manager.filter(pk__in=places.values("collection")).order_by("pk")
    for shelf in shelves.select_for_update(no_key=True):
        their_places = places.filter(collection=shelf)
        if not Membership.objects.filter(collection=shelf, puzzle=main).exists():
            Membership.objects.filter(pk=their_places.values("pk")[:1]).update(puzzle=main)
        their_places.delete()
