"""Public pages that a stranger has and asks for again: 304 without their views, while no public row changes.

A view that answers with an ETag keeps it here with the stamp of public rows, which was read before other rows.
Triggers change that stamp. So while it is the same, the view would answer the same (docs/decisions/0029).
"""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

# Stands in a kept ETag for the visitor's CSRF secret, on which the forms of a page depend.
SECRET = "*"
STAMP = "solver.stamp"  # a key of the WSGI environment: the stamp before the view, or ""
READ = "SELECT last_value FROM solver_public_stamp"
IS_STILL = (
    "SELECT pg_try_advisory_xact_lock(29, 0)"  # nobody who changed the stamp may still commit
)


def unchanged(request: HttpRequest) -> HttpResponseBase | None:
    """Return 304 if a stranger has what the view would answer. Otherwise note the stamp for `keep_etag`."""
    if not _asks_again(request):
        return None
    known, etag = caches["etags"].get(_key(request)) or ("", "")
    # The first time the database is not asked, because most other views keep nothing.
    stamp = request.META[STAMP] = _stamp(known) if etag else ""
    return not_modified(request, etag) if stamp and stamp == known else None


def keep_etag(request: HttpRequest, etag: str) -> None:
    """Keep the ETag of a public answer, in which SECRET stands for the visitor's."""
    if STAMP in request.META:
        caches["etags"].set(_key(request), (request.META[STAMP], etag))


def for_everybody(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let a client keep what a view answers, and ask again by an ETag of the bytes.

    At each address it answers all strangers the same, by public rows alone, and its answers contain no token.
    The browser of somebody who is signed in keeps nothing.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if isinstance(response, SimpleTemplateResponse):
            response.render()
        is_signed_in = request.user.is_authenticated and "HTTP_AUTHORIZATION" not in request.META
        is_kept = request.method in ("GET", "HEAD") and not is_signed_in
        if not is_kept or not isinstance(response, HttpResponse) or response.status_code != 200:
            return response
        etag = f'W/"{blake2b(response.content, digest_size=20).hexdigest()}"'
        keep_etag(request, etag)
        set_headers(response, headers_for(request, etag))
        return not_modified(request, etag) or response

    return answer


def not_modified(request: HttpRequest, etag: str) -> HttpResponseBase | None:
    """Return 304 if the client has the answer with this ETag, in which SECRET stands for the visitor's."""
    # A visitor without the CSRF cookie needs new tokens, so a 304 for the old copy would not do.
    if SECRET in etag and "CSRF_COOKIE" not in request.META:
        return None
    headers = headers_for(request, etag)
    response: Any = get_conditional_response(request, etag=headers["ETag"])
    if response is not None:
        set_headers(response, headers)
    return response


def set_headers(response: HttpResponseBase, headers: dict[str, str]) -> None:
    for name, value in headers.items():
        response.headers[name] = value


def headers_for(request: HttpRequest, etag: str) -> dict[str, str]:
    """Return the headers by which a client may keep an answer, and asks for it again each time."""
    if SECRET in etag:
        digest = salted_hmac("solver.kept", request.META["CSRF_COOKIE"]).hexdigest()[:16]
        etag = etag.replace(SECRET, digest)
    vary = "Accept-Encoding, Cookie, X-Requested-With"
    return {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": vary}


def variant_of(request: HttpRequest) -> tuple[object, ...]:
    """Return what a public answer depends on besides the database."""
    address = (request.scheme, request.get_host(), request.get_full_path())
    theme = getattr(request, "theme", "")
    return (*address, get_language(), theme, request.headers.get("X-Requested-With"))


def _key(request: HttpRequest) -> str:
    return blake2b(repr(variant_of(request)).encode(), digest_size=20).hexdigest()


def _asks_again(request: HttpRequest) -> bool:
    """Return whether somebody without a session or a token says which version of an answer they have.

    What is wrong with a body is said before a view, and would not be here.
    """
    return (
        request.method in ("GET", "HEAD")
        and not request.META.get("CONTENT_LENGTH")
        and "HTTP_IF_NONE_MATCH" in request.META
        and "HTTP_AUTHORIZATION" not in request.META
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
    )


def _stamp(known: str) -> str:
    """Return the stamp with the minute, because some pages depend on the time, or "" if it cannot be trusted.

    A stamp that is not `known` is new. It comes before the changes of a transaction that has not ended.
    """
    if connection.in_atomic_block:  # which would hold the lock
        return ""
    try:
        with connection.cursor() as cursor:
            cursor.execute(READ)
            stamp = f"{cursor.fetchone()[0]} {timezone.now():%d %H:%M}"
            if stamp != known:
                cursor.execute(IS_STILL)
                return stamp if cursor.fetchone()[0] else ""
    except Error:  # of a database that is away: the view may need none
        return ""
    return stamp
