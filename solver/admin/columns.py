"""Which columns a list of puzzles has, and how high its rows are: what an editor chose, kept in a cookie."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

COOKIE = "desk-columns"
CHOSEN, TIGHT = "column", "tight"  # names in the form and in the cookie
ALWAYS = "drawn"
COLUMNS = {
    "called": gettext_lazy("title"),
    "givens_count": gettext_lazy("givens"),
    "verdict_badge": gettext_lazy("verdict"),
    "grade_words": gettext_lazy("articles’ rules"),
    "hardness": gettext_lazy("level"),
    "twin_count": gettext_lazy("twins"),
    "published_badge": gettext_lazy("published"),
    "shown_tags": gettext_lazy("tags"),
    "author": gettext_lazy("author"),
    "source": gettext_lazy("source"),
    "shelf_names": gettext_lazy("collections"),
    "added": gettext_lazy("when"),
}
USUAL = (
    *("called", "givens_count", "hardness", "twin_count"),
    *("published_badge", "shown_tags", "added"),
)


def columns_of(request: HttpRequest) -> list[str]:
    """Return the chosen columns in their usual order. The board is always there."""
    chosen = COLUMNS.keys() & _kept(request).getlist(CHOSEN) or set(USUAL)
    return [ALWAYS, *(name for name in COLUMNS if name in chosen)]


def as_context(request: HttpRequest) -> dict[str, Any]:
    """Return what the form to choose needs, for the template of the list."""
    chosen = columns_of(request)
    return {
        "columns": [(name, words, name in chosen) for name, words in COLUMNS.items()],
        "is_tight": TIGHT in _kept(request),
    }


def answer(request: HttpRequest) -> HttpResponse | None:
    """Keep the columns of a POST of the form, and redirect to the list. Return None for other requests."""
    if "choose_columns" not in request.POST:
        return None
    kept = QueryDict(mutable=True)
    kept.setlist(CHOSEN, [name for name in COLUMNS if name in request.POST.getlist(CHOSEN)])
    if TIGHT in request.POST:
        kept[TIGHT] = "1"
    response = redirect(request.get_full_path())
    response.set_cookie(
        COOKIE,
        kept.urlencode(),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path="/admin/",
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


def _kept(request: HttpRequest) -> QueryDict:
    return QueryDict(request.COOKIES.get(COOKIE, "")[:1_000])
