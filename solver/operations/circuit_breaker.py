"""A circuit breaker for calls to a service that may be away."""

import threading
import time

SECONDS = 5  # without calls after a failure


class CircuitBreaker:
    """Blocks all calls to a service for some seconds after a failure, then lets a single call try.

    A frozen service costs each caller about a second. Without this, all threads of the web server would wait
    for it again and again. Each process has its own breaker.
    """

    def __init__(self) -> None:
        self._until = 0.0  # time.monotonic(), or 0 while the service answers
        self._lock = threading.Lock()  # so that only one thread tries at the end of a pause

    def may_ask(self) -> bool:
        """Return whether the service may be called now. If so, the caller reports `end` or `begin` afterwards.

        While the service is away, other calls are blocked until then.
        """
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                return False
            if self._until:
                self._until = now + SECONDS  # so that another may try if this call never returns
            return True

    def begin(self) -> None:
        """Report that the service did not answer. Calls are blocked for some seconds."""
        self._until = time.monotonic() + SECONDS

    def end(self) -> None:
        """Report that the service answered. Calls are no longer blocked."""
        self._until = 0.0
