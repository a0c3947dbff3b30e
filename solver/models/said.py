"""Sentences that are stored as facts, and put into words in the language of whoever reads them."""

from typing import Any

from django.utils.translation import gettext, override

# A message before its translation, and its values by name, which may be facts themselves.
Facts = list[Any]


class Said(str):  # noqa: SLOT000 - mypy knows attributes of a str by annotations alone
    """A sentence in the current language that knows its facts."""

    facts: Facts

    @classmethod
    def of(cls, facts: Facts) -> "Said":
        """Return the sentence of stored facts."""
        message, values = facts
        told = {
            name: cls.of(each) if isinstance(each, list) else each for name, each in values.items()
        }
        self = cls(gettext(message) % told if told else gettext(message))
        self.facts = facts
        return self


def said(message: Any, **values: Any) -> Said:
    """Return a message as a sentence, with these values for its names.

    It is marked for translation by `gettext_noop` or `gettext_lazy`, as translatable values are.
    """
    return Said.of([_plain(message), {name: _fact(each) for name, each in values.items()}])


def _plain(message: Any) -> str:
    """Return a message before its translation."""
    with override(None):
        return str(message)


def _fact(value: Any) -> Any:
    if isinstance(value, Said):
        return value.facts
    is_lazy = hasattr(value, "_proxy____args")
    return [_plain(value), {}] if is_lazy else str(value)
