"""Pages that are kept: drawn once, and sent again as long as all that they are drawn from is the same.

A page is kept under its address, language and visitor and the facts that its view has fetched, so nothing has
to be thrown away when a row changes: other facts are another page (docs/decisions/0029). It holds no token of
a form, but the places for them; each answer has those of its visitor.
"""

import random
import secrets
import string
import zlib
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

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

Drawn = tuple[str, Mapping[str, Any]]  # a template and its context

TOKEN = secrets.token_hex(16)  # stands in a kept page for the token of whoever it is sent to
LARGEST = 300_000  # characters of a page that is kept
MOST_PADDING = 100  # bytes, as in Django's own GZipMiddleware
ASK_EACH_TIME = "private, no-cache"


class Page(NamedTuple):
    """A page in pieces, between which the tokens come; each also deflated, on its own."""

    pieces: list[bytes]
    deflated: list[bytes]
    digest: str


class Again(NamedTuple):
    """What a visitor's browser session was shown, as long as the versions of all rows behind it stay."""

    key: str  # of the page
    is_secret: bool


def again(request: HttpRequest, versions: object) -> HttpResponse | None:
    """What the same visitor was sent while all rows had these versions; None where that is not kept.

    `versions` hold that of the session, so nobody has signed in since, and no message waits. What they were
    allowed to see then they are allowed to see now, as that hangs on the same rows.
    """
    known: Again | None = caches["pages"].get(_again_key(request, versions))
    page: Page | None = caches["pages"].get(known.key) if known else None
    return _answer(request, page, known.is_secret) if known and page else None


def send(
    request: HttpRequest,
    facts: object,
    draw: Callable[[], Drawn],
    is_secret: bool = False,
    versions: object = None,
) -> HttpResponse:
    """The page of a view that has fetched `facts`, kept or drawn; `facts` say all that `draw` draws from.

    Of a secret one, and of anybody's who is signed in, the browser keeps nothing. `versions` are of all rows
    behind it, as they were before any was fetched, for `again`.
    """
    if not may_be_kept(request):
        response = render(request, *draw())
        add_never_cache_headers(response)
        return response
    key = _key(request, (_visitor(request), facts))
    page: Page | None = caches["pages"].get(key)
    if page is None:
        template, context = draw()
        text = render_to_string(template, {**context, "csrf_token": TOKEN}, request)
        page = _cut(text)
        if len(text) <= LARGEST:
            caches["pages"].set(key, page)
    is_secret = is_secret or request.user.is_authenticated
    if versions and not request.user.is_authenticated:
        caches["pages"].set(_again_key(request, versions), Again(key, is_secret))
    return _answer(request, page, is_secret)


def _answer(request: HttpRequest, page: Page, is_secret: bool) -> HttpResponse:
    # Who has lost the cookie that goes with the tokens of their copy needs new ones.
    has_cookie = "CSRF_COOKIE" in request.META
    token = get_token(request).encode()
    etag = f'W/"{page.digest}-{_mark_of(request)}"'
    unchanged = None
    if has_cookie and not is_secret:
        unchanged = get_conditional_response(request, etag=etag)
    response = unchanged or _filled(request, page, token)
    patch_vary_headers(response, ("Accept-Encoding", "X-Requested-With"))
    if is_secret:
        add_never_cache_headers(response)
    else:
        response["Cache-Control"], response["ETag"] = ASK_EACH_TIME, etag
    return response


def may_be_kept(request: HttpRequest) -> bool:
    """Not what answers a form, tells of one, or is shown to staff, who see more here and there."""
    return (
        request.method in ("GET", "HEAD")
        and not getattr(request.user, "is_staff", False)
        and not len(get_messages(request))
    )


def stored(row: Model) -> tuple[object, ...]:
    """All that the database has of a row."""
    return tuple(getattr(row, field.attname) for field in row._meta.concrete_fields)


def _visitor(request: HttpRequest) -> object:
    return (request.user.pk, request.user.get_username()) if request.user.is_authenticated else None


def _again_key(request: HttpRequest, versions: object) -> str:
    return _key(request, (request.session.session_key, versions))


def _key(request: HttpRequest, of_what: object) -> str:
    """A name for what is drawn at an address, in a language, whole or as a script asks for it."""
    where = (request.scheme, request.get_host(), request.get_full_path())
    how = (get_language(), request.headers.get("X-Requested-With"))
    return digest_of((where, how, of_what))


def digest_of(facts: object) -> str:
    """Says which facts they are, in few characters."""
    return blake2b(repr(facts).encode(), digest_size=20).hexdigest()


def _cut(text: str) -> Page:
    pieces = text.encode().split(TOKEN.encode())
    digest = blake2b(b"".join(pieces), digest_size=16)
    return Page(pieces, [_deflate(piece) for piece in pieces], digest.hexdigest())


def _mark_of(request: HttpRequest) -> str:
    """What the tokens of a visitor have in common, without saying it; another one has other pages."""
    return salted_hmac("solver.kept", request.META["CSRF_COOKIE"]).hexdigest()[:16]


def _filled(request: HttpRequest, page: Page, token: bytes) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(token.join(page.pieces))
    response = HttpResponse(_gzipped(page, token))
    response["Content-Encoding"] = "gzip"
    return response


# --- One gzip stream of pieces that were deflated before ------------------------------------------------


def _deflate(piece: bytes) -> bytes:
    """To be followed by others in one stream, none of which it refers to."""
    squeezing = zlib.compressobj(wbits=-15)
    return squeezing.compress(piece) + squeezing.flush(zlib.Z_FULL_FLUSH)


def _gzipped(page: Page, token: bytes) -> bytes:
    """The whole page (RFC 1952). The token is not compressed, so no length says anything of it."""
    length = len(token).to_bytes(2, "little")
    uncompressed = b"\0" + length + bytes(255 - byte for byte in length) + token
    crc, size = zlib.crc32(page.pieces[0]), len(page.pieces[0])
    for piece in page.pieces[1:]:
        crc = zlib.crc32(piece, zlib.crc32(token, crc))
        size += len(token) + len(piece)
    return b"".join(
        (
            b"\x1f\x8b\x08\x08\0\0\0\0\0\xff",
            _padding(),
            b"\0",
            uncompressed.join(page.deflated),
            b"\x01\0\0\xff\xff",  # the last block, with nothing in it
            crc.to_bytes(4, "little"),
            (size & 0xFFFFFFFF).to_bytes(4, "little"),
        )
    )


def _padding() -> bytes:
    """A file's name of a length that nobody knows: what is repeated in a page is harder to guess at."""
    return "".join(random.choices(string.ascii_letters, k=random.randrange(MOST_PADDING))).encode()
