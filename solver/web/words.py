"""Words that several pages share."""

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from solver import engine


def say_rule(name: str) -> str:
    """`Hidden single`, of the name that steps keep."""
    return capfirst(_(name))


def say_method(name: str) -> str:
    return _(engine.find_method(name).title)


def say_elapsed(milliseconds: float | None) -> str:
    """`4.1 ms` or `2.00 s`; nothing while it is not known."""
    if milliseconds is None:
        return ""
    if milliseconds < 1000:
        return f"{number_format(milliseconds, 1)} ms"
    return f"{number_format(milliseconds / 1000, 2)} s"
