"""Limits of how often somebody may do something: counted in Redis, atomically and for all processes together.

While Redis is away each process counts by itself: nothing ends in an error, and a limit is at most as
many times as high as there are processes.
"""

import ipaddress
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from redis.exceptions import RedisError

from .circuit_breaker import CircuitBreaker

log = logging.getLogger(__name__)

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")  # verbs that change nothing, and are not counted
BRIEFLY: dict[str, Any] = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": None}
_breaker = CircuitBreaker()

Answer = TypeVar("Answer")
Question = Callable[[SlidingWindowCounterRateLimiter], Answer]


def spend(limit: str, *who: str) -> int | None:
    """Take one of `limit` (`120/minute`) for them: None, or the seconds to wait when none is left.

    An empty limit is none.
    """
    if not limit:
        return None
    item = read(limit)

    def take(limiter: SlidingWindowCounterRateLimiter) -> float:
        if limiter.hit(item, *who):
            return 0
        return limiter.get_window_stats(item, *who).reset_time - time.time()

    seconds = _ask(take)
    # A second more: at the very end of a window all that was in it still counts.
    return math.ceil(seconds) + 1 if seconds else None


@dataclass(frozen=True)
class RemainingQuota:
    """What somebody has left of a limit: of so `most` in a `window` of seconds, for so many `seconds`."""

    count: int
    seconds: int
    most: int
    window: int


def remaining_quota(limit: str, *who: str) -> RemainingQuota | None:
    """What they have left, nothing taken; None where there is no limit."""
    if not limit:
        return None
    item = read(limit)
    stats = _ask(lambda limiter: limiter.get_window_stats(item, *who))
    seconds = max(0, math.ceil(stats.reset_time - time.time()))
    return RemainingQuota(max(0, stats.remaining), seconds, item.amount, item.get_expiry())


def forgive(limit: str, *who: str) -> None:
    """Give back all they took of a limit."""
    if limit:
        item = read(limit)
        _ask(lambda limiter: limiter.clear(item, *who))


def _ask(question: Question[Answer]) -> Answer:
    return together_or_alone(
        lambda: question(_shared(settings.REDIS_URL)), lambda: question(_own())
    )


def together_or_alone(together: Callable[[], Answer], alone: Callable[[], Answer]) -> Answer:
    """Return what Redis answers for all processes, or what this one knows while Redis is away."""
    if _breaker.may_ask():
        try:
            answer = together()
        except RedisError as error:
            _breaker.begin()
            log.warning("each process counts its requests alone, Redis is away: %s", error)
        else:
            _breaker.end()
            return answer
    return alone()


read: Callable[[str], RateLimitItem] = cache(parse)


@cache
def _shared(url: str) -> SlidingWindowCounterRateLimiter:
    return SlidingWindowCounterRateLimiter(RedisStorage(url, **BRIEFLY))


@cache
def _own() -> SlidingWindowCounterRateLimiter:
    return SlidingWindowCounterRateLimiter(MemoryStorage())


# --- Who -------------------------------------------------------------------------------------------
def client_of(request: HttpRequest) -> str:
    """The account, else the address: what one visitor is for a limit."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return f"account {user.pk}"
    return address_of(request)


def network_of(request: HttpRequest) -> str:
    """A name for the address that rows may keep: the same all day, and no address to whoever reads them.

    It takes SECRET_KEY to try addresses on it, and it says nothing of the day before.
    """
    said = f"{timezone.now():%Y-%m-%d} {address_of(request)}"
    return salted_hmac("solver.network", said, algorithm="sha256").hexdigest()[:32]


def address_of(request: HttpRequest) -> str:
    """The address of a caller, as the outermost of our own proxies saw it; an IPv6 network as a whole.

    What stands further left in X-Forwarded-For is whatever the caller wrote there.
    """
    said = request.headers.get("X-Forwarded-For", "")
    return address_behind(said, request.META.get("REMOTE_ADDR", ""))


def address_behind(forwarded: str, remote: str) -> str:
    """The same, from the header and the address of whoever has connected."""
    hops = forwarded.split(",")
    is_through_all = 0 < settings.NUM_PROXIES <= len(hops)
    return _network((hops[-settings.NUM_PROXIES] if is_through_all else remote).strip())


@lru_cache(maxsize=10_000)
def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "nowhere"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    # Whoever has one IPv6 address has 2^64 of them.
    return str(ipaddress.ip_network((found, 64), strict=False))
