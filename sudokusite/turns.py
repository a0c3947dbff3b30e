"""Whose request is served next: clients take turns, and none has more than a part of the threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from solver.operations.price import Payers

Request = TypeVar("Request", bound=Hashable)


@dataclass
class Client(Generic[Request]):
    """What waits for one client, by who pays for it, and how many of its requests are served."""

    waiting: OrderedDict[Payers, OrderedDict[Request, None]] = field(default_factory=OrderedDict)
    served: int = 0


class Turns(Generic[Request]):
    """Requests that wait for one of so many `threads`, of which one client has at most `of_one`.

    Clients take turns, and so do those who pay for requests of one client: its accounts and its strangers.
    """

    def __init__(self, threads: int, of_one: int) -> None:
        self.waiting = 0
        self._threads = threads
        self._of_one = of_one
        self._served = 0
        self._clients: OrderedDict[str, Client[Request]] = OrderedDict()

    @property
    def are_free(self) -> bool:
        """Whether there is a thread that serves nobody."""
        return self._served < self._threads

    def add(self, client: str, payers: Payers, request: Request) -> None:
        """Put a request behind the others of its payers."""
        theirs = self._clients.setdefault(client, Client()).waiting
        theirs.setdefault(payers, OrderedDict())[request] = None
        self.waiting += 1

    def take(self, at_once: Callable[[Payers], int]) -> Request | None:
        """Return the request whose turn it is, None for none.

        Args:
            at_once: How many requests of a client may be served at once if these pay for the next.
        """
        if not self.are_free:
            return None
        for name, client in self._clients.items():
            for payers, waiting in client.waiting.items():
                if client.served < min(self._of_one, at_once(payers)):
                    request = next(iter(waiting))
                    self.remove(name, payers, request)
                    self._clients.setdefault(name, client).served += 1
                    self._served += 1
                    self._clients.move_to_end(name)
                    if payers in client.waiting:
                        client.waiting.move_to_end(payers)
                    return request
        return None

    def remove(self, client: str, payers: Payers, request: Request) -> None:
        """Take a request away that waits."""
        theirs = self._clients[client].waiting
        del theirs[payers][request]
        if not theirs[payers]:
            del theirs[payers]
        self.waiting -= 1
        self._forget(client)

    def end(self, client: str) -> None:
        """Count a request of the client no longer as served."""
        self._clients[client].served -= 1
        self._served -= 1
        self._forget(client)

    def _forget(self, client: str) -> None:
        theirs = self._clients[client]
        if not theirs.waiting and not theirs.served:
            del self._clients[client]
