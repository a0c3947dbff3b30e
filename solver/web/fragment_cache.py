"""Parts of pages that are drawn once: a header, a row of a list, a puzzle's card.

`{% part "solver/_card.html" card=card %}` is what `include` would give that knows `card` and nothing else, not
even who looks: what one visitor has had drawn is right for all others to whom the same values are shown.
"""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template import Library
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST = 1_000  # parts that a process keeps, some 2 kB each; the least asked for goes first
register = Library()


@register.simple_tag
def part(template: str, **facts: Any) -> SafeString:
    """The template drawn from these values alone, which have to be hashable; in the language of now."""
    return render_cached(get_language() or "", template, tuple(facts), *facts.values())


@register.simple_tag
def documents() -> str:
    """The address of the documents, blank where `make docs` has not built them."""
    return "/docs/" if settings.WHITENOISE_ROOT else ""


@lru_cache(maxsize=MOST, typed=True)  # "1" in Python is True, and not the same to a template
def render_cached(
    _language: str, template: str, names: tuple[str, ...], *values: Any
) -> SafeString:
    return render_to_string(template, dict(zip(names, values, strict=True)))
