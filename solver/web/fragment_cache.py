"""Template tags for fragments that are rendered once: a header, a row of a list, a puzzle's card.

`{% part "solver/_card.html" card=card %}` renders as `include` would with `card` alone. It does not know the
visitor, so a fragment made for one visitor is right for all who are shown the same values.
"""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template import Library
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST = 1_000  # least recently used fragments per process, about 2 kB each
register = Library()


@register.simple_tag
def part(template: str, **facts: Any) -> SafeString:
    """Return the template rendered with these hashable values alone, from a cache for each language."""
    return render_cached(get_language() or "", template, tuple(facts), *facts.values())


@register.simple_tag
def documents() -> str:
    """Return the address of the documentation, or "" if `make docs` has not built it."""
    return "/docs/" if settings.WHITENOISE_ROOT else ""


# To Python True equals 1, but a template prints them differently.
@lru_cache(maxsize=MOST, typed=True)
def render_cached(
    _language: str, template: str, names: tuple[str, ...], *values: Any
) -> SafeString:
    return render_to_string(template, dict(zip(names, values, strict=True)))
