"""Pages that are kept: drawn once, and sent again as long as all that they are drawn from is the same.

A page is kept under its address, language and visitor and the facts that its view has fetched, so nothing has
to be thrown away when a row changes: other facts are another page (docs/decisions/0029). It holds no token of
a form, but the places for them; each answer has those of its visitor.
"""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from django.contrib.messages import get_messages
from django.core.cache import caches
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_vary_headers,
)
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

TemplateAndContext = tuple[str, Mapping[str, Any]]  # a template and its context

# Stands in a kept page for the token of its visitor. It is a secret, or a note could ask for that token.
TOKEN = salted_hmac("solver.web.page_cache", "token").hexdigest()
LARGEST = 300_000  # characters of a page that is kept


def cached_response(
    request: HttpRequest,
    facts: object,
    draw: Callable[[], TemplateAndContext],
    is_secret: bool = False,
) -> HttpResponse:
    """Return the page of a view that has fetched `facts`, kept or drawn.

    `facts` say all that `draw` draws from. The browser keeps nothing of a secret page, and nothing while
    somebody is signed in.
    """
    if not is_cacheable(request):
        response = render(request, *draw())
        add_never_cache_headers(response)
        return response
    key = _key(request, facts)
    page: str | None = caches["pages"].get(key)
    if page is None:
        template, context = draw()
        page = render_to_string(template, {**context, "csrf_token": TOKEN}, request)
        if len(page) <= LARGEST:
            caches["pages"].set(key, page)
    # Who has lost the cookie that goes with the tokens of their copy needs new ones.
    has_cookie = "CSRF_COOKIE" in request.META
    response = HttpResponse(page.replace(TOKEN, get_token(request)))
    patch_vary_headers(response, ("Accept-Encoding", "X-Requested-With"))
    if is_secret or request.user.is_authenticated:
        add_never_cache_headers(response)
        return response
    etag = f'W/"{digest_of(page)}-{_mark_of(request)}"'
    response["Cache-Control"], response["ETag"] = "private, no-cache", etag
    answer: Any = get_conditional_response(request, etag=etag, response=response)
    return answer if has_cookie else response


def is_cacheable(request: HttpRequest) -> bool:
    """Not what answers a form, tells of one, or is shown to staff, who see more here and there."""
    return (
        request.method in ("GET", "HEAD")
        and not getattr(request.user, "is_staff", False)
        and not len(get_messages(request))
    )


def column_values(row: Model) -> tuple[object, ...]:
    """All that the database has of a row."""
    return tuple(getattr(row, field.attname) for field in row._meta.concrete_fields)


def _key(request: HttpRequest, facts: object) -> str:
    """A name for what is drawn at an address, in a language, whole or as a script asks for it."""
    where = (request.scheme, request.get_host(), request.get_full_path())
    how = (get_language(), request.headers.get("X-Requested-With"))
    user = request.user
    visitor = (user.pk, user.get_username()) if user.is_authenticated else None
    return digest_of((where, how, visitor, facts))


def digest_of(facts: object) -> str:
    """Says which facts they are, in few characters."""
    return blake2b(repr(facts).encode(), digest_size=20).hexdigest()


def _mark_of(request: HttpRequest) -> str:
    """What the tokens of a visitor have in common, without saying it; another one has other pages."""
    return salted_hmac("solver.kept", request.META["CSRF_COOKIE"]).hexdigest()[:16]
