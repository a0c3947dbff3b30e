"""Cells of the list of puzzles that are edited in place, each saved by itself.

A cell is a link to the field on the puzzle's page. `cells.js` puts an input in its place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from solver.jobs.bulk_update import set_level
from solver.jobs.edits import recorded
from solver.models import Puzzle, User
from solver.models.puzzle import LEVELS
from solver.puzzles import catalogue

from .fields import TagsField
from .history_restore import change_message

NONE = "–"
FIELDS = {
    "title": gettext_lazy("title"),
    "tags": gettext_lazy("tags"),
    "level": gettext_lazy("level"),
    "is_published": gettext_lazy("published"),
}
# What can be chosen in a cell, by field.
CHOICES: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "level": lambda: [("", _("as computed")), *((str(n), capfirst(str(w))) for n, w in LEVELS)],
    "is_published": lambda: [("1", _("published")), ("", _("not published"))],
}


@dataclass(frozen=True)
class Edit:
    """A new value of a cell, and the value when the list was drawn."""

    field: str
    value: str
    was: str


def value_of(puzzle: Puzzle, field: str) -> str:
    """Return what stands in the input of a cell."""
    match field:
        case "tags":
            return ", ".join(puzzle.tags)
        case "level":
            return str(puzzle.level) if puzzle.is_level_set else ""
        case "is_published":
            return "1" if puzzle.is_published else ""
    return puzzle.title


def cell(puzzle: Puzzle, field: str, shown: Any) -> SafeString:
    """Return a cell as HTML."""
    address = f"{reverse('admin:solver_puzzle_change', args=[puzzle.pk])}#id_{field}"
    template = '<a class="cell" href="{}" data-cell="{}" data-field="{}" data-value="{}">{}</a>'
    empty = format_html('<span class="unseen">{}</span>{}', FIELDS[field], NONE)
    return format_html(template, address, puzzle.pk, field, value_of(puzzle, field), shown or empty)


def cell_view(admin: Any, request: HttpRequest, pk: UUID) -> JsonResponse:
    """Save a cell if it is as it was when the editor saw it. Answer what is in it now.

    Else answer an error: what is wrong with the value, or what another editor has written meanwhile.
    """
    if request.method != "POST" or not admin.has_change_permission(request):
        raise PermissionDenied
    edit = Edit(*(str(request.POST.get(name, "")) for name in ("field", "value", "was")))
    if edit.field not in FIELDS:
        raise Http404("there is no such cell")
    with transaction.atomic():
        locked = catalogue.lock(Puzzle.objects.filter(pk=pk))
        if not locked:
            return _answer(_("The puzzle is no longer there."))
        [puzzle] = locked
        now = value_of(puzzle, edit.field)
        if now != edit.was:
            return _answer(_say_conflict(puzzle, now), now, admin.shown(puzzle, edit.field))
        try:
            with recorded(request.user, puzzle):
                _save(request, puzzle, edit)
        except ValidationError as error:
            return _answer(" ".join(error.messages))
    return _answer("", value_of(puzzle, edit.field), admin.shown(puzzle, edit.field))


def _answer(error: str, value: str | None = None, shown: Any = "") -> JsonResponse:
    return JsonResponse({"error": error, "value": value, "shown": str(shown)})


def _say_conflict(puzzle: Puzzle, now: str) -> str:
    newest = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Puzzle), object_id=str(puzzle.pk)
    ).order_by("-action_time")
    entry = newest.select_related("user").first()
    who = entry.user.get_username() if entry else _("Somebody")
    text = _("%(who)s has changed this to “%(value)s” meanwhile, so yours was not saved.")
    return text % {"who": who, "value": now or NONE}


def _save(request: HttpRequest, puzzle: Puzzle, edit: Edit) -> None:
    """Save the value of a cell and log it. Raise ValidationError if it is wrong."""
    before, value = {edit.field: getattr(puzzle, edit.field)}, _clean(edit)
    if edit.field == "level":
        set_level([puzzle], value)
    else:
        setattr(puzzle, edit.field, value)
        puzzle.save(update_fields=[edit.field, "in_inbox", "publish_at"])
    message = change_message(before, {edit.field: getattr(puzzle, edit.field)})
    assert isinstance(request.user, User)  # ensured by the permission
    LogEntry.objects.log_actions(request.user.pk, [puzzle], CHANGE, message)


def _clean(edit: Edit) -> Any:
    """Return the value of a cell as the puzzle has it. Raise ValidationError if it is wrong."""
    if edit.field in CHOICES and edit.value not in dict(CHOICES[edit.field]()):
        raise ValidationError(_("This is none of the choices."))
    match edit.field:
        case "tags":
            return TagsField(required=False).clean(edit.value)
        case "level":
            return int(edit.value) if edit.value else None
        case "is_published":
            return bool(edit.value)
    title = Puzzle._meta.get_field("title")
    return title.clean(forms.CharField(required=False).clean(edit.value), None)
