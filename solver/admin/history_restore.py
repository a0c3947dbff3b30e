"""Restore the texts of a puzzle from before a change, which its history keeps."""

import json
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from solver.jobs.edits import recorded
from solver.models import Puzzle, User
from solver.models.puzzle import LEVELS
from solver.models.said import Said
from solver.puzzles import catalogue

TEXTS = ("title", "author", "source", "licence", "notes", "tags")  # that can be restored


def texts_before(entry: LogEntry) -> dict[str, Any]:
    """Return the texts of a puzzle from before the change that a log entry records, by field name.

    Return {} if the entry does not have them.
    """
    try:
        parts = json.loads(entry.change_message or "[]")
    except ValueError:
        return {}  # the message is a sentence
    earlier = (
        [part["before"] for part in parts if "before" in part] if isinstance(parts, list) else []
    )
    return {name: text for texts in earlier for name, text in texts.items() if name in TEXTS}


def words_of(entry: LogEntry) -> tuple[str, str]:
    """Return what a log entry says, and the id of the job that did it or an empty string."""
    about = facts_of(entry)
    if words := about.get("words"):  # facts, or what an earlier version has written
        return Said.of(words) if isinstance(words, list) else words, about.get("job", "")
    if values := about.get("values"):
        return "; ".join(_said_change(name, *pair) for name, pair in values.items()), ""
    return entry.get_change_message() or str(entry.get_action_flag_display()), ""


def facts_of(entry: LogEntry) -> dict[str, Any]:
    """Return the facts with which the message of a log entry begins, or {} if it is a sentence."""
    if not entry.change_message.startswith("[{"):
        return {}
    about: dict[str, Any] = json.loads(entry.change_message)[0]
    return about


def _said_change(name: str, old: str, new: str) -> str:
    field = capfirst(getattr(Puzzle._meta.get_field(name), "verbose_name", name))
    words = {"field": field, "old": _in_words(name, old), "new": _in_words(name, new)}
    return _("%(field)s: “%(old)s” → “%(new)s”") % words


def _in_words(name: str, value: str) -> str:
    """Return a shortened value as people see it: a level or a yes by its name, and nothing as a dash."""
    named: dict[str, Any] = {"": "–"}
    if name == "level":
        named |= {str(number): level for number, level in LEVELS}
    elif name == "is_published":
        named["True"] = _("yes")
    return str(named.get(value, value))


@transaction.atomic
def restore(puzzle_id: Any, entry_id: int, user: User) -> Puzzle:
    """Restore a puzzle's texts from before the change that a log entry records, and return the puzzle.

    It is logged as a change that can be restored itself. Raise Http404 if the puzzle has no entry with this id
    and with texts, and ValidationError if a text is no longer valid.
    """
    model = ContentType.objects.get_for_model(Puzzle)
    entry = LogEntry.objects.filter(
        pk=entry_id, content_type=model, object_id=str(puzzle_id), action_flag=CHANGE
    ).first()
    texts = texts_before(entry) if entry else {}
    locked = catalogue.lock(Puzzle.objects.filter(pk=puzzle_id))
    if not texts or not locked:
        raise Http404("there is nothing to restore")
    [puzzle] = locked
    before = {name: getattr(puzzle, name) for name in texts}
    for name, text in texts.items():
        setattr(puzzle, name, text)
    puzzle.clean_fields(
        exclude=[field.name for field in Puzzle._meta.fields if field.name not in texts]
    )
    with recorded(user, puzzle):
        puzzle.save(update_fields=list(texts))
    message = change_message(before, texts)
    LogEntry.objects.log_actions(user.pk, [puzzle], CHANGE, message, single_object=True)
    return puzzle


def change_message(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a change message for Django's log: the changes in short, and the old texts.

    Django ignores these.
    """
    values = {name: (shorten(before[name]), shorten(after[name])) for name in after}
    changed = [f"{name}: “{old}” → “{new}”" for name, (old, new) in values.items()]
    texts = {
        name: before[name] or ([] if name == "tags" else "") for name in TEXTS if name in before
    }
    about = {"changed": {"fields": changed}, "values": values}
    return [about, *([{"before": texts}] if texts else [])]


def shorten(value: Any) -> str:
    """Return a value as text, a list with commas. A text above 60 characters is cut there and ends with `…`."""
    text = ", ".join(value) if isinstance(value, list) else str(value or "")
    return text if len(text) <= 60 else f"{text[:60]}…"


def error_message(error: ValidationError) -> str:
    return _("Not restored: %(why)s") % {"why": " ".join(error.messages)}
