"""A pause in asking a service that was found away."""

import threading
import time

SECONDS = 5  # in which a service that was found away is not asked again


class CircuitBreaker:
    """Whether a service may be asked: for some seconds after a failure not at all, then by a single call.

    A frozen service costs each caller a second or so to find out. Without this all threads of the web server
    would wait for it at once, again and again. Each process has its own.
    """

    def __init__(self) -> None:
        self._until = 0.0  # time.monotonic(); 0 while the service answers
        self._lock = threading.Lock()  # of two threads at the end of a pause one asks

    def may_ask(self) -> bool:
        """Whether this call may ask; it then says `end` or `begin`, and until it does all others may not."""
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                return False
            if self._until:
                self._until = now + SECONDS  # also when this call never comes back
            return True

    def begin(self) -> None:
        """The service did not answer."""
        self._until = time.monotonic() + SECONDS

    def end(self) -> None:
        """The service answered."""
        self._until = 0.0
