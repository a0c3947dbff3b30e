"""A budget for threads of the web process that wait without computing.

Event streams, `?wait=`, the form's wait, long answers and slow clients each hold a thread. At most
`settings.HELD` threads of a process are held at the same time, and `settings.HELD_BY_ONE` by one client.
"""

import threading
from functools import cache

from django.conf import settings

from .serving import served


class Place:
    """The right of one thread to wait. `leave` gives it back."""

    def __init__(self, room: "Room", client: str) -> None:
        self.client = client
        self.thread = threading.get_ident()
        self._room = room

    def leave(self) -> None:
        self._room.leave(self)


class Room:
    """The places of one process."""

    def __init__(self, places: int, of_one: int) -> None:
        self._places = places
        self._of_one = of_one
        self._taken: set[Place] = set()
        self._lock = threading.Lock()

    def take(self, client: str) -> Place | None:
        """Take a place in the budget of waiting threads.

        Return None if the process or the client has none left.
        """
        with self._lock:
            taken = tuple(self._taken)
            theirs = sum(place.client == client for place in taken)
            if len(taken) >= self._places or theirs >= self._of_one:
                return None
            place = Place(self, client)
            self._taken.add(place)
            return place

    def leave(self, place: Place) -> None:
        # No lock: a finalizer may call this in the middle of `take` in the same thread.
        self._taken.discard(place)

    def has_this_thread(self) -> bool:
        """Return whether this thread has a place in the budget of waiting threads already."""
        me = threading.get_ident()
        return any(place.thread == me for place in tuple(self._taken))


def room() -> Room:
    """Return the one count, in this process, of threads that wait for a client or a solve, and its limits."""
    return _room(settings.HELD, settings.HELD_BY_ONE)


def hold() -> Place | None:
    """Take a place for this thread to wait, on account of its request's client.

    Return None if there is none.
    """
    return room().take(served.client)


@cache
def _room(places: int, of_one: int) -> Room:
    return Room(places, of_one)
