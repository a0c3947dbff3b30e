"""Texts of a puzzle as they were before a change, had back from its history."""

import json
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from solver.models import Puzzle, User
from solver.puzzles import catalogue

TEXTS = ("title", "author", "source", "licence", "notes", "tags")  # that can be had back


def texts_before(entry: LogEntry) -> dict[str, Any]:
    """What the texts were that a change made others; empty where the history does not know."""
    try:
        told = json.loads(entry.change_message or "[]")
    except ValueError:
        return {}  # a sentence
    found = [part["before"] for part in told if "before" in part] if isinstance(told, list) else []
    return {name: text for each in found for name, text in each.items() if name in TEXTS}


@transaction.atomic
def restore(puzzle_id: Any, entry_id: int, user: User) -> Puzzle:
    """Let these texts be what they were before that change; which is a change that can be restored itself.

    Http404 where this puzzle has no such entry; ValidationError where a text is no longer allowed.
    """
    kind = ContentType.objects.get_for_model(Puzzle)
    entry = LogEntry.objects.filter(
        pk=entry_id, content_type=kind, object_id=str(puzzle_id), action_flag=CHANGE
    ).first()
    texts = texts_before(entry) if entry else {}
    held = catalogue.lock(Puzzle.objects.filter(pk=puzzle_id))
    if not texts or not held:
        raise Http404("there is nothing to restore")
    [puzzle] = held
    before = {name: getattr(puzzle, name) for name in texts}
    for name, text in texts.items():
        setattr(puzzle, name, text)
    puzzle.clean_fields(
        exclude=[field.name for field in Puzzle._meta.fields if field.name not in texts]
    )
    puzzle.save(update_fields=list(texts))
    message = json.dumps(told_change(before, texts), ensure_ascii=False)
    catalogue.log(user, [puzzle], CHANGE, message)
    return puzzle


def told_change(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, dict[str, Any]]]:
    """As the history keeps it: in short what changed, and what each text was, which Django leaves unread."""
    changed = [f"{name}: “{shorten(before[name])}” → “{shorten(after[name])}”" for name in after]
    texts = {
        name: before[name] or ([] if name == "tags" else "") for name in TEXTS if name in before
    }
    return [{"changed": {"fields": changed}}, *([{"before": texts}] if texts else [])]


def shorten(value: Any) -> str:
    text = ", ".join(value) if isinstance(value, list) else str(value or "")
    return text if len(text) <= 60 else f"{text[:60]}…"


def error_message(error: ValidationError) -> str:
    return _("Not restored: %(why)s") % {"why": " ".join(error.messages)}
