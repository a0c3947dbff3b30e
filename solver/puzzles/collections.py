"""Collections: an account's own, found by their owner alone and filled with any puzzle; and those that a file
was written from, made again.
"""

import itertools
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from solver import engine
from solver.models import Collection, Membership, Puzzle, User
from solver.puzzles import catalogue

LONGEST_SLUG = 40  # characters, which leaves room for a number


class CollectionFull(Exception):
    """There is no room for one more; says so in a sentence."""


def collections_of(user: User) -> QuerySet[Collection]:
    """Those of an account by title, each with its `count` of puzzles."""
    mine = Collection.owned.filter(owner=user)
    return mine.annotate(count=Count("membership")).order_by("title", "pk")


def create(user: User, title: str) -> Collection:
    """A new one, empty; raises IsFull."""
    if Collection.owned.filter(owner=user).count() >= Collection.MOST:
        most = Collection.MOST
        message = ngettext(
            "An account can have %(most)s collection.",
            "An account can have up to %(most)s collections.",
            most,
        )
        raise CollectionFull(message % {"most": most})
    return Collection.owned.create(owner=user, title=title, slug=secrets.token_hex(8))


def from_file(told: Mapping[str, Any]) -> Collection:
    """The collection of which a file tells, not saved; GridError, saying why, where there cannot be one."""
    title, slug, about = (told.get(name) or "" for name in ("title", "slug", "description"))
    if not all(isinstance(text, str) for text in (title, slug, about)):
        raise engine.GridError(_("the title of its collection is not text"))
    collection = Collection(
        title=title,
        slug=_free(slugify(slug or title) or "collection"),
        description=about,
        position=told.get("position") or 0,
        is_published=told.get("published") is True,
    )
    try:
        collection.full_clean()
    except ValidationError as error:
        raise engine.GridError("; ".join(error.messages)) from None
    return collection


def create_from_file(told: Mapping[str, Any]) -> Collection:
    collection = from_file(told)
    collection.save()
    return collection


def _free(slug: str) -> str:
    """The slug, or with a number behind it where there is a collection of that name."""
    slug = slug[:LONGEST_SLUG]
    taken = set(
        Collection._base_manager.filter(slug__startswith=slug).values_list("slug", flat=True)
    )
    numbered = (f"{slug}-{number}" for number in itertools.count(2))
    return slug if slug not in taken else next(name for name in numbered if name not in taken)


@transaction.atomic
def add_puzzle(collection: Collection, grid: engine.Grid) -> bool:
    """Put a puzzle at the end, kept if it was not known yet; False where it is there. Raises IsFull."""
    ids = catalogue.add([_known_of(grid)])
    there = catalogue.members_of(collection.pk)
    if there.count() >= Collection.MOST_PUZZLES and not there.filter(puzzle__in=ids.values()):
        most = Collection.MOST_PUZZLES
        message = ngettext(
            "A collection can contain %(most)s puzzle.",
            "A collection can contain up to %(most)s puzzles.",
            most,
        )
        raise CollectionFull(message % {"most": most})
    return bool(catalogue.collect(collection.pk, list(ids.values())))


def puzzles_of(collection: Collection) -> list[Puzzle]:
    """In the order in which they were put there; an editor's draft without the title that it has."""
    rows = Membership.objects.filter(collection=collection).select_related("puzzle")
    puzzles = [row.puzzle for row in rows.order_by("position", "pk")]
    for puzzle in puzzles:
        puzzle.title = puzzle.title if puzzle.is_published else ""
    return puzzles


def _known_of(grid: engine.Grid) -> Puzzle:
    """As the library would keep it, without being published; so it is rated too, as soon as there is time."""
    puzzle = Puzzle.of(grid, in_inbox=True)
    is_known = Puzzle.objects.filter(givens=grid.text).exists()
    if not is_known and grid.box <= catalogue.LARGEST_BOX:
        with suppress(engine.BudgetSpent):
            catalogue.examine([puzzle])
    return puzzle
