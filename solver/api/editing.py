"""Edit puzzles and collections, with the same permissions as in the admin."""

from typing import Any
from uuid import UUID

from django.contrib.admin.models import CHANGE, DELETION
from django.db import IntegrityError, transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.request import Request

from solver.jobs.edits import recorded, recorded_all, recorded_order
from solver.models import Collection, Puzzle, User
from solver.models.said import said
from solver.models.validators import validate_lines
from solver.puzzles import catalogue

from .request_serializers import CollectedPuzzle, RequestSerializer, line_field, tags_field

MOST_PUZZLES = 10_000  # of a collection that is replaced by one request


def time_field() -> serializers.DateTimeField:
    return serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="When it is published by itself, for one that is not. Null: at no time.",
    )


class CollectionField(serializers.SlugField):
    """A collection, sent as its slug and read as its primary key."""

    def to_internal_value(self, data: Any) -> Any:
        collection = Collection.objects.filter(slug=super().to_internal_value(data)).first()
        if collection is None:
            raise serializers.ValidationError("there is no collection of that slug")
        return collection.pk


class PuzzleChange(RequestSerializer):
    """The texts of a puzzle that editors may change. Its givens stay, because solves depend on them."""

    title = line_field(200, allow_blank=True, required=False)
    author = line_field(200, allow_blank=True, required=False)
    source: Any = line_field(500, allow_blank=True, required=False)
    licence = line_field(200, allow_blank=True, required=False)
    notes = serializers.CharField(
        max_length=10_000, allow_blank=True, required=False, validators=[validate_lines]
    )
    tags = tags_field(help_text="All that it is to have.")
    is_published = serializers.BooleanField(required=False)
    publish_at = time_field()


class NewPuzzle(CollectedPuzzle, PuzzleChange):
    """A puzzle as text for the library: givens only, no marks. Only editors may add its texts."""


class NewCollection(RequestSerializer):
    """A collection, without its puzzles."""

    title = line_field(200)
    slug = serializers.SlugField(max_length=50, help_text="Its part of the address.")
    description = serializers.CharField(
        max_length=10_000, allow_blank=True, required=False, validators=[validate_lines]
    )
    position = serializers.IntegerField(min_value=0, max_value=32_767, required=False)
    is_published = serializers.BooleanField(required=False)
    publish_at = time_field()


class CollectionChange(NewCollection):
    """Changes to a collection."""

    title = line_field(200, required=False)
    slug = serializers.SlugField(max_length=50, required=False)


class PuzzlesSerializer(RequestSerializer):
    """The puzzles of a collection, all of them, in order."""

    puzzles = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_PUZZLES)


class Conflict(APIException):
    """409: the present state does not allow the request."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"


def editor(request: Request, *permissions: str) -> User:
    """Return the caller's account. Raise PermissionDenied if it is signed out or lacks a permission.

    A permission is named without its app. For example, `change_puzzle`.
    """
    user = request.user
    if not (isinstance(user, User) and user.has_perms([f"solver.{name}" for name in permissions])):
        raise PermissionDenied("your account may not do this; an editor's may, with its token")
    return user


@transaction.atomic
def change_puzzle(user: User, pk: UUID, change: dict[str, Any]) -> Puzzle:
    """Set the fields in `change` on a puzzle, save and log those that differ, and return the puzzle.

    Raise Http404 if there is no such puzzle.
    """
    puzzle = get_object_or_404(Puzzle.objects.select_for_update(no_key=True), pk=pk)
    changed = _set(puzzle, change)
    if changed:
        with recorded(user, puzzle):
            puzzle.save(update_fields=[*changed, "in_inbox", "publish_at"])
        catalogue.log(user, [puzzle], CHANGE, said("API: %(fields)s", fields=", ".join(changed)))
    return puzzle


@transaction.atomic
def delete_puzzle(user: User, pk: UUID) -> None:
    """Delete a puzzle and log it. Raise Conflict if it has solves: they belong to somebody, and stay."""
    puzzle = get_object_or_404(Puzzle.objects.select_for_update(), pk=pk)
    if puzzle.solves.exists():
        raise Conflict("solves hang on this puzzle, so it stays")
    catalogue.log(user, [puzzle], DELETION, said("API"))
    with recorded(user, puzzle, said(gettext_noop("Deleted: %(title)s"), title=puzzle)):
        puzzle.delete()


def _set(row: Puzzle | Collection, change: dict[str, Any]) -> list[str]:
    """Set the fields in `change` and return the names of those that differ. What is published has no time.

    Raise ValidationError if it is to have one.
    """
    changed = [name for name, value in change.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, change[name])
    if row.is_published and change.get("publish_at"):
        raise ValidationError({"publish_at": ["it is published already"]})
    row.publish_at = None if row.is_published else row.publish_at
    return changed


def save_collection(user: User, collection: Collection, change: dict[str, Any]) -> Collection:
    """Set the fields in `change` on a collection, save it and return it.

    Raise ValidationError if another collection has the slug.
    """
    _set(collection, change)
    title = said(gettext_noop("Collection: %(title)s"), title=collection.title)
    try:
        with recorded_all(user, title, collection, []):
            collection.save()
    except IntegrityError:
        message = "there is a collection of that slug"
        raise ValidationError({"slug": [message]}) from None
    return collection


def arrange(user: User, collection: Collection, puzzle_ids: list[UUID]) -> None:
    """Replace the puzzles of a collection by these, in this order.

    Raise ValidationError if a puzzle does not exist or is listed twice.
    """
    known = set(Puzzle.objects.filter(pk__in=puzzle_ids).values_list("pk", flat=True))
    unknown = [str(pk) for pk in puzzle_ids if pk not in known]
    if unknown:
        raise ValidationError({"puzzles": [f"there is no puzzle {pk}" for pk in unknown[:20]]})
    if len(known) < len(puzzle_ids):
        raise ValidationError({"puzzles": ["a puzzle is there once in a collection"]})
    with recorded_order(user, collection):
        catalogue.arrange(collection.pk, puzzle_ids)
