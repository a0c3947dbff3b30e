"""HTTP requests to addresses that users have entered: only to the public internet.

A name is resolved once, its IP addresses are checked, and the connection is made to the checked address. A
second lookup could return another one. TLS still verifies the name.
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

SECONDS = 10  # for the whole request, from the lookup of the name to the status
STEP_SECONDS = 5  # for each wait of the socket
MOST_BODY = 10_000  # bytes to send, the body of an answer is not read
# Networks that `is_global` accepts but that are not public: tunnels of IPv4 addresses, reserved ones that some
# versions of Python do not know, and Azure's own services.
INSIDE = [
    ipaddress.ip_network(text)
    for text in ("2001::/23", "2002::/16", "3fff::/20", "192.0.0.0/24", "168.63.129.16/32")
]
UNICAST = ipaddress.ip_network("2000::/3")  # all public IPv6 addresses


class Unreachable(Exception):
    """The request failed. The text says why in English. What follows a colon is not translated."""


def problem_with(url: str) -> str:
    """Return what is wrong with a webhook's address that a user entered, or an empty text."""
    if not url.isascii() or not url.isprintable() or " " in url:
        return _(
            "an address has no spaces, and letters of other scripts are written as %…, or xn--…"
        )
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return _("this is not an address")
    schemes = ("https", "http") if settings.WEBHOOKS_INSIDE else ("https",)
    if parts.scheme not in schemes or not host:
        return _("use an address that begins with https://")
    if parts.username is not None or parts.password is not None:
        return _("use an address without a name or a password")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    return "" if settings.WEBHOOKS_INSIDE or is_public(address) else _("this address is not public")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return whether an address is on the public internet, not in a private, local or cloud network."""
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
    """Send a POST and return the status of the answer. Redirects are not followed.

    Raise Unreachable if the address is one that we do not call, if the body is too long, or if there is no
    answer within SECONDS. A thread of its own sends it, because no timeout of a socket limits a slow lookup of
    the name, or a server that sends its answer byte by byte.
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
        except Exception as error:  # noqa: BLE001 -- raised by the waiting thread
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
    """Wake the thread that waits for the next byte."""
    if connection.sock:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # the connection is closed already


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
    class_ = _Plain if parts.scheme == "http" else _Secure
    return class_(parts.hostname or "", parts.port, timeout=STEP_SECONDS)


class _Plain(HTTPConnection):
    """Plain HTTP, which WEBHOOKS_INSIDE allows."""

    def connect(self) -> None:
        self.sock = _connected(self.host, self.port)


class _Secure(HTTPSConnection):
    def connect(self) -> None:
        self.sock = _connected(self.host, self.port)
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def _connected(host: str, port: int) -> socket.socket:
    """Connect to the first address of a name. Raise Unreachable unless all its addresses are public."""
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not settings.WEBHOOKS_INSIDE:
        for *_kind, address in infos:
            if not is_public(ipaddress.ip_address(str(address[0]).partition("%")[0])):
                raise Unreachable(_("its address is not public"))
    family, _type, _protocol, _name, address = infos[0]
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.settimeout(STEP_SECONDS)
    try:
        sock.connect(address)
    except OSError:
        sock.close()
        raise
    return sock
