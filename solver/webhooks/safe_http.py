"""Requests that the site makes to addresses which somebody has typed: to the public internet, and no further.

What decides is the address that is connected to, and not its name a moment before: a name may mean another
machine the next time that it is asked for. It is connected to as a number, and TLS asks for the name.
"""

import ipaddress
import queue
import socket
import ssl
import threading
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop as _

SECONDS = 10  # for everything from the name to the status
STEP_SECONDS = 5  # for each wait within
MOST_BODY = 10_000  # bytes that are sent; of an answer only the head is read
# Public by number, and inside all the same: what hides an address of version 4, what some Pythons do not know
# to be reserved, and Azure's own services.
INSIDE = [
    ipaddress.ip_network(text)
    for text in ("2001::/23", "2002::/16", "3fff::/20", "192.0.0.0/24", "168.63.129.16/32")
]
UNICAST = ipaddress.ip_network("2000::/3")  # all that is public of version 6


class Unreachable(Exception):
    """It could not be told there; says why, in few words of English; after a colon is no word of ours."""


def problem_with(url: str) -> str:
    """What is wrong with an address that somebody typed, in English; empty when nothing is."""
    if not url.isascii() or not url.isprintable() or " " in url:
        return _(
            "an address has no spaces, and letters of other scripts are written as %…, or xn--…"
        )
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return _("this is no address")
    schemes = ("https", "http") if settings.WEBHOOKS_INSIDE else ("https",)
    if parts.scheme not in schemes or not host:
        return _("an address beginning with https:// is expected here")
    if parts.username is not None or parts.password is not None:
        return _("an address with a name or a password in it is not taken")
    try:
        named = ipaddress.ip_address(host)
    except ValueError:
        return ""
    return "" if settings.WEBHOOKS_INSIDE or is_public(named) else _("this address is not public")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether it is a machine of the public internet's: not ours, a neighbour's, or a cloud's own."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_public(address.ipv4_mapped)
        if address not in UNICAST:
            return False
    return (
        address.is_global
        and not address.is_multicast
        and not any(address in network for network in INSIDE)
    )


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """The status of the answer, once there is one; redirects are not followed. Raises Unreachable.

    All of it has SECONDS, also where each byte of an answer comes just in time, or a name takes its time: so
    it is done beside, and left there.
    """
    if problem := problem_with(url):
        raise Unreachable(problem)
    if len(body) > MOST_BODY:
        raise Unreachable(_("the message is too long"))
    answered: queue.SimpleQueue[int | Exception] = queue.SimpleQueue()
    connection = _connection(urlsplit(url))

    def ask() -> None:
        try:
            answered.put(_ask(connection, urlsplit(url), body, headers))
        except Exception as error:  # noqa: BLE001 -- raised by whoever waits
            answered.put(error)
        finally:
            connection.close()

    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answered.get(timeout=SECONDS)
    except queue.Empty:
        _cut(connection)
        raise Unreachable(_("no answer in time")) from None
    if isinstance(answer, int):
        return answer
    raise _in_words(answer) from answer


def _ask(
    connection: HTTPConnection, parts: SplitResult, body: bytes, headers: dict[str, str]
) -> int:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request("POST", path, body, headers | {"Connection": "close"})
    return connection.getresponse().status


def _cut(connection: HTTPConnection) -> None:
    """End what waits there for the next byte."""
    if connection.sock:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it has ended by itself


def _in_words(error: Exception) -> Exception:
    if isinstance(error, Unreachable):
        return error
    if isinstance(error, ssl.SSLCertVerificationError):
        return Unreachable(f"{_('its certificate')}: {error.verify_message}")
    if isinstance(error, TimeoutError):
        return Unreachable(_("no answer in time"))
    if isinstance(error, socket.gaierror):
        return Unreachable(_("there is no such name"))
    if isinstance(error, OSError | HTTPException | UnicodeError | ValueError):
        return Unreachable(f"{_('no connection')}: {type(error).__name__}")
    return error


def _connection(parts: SplitResult) -> HTTPConnection:
    kind = _Plain if parts.scheme == "http" else _Secure
    return kind(parts.hostname or "", parts.port, timeout=STEP_SECONDS)


class _Plain(HTTPConnection):
    """Where WEBHOOKS_INSIDE allows it."""

    def connect(self) -> None:
        self.sock = _connected(self.host, self.port)


class _Secure(HTTPSConnection):
    def connect(self) -> None:
        self.sock = _connected(self.host, self.port)
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def _connected(host: str, port: int) -> socket.socket:
    """A connection to the first of the name's addresses, all of which have to be public."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not settings.WEBHOOKS_INSIDE:
        for *_kind, at in found:
            if not is_public(ipaddress.ip_address(str(at[0]).partition("%")[0])):
                raise Unreachable(_("its address is not public"))
    family, _type, _protocol, _name, at = found[0]
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.settimeout(STEP_SECONDS)
    try:
        sock.connect(at)
    except OSError:
        sock.close()
        raise
    return sock
