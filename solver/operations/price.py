"""What requests cost: milliseconds of the processor, counted for all web processes together.

What a payer owes grows with each request and is worked off steadily. Whoever owes too much is out until enough
of it is worked off. BURST of the allowance may be spent at once and the rest over its minute, so no minute
holds more than the allowance, but for what was under way when it was used up.
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
WORTH_TELLING = 20  # milliseconds that a process keeps to itself before it tells the others
ACCOUNTS = "accounts at "  # a payer for all accounts of an address together
STAFF = "staff "  # whose work is dearer, and who are known
TIMES = 4  # so many allowances these two have
KEPT = 10_000  # payers that a process remembers

# For each payer the millisecond at which all that it owes is worked off.
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
    """What this process knows of its payers. Threads charge them, and the poller asks."""

    def __init__(self) -> None:
        self._free: dict[str, float] = {}  # time.monotonic() at which all is worked off
        self._untold: dict[str, float] = {}  # milliseconds
        self._lock = threading.Lock()

    def charge(self, payers: Payers, milliseconds: float) -> None:
        """Add a cost to each of them, and tell Redis once there is enough to tell."""
        if not settings.LIMIT_PROCESSOR:
            return
        with self._lock:
            for payer in payers:
                self._untold[payer] = self._untold.get(payer, 0) + milliseconds
            if max(self._untold[payer] for payer in payers) < WORTH_TELLING:
                return
            costs = {payer: self._untold.pop(payer) for payer in payers}
        # Until when each of them works at it, in milliseconds.
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
        """Add a cost that is told with the payer's next one. This asks nobody."""
        if settings.LIMIT_PROCESSOR:
            with self._lock:
                if len(self._untold) > KEPT:
                    self._untold.clear()
                self._untold[payer] = self._untold.get(payer, 0) + milliseconds

    def wait(self, payers: Payers) -> float:
        """Return the seconds until all of them may ask again, 0 for now."""
        if not settings.LIMIT_PROCESSOR:
            return 0.0
        return max(0.0, *(-self._left(payer) / _rate(payer) / 1000 for payer in payers))

    def is_scarce(self, payers: Payers) -> bool:
        """Return whether one of them has little left."""
        return bool(settings.LIMIT_PROCESSOR) and any(self._left(each) < SCARCE for each in payers)

    def _left(self, payer: str) -> float:
        """Milliseconds of the processor that it may spend at once, below 0 if it owes too much."""
        return _most(payer) - self._rest(payer) * _rate(payer)

    def _rest(self, payer: str) -> float:
        """Milliseconds until all is worked off."""
        return max(0.0, self._free.get(payer, 0) - time.monotonic()) * 1000


def account_name(key: int, is_staff: bool) -> str:
    """Return the name of an account as a payer."""
    return f"{STAFF if is_staff else 'account '}{key}"


def payers_of(address: str, account: str) -> Payers:
    """Return who pays for a request of this address and account, which may be none.

    An account pays for itself, so that a program with a token does not wait for its neighbours. All accounts
    of an address together have a limit too, since anybody may make some, though not those of staff.
    """
    if not account:
        return (address,)
    return (account,) if account.startswith(STAFF) else (account, f"{ACCOUNTS}{address}")


def _allowance(payer: str) -> float:
    return read(settings.LIMIT_PROCESSOR).amount * (
        TIMES if payer.startswith((ACCOUNTS, STAFF)) else 1
    )


def _most(payer: str) -> float:
    """What it may spend at once."""
    return _allowance(payer) * BURST


def _rate(payer: str) -> float:
    """What it works off in a millisecond."""
    return _allowance(payer) * (1 - BURST) / read(settings.LIMIT_PROCESSOR).get_expiry() / 1000


@cache
def _charge(url: str) -> Any:
    return redis.Redis.from_url(url, **BRIEFLY).register_script(CHARGE)
