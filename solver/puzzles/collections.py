"""Collections of accounts, which only their owners see, and collections created from files."""

import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _, ngettext

from solver import engine
from solver.engine.ladder.search import LARGEST
from solver.models import Collection, Membership, Puzzle, User
from solver.puzzles import catalogue

GERMAN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "/": " "}
)
# An issue's number with its year, as in `3/2026`.
IN_A_YEAR = re.compile(r"(.*\D|)(\d{1,3})(\s*[/.,–-]\s*(?:19|20)\d\d(?:\D.*|))", re.DOTALL)
LONGEST_END = 20  # characters behind the number of an issue


class CollectionFull(Exception):
    """No further collection or puzzle is allowed. The message is a sentence."""


def collections_of(user: User) -> QuerySet[Collection]:
    """Return an account's collections by title, each with `count`, the number of its puzzles."""
    owned = Collection.owned.filter(owner=user)
    return owned.annotate(count=Count("membership")).order_by("title", "pk")


def create(user: User, title: str) -> Collection:
    """Create an empty collection for an account. Raise CollectionFull if it has MOST already."""
    if Collection.owned.filter(owner=user).count() >= Collection.MOST:
        most = Collection.MOST
        message = ngettext(
            "An account can have %(most)s collection.",
            "An account can have up to %(most)s collections.",
            most,
        )
        raise CollectionFull(message % {"most": most})
    return Collection.owned.create(owner=user, title=title, slug=secrets.token_hex(8))


def from_file(fields: Mapping[str, Any]) -> Collection:
    """Return the unsaved collection that a file describes. Raise GridError with a sentence if invalid."""
    title, slug, about = (fields.get(name) or "" for name in ("title", "slug", "description"))
    if not all(isinstance(text, str) for text in (title, slug, about)):
        raise engine.GridError(_("the title of its collection is not text"))
    collection = Collection(
        title=title,
        slug=slug_of(slug or title),
        description=about,
        position=fields.get("position") or 0,
        is_published=fields.get("published") is True,
    )
    try:
        collection.full_clean()
    except ValidationError as error:
        raise engine.GridError("; ".join(error.messages)) from None
    return collection


def create_from_file(fields: Mapping[str, Any]) -> Collection:
    collection = from_file(fields)
    collection.save()
    return collection


def slug_of(title: str) -> str:
    """Return a slug that reads like a title and that no collection has. German letters become two."""
    return catalogue.free_slug(slugify(title.translate(GERMAN)) or "collection")


def next_title(title: str) -> str:
    """Return the title of the next issue: its last number that is no year behind another is one higher.

    Return "" if it has none.
    """
    found = IN_A_YEAR.fullmatch(title) or re.fullmatch(r"(.*\D|)(\d{1,6})(\D*)", title, re.DOTALL)
    if not found or len(found[3]) > LONGEST_END:
        return ""
    return f"{found[1]}{str(int(found[2]) + 1).zfill(len(found[2]))}{found[3]}"


@transaction.atomic
def add_puzzle(collection: Collection, grid: engine.Grid) -> bool:
    """Append a puzzle, new or stored, to an account's collection. Return False if it is there already.

    Raise CollectionFull if the collection is full.
    """
    ids = catalogue.add([_known_of(grid)])
    members = catalogue.members_of(collection.pk)
    if members.count() >= Collection.MOST_PUZZLES and not members.filter(puzzle__in=ids.values()):
        most = Collection.MOST_PUZZLES
        message = ngettext(
            "A collection can contain %(most)s puzzle.",
            "A collection can contain up to %(most)s puzzles.",
            most,
        )
        raise CollectionFull(message % {"most": most})
    return bool(catalogue.collect(collection.pk, list(ids.values())))


def puzzles_of(collection: Collection) -> list[Puzzle]:
    """Return the puzzles of a collection in order. Titles of unpublished puzzles are removed."""
    rows = Membership.objects.filter(collection=collection).select_related("puzzle")
    puzzles = [row.puzzle for row in rows.order_by("position", "pk")]
    for puzzle in puzzles:
        puzzle.title = puzzle.title if puzzle.is_published else ""
    return puzzles


def _known_of(grid: engine.Grid) -> Puzzle:
    """Return an unsaved puzzle for the inbox, examined if it is new. The site rates it later."""
    puzzle = Puzzle.of(grid, in_inbox=True)
    is_known = Puzzle.objects.filter(**Puzzle.identity(grid)).exists()
    if not is_known and grid.size <= LARGEST:
        with suppress(engine.BudgetSpent):
            catalogue.examine([puzzle])
    return puzzle
