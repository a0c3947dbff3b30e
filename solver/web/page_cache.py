"""A cache of whole pages: rendered once, and sent again while the data behind them is unchanged.

The key has the address, language, theme, visitor and the facts that the view has fetched. A changed row makes
another key, so nothing is invalidated (docs/decisions/0029). A cached page holds placeholders instead of CSRF
tokens. Each response gets the tokens of its visitor.
"""

import zlib
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
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.crypto import salted_hmac

from solver.operations.asked_again import SECRET, headers_for, keep_etag, not_modified, variant_of

Rendering = tuple[str, Mapping[str, Any]]

# Stands in a cached page for the visitor's CSRF token. It is secret, or a note could ask for that token.
TOKEN = salted_hmac("solver.web.page_cache", "token").hexdigest()
LARGEST = 300_000  # characters of a cached page
VARY = ("Accept-Encoding", "X-Requested-With")


def cached_response(
    request: HttpRequest, facts: object, draw: Callable[[], Rendering], is_secret: bool = False
) -> HttpResponse:
    """Return a page from the cache, or render it by the template and context that `draw` returns.

    `facts` are the key. They must cover all that `draw` reads. The browser caches no secret page, and nothing
    while somebody is signed in.
    """
    if not is_cacheable(request):
        response = render(request, *draw())
        add_never_cache_headers(response)
        return response
    key = _key(request, facts)
    packed, digest = caches["pages"].get(key) or (b"", "")
    if not packed:
        template, context = draw()
        page = render_to_string(template, {**context, "csrf_token": TOKEN}, request)
        packed, digest = zlib.compress(page.encode(), level=1), digest_of(page)
        if len(page) <= LARGEST:
            caches["pages"].set(key, (packed, digest))
    if is_secret or request.user.is_authenticated:
        response = _unpacked(packed, get_token(request))
        add_never_cache_headers(response)
    else:
        response = _revalidated(request, packed, digest)
    patch_vary_headers(response, VARY)
    return response


def drawn_response(
    request: HttpRequest, template: str, context: Mapping[str, Any], is_secret: bool = False
) -> HttpResponse:
    """Return a page that is drawn each time. A browser may keep it and ask again, as `cached_response` says."""
    if is_secret or request.user.is_authenticated or not is_cacheable(request):
        response = render(request, template, context)
        add_never_cache_headers(response)
        return response
    page = render_to_string(template, {**context, "csrf_token": TOKEN}, request)
    response = _revalidated(request, zlib.compress(page.encode(), level=1), digest_of(page))
    patch_vary_headers(response, VARY)
    return response


def _unpacked(packed: bytes, token: str, headers: dict[str, str] | None = None) -> HttpResponse:
    """Return a compressed page with the visitor's CSRF token."""
    page = zlib.decompress(packed).replace(TOKEN.encode(), token.encode())
    return HttpResponse(page, headers=headers)


def _revalidated(request: HttpRequest, packed: bytes, digest: str) -> HttpResponse:
    """Return the page with its ETag, or 304 if the browser has it."""
    etag = f'W/"{digest}-{SECRET}"'
    keep_etag(request, etag)
    response: Any = not_modified(request, etag)
    if response is None:
        response = _unpacked(packed, get_token(request), headers_for(request, etag))
    return response


def is_cacheable(request: HttpRequest) -> bool:
    """Return whether the page may come from the cache of pages, or go into it.

    Answers to forms, pages with a message and pages for staff, who see more on some pages, may not.
    """
    return (
        request.method in ("GET", "HEAD")
        and not getattr(request.user, "is_staff", False)
        and not len(get_messages(request))
    )


def values_of(row: Model) -> tuple[object, ...]:
    """Return the values of all columns of a row, in the order of the model's fields."""
    return tuple(getattr(row, field.attname) for field in row._meta.concrete_fields)


def _key(request: HttpRequest, facts: object) -> str:
    """Return the cache key of a page: its address, language, theme, visitor, facts, and if it is a fragment."""
    user = request.user
    visitor = (user.pk, user.get_username()) if user.is_authenticated else None
    return digest_of((variant_of(request), visitor, facts))


def digest_of(facts: object) -> str:
    """Return a short digest of a value, by its `repr`."""
    return blake2b(repr(facts).encode(), digest_size=20).hexdigest()
