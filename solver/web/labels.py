"""Words that several pages share."""

import re

from django.utils.formats import number_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from solver import engine

MOST_WAITING = 1_000  # of what waits, that is counted


def say_rule(name: str) -> str:
    """`Hidden single`, of the name that steps keep."""
    return capfirst(_(name))


def say_method(name: str) -> str:
    return _(engine.methods()[name].title)


def say_place(before: int) -> str:
    """Where something stands in the line of what waits, after so many others."""
    if before >= MOST_WAITING:
        return _("More than %(count)s wait before it.") % {
            "count": number_format(MOST_WAITING, force_grouping=True)
        }
    return _("Place %(place)d in line.") % {"place": before + 1} if before else _("Next in line.")


def say_elapsed(milliseconds: float | None) -> str:
    """`4.1 ms` or `2.00 s`; nothing while it is not known."""
    if milliseconds is None:
        return ""
    if milliseconds < 1000:
        return f"{number_format(milliseconds, 1)} ms"
    return f"{number_format(milliseconds / 1000, 2)} s"


def mark_up(text: str) -> SafeString:
    """A text of ours as HTML, its `code` and *emphasis* marked."""
    # Escaped first, so that only our own tags are in it.
    html = re.sub(r"\*(\w[^*]*)\*", r"<em>\1</em>", escape(text))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    return mark_safe(html)  # noqa: S308 - escaped before
