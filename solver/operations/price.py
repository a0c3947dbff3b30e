"""Limits of CPU time: milliseconds of each request, counted for all web processes together.

The debt of a payer grows with each request and decreases steadily. A payer with too much debt is refused until
enough is paid off. BURST of the allowance may be spent at once, the rest over its minute. So nobody gets more
than the allowance in a minute, except for requests that were running when it was used up.
"""

import threading
import time
from functools import cache
from typing import Any

import redis
from django.conf import settings

from .limits import BRIEFLY, read, together_or_alone

BURST = 0.2  # of the allowance of a window
SCARCE = 1_000  # milliseconds left, below which a payer has one request at a time in each process
WORTH_TELLING = 20  # milliseconds that a process collects before it reports them to Redis
ACCOUNTS = "accounts at "  # a payer for all accounts of an address together
STAFF = "staff "  # known people, whose requests cost more
TIMES = 4  # the factor of both allowances
KEPT = 10_000  # payers that a process remembers

# Redis stores for each payer the millisecond at which its debt is paid off. Returns the debts in ms.
CHARGE = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local left = {}
for i, key in ipairs(KEYS) do
  local free = math.max(tonumber(redis.call('GET', key) or 0), now) + tonumber(ARGV[i])
  local rest = math.ceil(free - now)
  if rest > 0 then redis.call('SET', key, string.format('%.0f', free), 'PX', rest) end
  left[i] = rest
end
return left"""

Payers = tuple[str, ...]


class Prices:
    """The debts of payers as this process knows them. Threads charge them, and the poller reads them."""

    def __init__(self) -> None:
        self._free: dict[str, float] = {}  # time.monotonic() at which the debt is paid off
        self._untold: dict[str, float] = {}  # milliseconds not yet reported to Redis
        self._lock = threading.Lock()

    def charge(self, payers: Payers, milliseconds: float) -> None:
        """Add a cost in CPU time to each payer, and report it to Redis once it is large enough."""
        if not settings.LIMIT_PROCESSOR:
            return
        with self._lock:
            for payer in payers:
                self._untold[payer] = self._untold.get(payer, 0) + milliseconds
            if max(self._untold[payer] for payer in payers) < WORTH_TELLING:
                return
            costs = {payer: self._untold.pop(payer) for payer in payers}
        # The milliseconds that each payer needs to pay it off.
        times = [cost / _rate(payer) for payer, cost in costs.items()]
        keys = [f"price:{payer}" for payer in costs]
        rests = together_or_alone(
            lambda: _charge(settings.REDIS_URL)(keys, times),
            lambda: [self._rest(payer) + more for payer, more in zip(costs, times, strict=True)],
        )
        now = time.monotonic()
        for payer, rest in zip(costs, rests, strict=True):
            self._free[payer] = now + rest / 1000
        if len(self._free) > KEPT:
            self._free = {payer: free for payer, free in list(self._free.items()) if free > now}

    def note(self, payer: str, milliseconds: float) -> None:
        """Add a cost in CPU time, to be reported to Redis with the payer's next one.

        This does not call Redis.
        """
        if settings.LIMIT_PROCESSOR:
            with self._lock:
                if len(self._untold) > KEPT:
                    self._untold.clear()
                self._untold[payer] = self._untold.get(payer, 0) + milliseconds

    def wait(self, payers: Payers) -> float:
        """Return the seconds until all payers have CPU time for a request again, or 0."""
        if not settings.LIMIT_PROCESSOR:
            return 0.0
        return max(0.0, *(-self._left(payer) / _rate(payer) / 1000 for payer in payers))

    def is_scarce(self, payers: Payers) -> bool:
        """Return whether a payer has less than SCARCE of its CPU time left."""
        return bool(settings.LIMIT_PROCESSOR) and any(self._left(name) < SCARCE for name in payers)

    def are_owed(self) -> bool:
        """Return whether a payer has a debt that is not paid off."""
        now = time.monotonic()
        return any(free > now for free in list(self._free.values()))

    def _left(self, payer: str) -> float:
        """Return the milliseconds of CPU time that the payer may spend now, below 0 if it owes too much."""
        return _allowance(payer) * BURST - self._rest(payer) * _rate(payer)

    def _rest(self, payer: str) -> float:
        """Return the milliseconds until the payer's debt is paid off."""
        return max(0.0, self._free.get(payer, 0) - time.monotonic()) * 1000


def account_name(key: int, is_staff: bool) -> str:
    """Return the name under which an account pays for CPU time."""
    return f"{STAFF if is_staff else 'account '}{key}"


def payers_of(address: str, account: str) -> Payers:
    """Return the payers of the CPU time of a request from this address and account. The account may be empty.

    An account pays for itself, so that a program with a token does not wait for its neighbours. All accounts at
    an address together have a limit too, because anybody may create some. Staff are exempt from it.
    """
    if not account:
        return (address,)
    return (account,) if account.startswith(STAFF) else (account, f"{ACCOUNTS}{address}")


def _allowance(payer: str) -> float:
    return read(settings.LIMIT_PROCESSOR).amount * (
        TIMES if payer.startswith((ACCOUNTS, STAFF)) else 1
    )


def _rate(payer: str) -> float:
    """Return what the payer pays off in a millisecond."""
    return _allowance(payer) * (1 - BURST) / read(settings.LIMIT_PROCESSOR).get_expiry() / 1000


@cache
def _charge(url: str) -> Any:
    return redis.Redis.from_url(url, **BRIEFLY).register_script(CHARGE)
