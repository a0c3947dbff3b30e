"""Rate limits, counted atomically in Redis for all processes together.

While Redis is away, each process counts by itself. Nothing fails then, and a limit is at most multiplied by the
number of processes.
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

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")  # HTTP methods that change nothing and are not counted
BRIEFLY: dict[str, Any] = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": None}
_breaker = CircuitBreaker()

Answer = TypeVar("Answer")
Question = Callable[[SlidingWindowCounterRateLimiter], Answer]


def spend(limit: str, *who: str) -> int | None:
    """Count one use of a rate limit for `who`. Return None, or the seconds to wait if nothing is left.

    For example, a limit is `120/minute`. An empty one allows everything.
    """
    if not limit:
        return None
    item = read(limit)

    def take(limiter: SlidingWindowCounterRateLimiter) -> float:
        if limiter.hit(item, *who):
            return 0
        return limiter.get_window_stats(item, *who).reset_time - time.time()

    seconds = _ask(take)
    # One more second, because at the very end of a window everything in it still counts.
    return math.ceil(seconds) + 1 if seconds else None


@dataclass(frozen=True)
class RemainingQuota:
    """What is left of a limit: `count` of `most` for the next `seconds` of a `window` (in seconds)."""

    count: int
    seconds: int
    most: int
    window: int


def remaining_quota(limit: str, *who: str) -> RemainingQuota | None:
    """Return how much of a rate limit `who` have left, without counting a use, or None without a limit."""
    if not limit:
        return None
    item = read(limit)
    stats = _ask(lambda limiter: limiter.get_window_stats(item, *who))
    seconds = max(0, math.ceil(stats.reset_time - time.time()))
    return RemainingQuota(max(0, stats.remaining), seconds, item.amount, item.get_expiry())


def forgive(limit: str, *who: str) -> None:
    """Reset the uses of a rate limit by `who`."""
    if limit:
        item = read(limit)
        _ask(lambda limiter: limiter.clear(item, *who))


def _ask(question: Question[Answer]) -> Answer:
    return together_or_alone(
        lambda: question(_shared(settings.REDIS_URL)), lambda: question(_own())
    )


def together_or_alone(together: Callable[[], Answer], alone: Callable[[], Answer]) -> Answer:
    """Return `together()`, which asks Redis for all processes. While Redis is away, return `alone()`."""
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


def counts_alone() -> bool:
    """Return whether this process has counted by itself, so that nobody else knows what it has counted."""
    return bool(_own.cache_info().currsize)


read: Callable[[str], RateLimitItem] = cache(parse)


@cache
def _shared(url: str) -> SlidingWindowCounterRateLimiter:
    return SlidingWindowCounterRateLimiter(RedisStorage(url, **BRIEFLY))


@cache
def _own() -> SlidingWindowCounterRateLimiter:
    return SlidingWindowCounterRateLimiter(MemoryStorage())


# --- Who -------------------------------------------------------------------------------------------
def client_of(request: HttpRequest) -> str:
    """Return who counts as one visitor for a limit: the account, or else the network address."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return f"account {user.pk}"
    return address_of(request)


def network_of(request: HttpRequest) -> str:
    """Return a digest of the client's network address for rows, the same for one day.

    Nobody can try addresses on it without SECRET_KEY, or link it to another day's.
    """
    day_and_address = f"{timezone.now():%Y-%m-%d} {address_of(request)}"
    return salted_hmac("solver.network", day_and_address, algorithm="sha256").hexdigest()[:32]


def address_of(request: HttpRequest) -> str:
    """Return the client's address as the outermost of NUM_PROXIES saw it, or its /64 network for IPv6.

    Entries further left in X-Forwarded-For come from the client and are ignored.
    """
    forwarded = request.headers.get("X-Forwarded-For", "")
    return address_behind(forwarded, request.META.get("REMOTE_ADDR", ""))


def address_behind(forwarded: str, remote: str) -> str:
    """Return the client's address by X-Forwarded-For and the address at the connection's other end.

    IPv6 is reduced to its /64 network.
    """
    hops = forwarded.split(",")
    is_through_all = 0 < settings.NUM_PROXIES <= len(hops)
    return _network((hops[-settings.NUM_PROXIES] if is_through_all else remote).strip())


@lru_cache(maxsize=10_000)
def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "nowhere"
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    # One client has a whole network of 2^64 addresses.
    return str(ipaddress.ip_network((parsed, 64), strict=False))
