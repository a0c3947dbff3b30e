"""Parse the head of a request in the poller, before a thread serves it."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.translation import get_language_from_request

from solver.operations.limits import address_behind

LARGEST_HEAD = 32_768  # bytes. gunicorn accepts a line of 4,094 and headers of 8,190 each.
LARGEST_BODY = 32_768  # bytes that the poller waits for. A thread reads a longer body.
END = b"\r\n\r\n"


@dataclass(frozen=True)
class Head:
    """The request line and the headers, with lower-case names.

    They only decide whose turn it is. gunicorn and Django parse them again and refuse malformed ones.
    """

    verb: str
    target: str
    version: str
    headers: dict[str, str]
    size: int  # bytes

    @classmethod
    def of(cls, received: bytes, end: int) -> "Head":
        """Return the parsed head of a request, from the bytes of `received` up to `end`."""
        first, *lines = received[:end].decode("latin-1").split("\r\n")
        verb, target, version = [*first.split(" "), "", "", ""][:3]
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(":")
            name, value = name.lower(), value.strip()
            headers[name] = f"{headers[name]},{value}" if name in headers else value
        return cls(verb, target, version, headers, end + len(END))

    @property
    def body_size(self) -> int:
        """The number of bytes of the body that the poller waits for, or 0."""
        length = self.headers.get("content-length", "")
        is_number = len(length) < 10 and length.isascii() and length.isdigit()
        size = int(length) if is_number and "expect" not in self.headers else 0
        return size if size <= LARGEST_BODY else 0

    @property
    def has_body(self) -> bool:
        return self.headers.keys() & {"content-length", "transfer-encoding"} != set()

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def is_kept(self) -> bool:
        """Whether the client wants to keep the connection open."""
        connection = self.headers.get("connection", "").lower()
        return self.version == "HTTP/1.1" and "close" not in connection

    @property
    def language(self) -> str:
        """The language of the answer, chosen as in `LanguageMiddleware`."""
        request = HttpRequest()
        request.COOKIES = self.cookies
        request.META["HTTP_ACCEPT_LANGUAGE"] = self.headers.get("accept-language", "")
        return get_language_from_request(request)

    @property
    def cookies(self) -> dict[str, str]:
        return parse_cookie(self.headers.get("cookie", ""))

    @property
    def token(self) -> str:
        """The API token of the request, or an empty text."""
        scheme, _, text = self.headers.get("authorization", "").partition(" ")
        return text.strip() if scheme.lower() == "bearer" else ""

    @property
    def credential(self) -> bytes:
        """A digest of the API token or session cookie, or empty bytes if there is neither."""
        session_key = self.cookies.get(settings.SESSION_COOKIE_NAME, "")
        secret = self.headers.get("authorization", "") or session_key
        return blake2b(secret.encode(), digest_size=16).digest() if secret else b""

    def address(self, remote: str) -> str:
        return address_behind(self.headers.get("x-forwarded-for", ""), remote)


@lru_cache(maxsize=1_000)
def is_ours(host: str) -> bool:
    """Return whether ALLOWED_HOSTS has this Host header."""
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
