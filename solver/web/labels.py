"""Labels and phrases that several pages share."""

import re
from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.methods import best, ladder
from solver.sets.lesson_texts import lesson_texts

MOST_WAITING = 1_000  # waiting solves or jobs that are counted


def say_rule(name: str) -> str:
    """Return the label of a technique. For example, `hidden single` becomes `Hidden single`."""
    return capfirst(_(name))


def technique_href(name: str) -> str:
    """Return the address of a technique's page, or "" if it has none."""
    return reverse("technique", args=[slugify(name)]) if name in engine.techniques() else ""


def say_method(name: str, options: Mapping[str, Any] | None = None) -> str:
    """Return the title of a method in the language of the page, which may depend on its options."""
    if name == best.method.name and (options or {}).get("first") == ladder.method.name:
        return _("Step by step, as a person would")
    return _(engine.methods()[name].title)


def say_lesson(name: str) -> str:
    """Return the title of a lesson on sets."""
    return _(lesson_texts()[name].texts["title"])


def say_place(ahead: int) -> str:
    """Return a sentence on the place in a queue with `ahead` others before it."""
    if ahead >= MOST_WAITING:
        return _("More than %(count)s are waiting before it.") % {
            "count": number_format(MOST_WAITING, force_grouping=True)
        }
    return _("Place %(place)d in line.") % {"place": ahead + 1} if ahead else _("Next in line.")


def say_elapsed(milliseconds: float | None) -> str:
    """Return a duration as `4.1 ms` or `2.00 s`, or "" if it is not known."""
    if milliseconds is None:
        return ""
    if milliseconds < 1000:
        return f"{number_format(milliseconds, 1)} ms"
    return f"{number_format(milliseconds / 1000, 2)} s"


def mark_up(text: str) -> SafeString:
    """Return one of our own texts as HTML. `code` and *emphasis* in it are marked up."""
    # Escaped first, so that it contains only our own tags.
    html = re.sub(r"\*(\w[^*]*)\*", r"<em>\1</em>", escape(text))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    return mark_safe(html)  # noqa: S308 - escaped before
