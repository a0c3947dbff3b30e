"""A fair queue of requests: clients take turns, and none gets more than a share of the threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from solver.operations.price import Payers

Request = TypeVar("Request", bound=Hashable)


@dataclass
class Client(Generic[Request]):
    """The waiting requests of a client by their payers, and how many are being served."""

    waiting: OrderedDict[Payers, OrderedDict[Request, None]] = field(default_factory=OrderedDict)
    served: int = 0


class Turns(Generic[Request]):
    """A queue of requests for `threads` threads. A client gets at most `share` threads.

    Clients take turns, and so do the payers of one client's requests: its accounts and its anonymous visitors.
    """

    def __init__(self, threads: int, share: int) -> None:
        self.waiting = 0
        self._threads = threads
        self._share = share
        self._served = 0
        self._clients: OrderedDict[str, Client[Request]] = OrderedDict()

    @property
    def are_free(self) -> bool:
        """Whether a thread of the pool is idle."""
        return self._served < self._threads

    def add(self, client: str, payers: Payers, request: Request) -> None:
        """Append a request to those of its client that the same payers pay for."""
        waiting = self._clients.setdefault(client, Client()).waiting
        waiting.setdefault(payers, OrderedDict())[request] = None
        self.waiting += 1

    def take(self, at_once: Callable[[Payers], int]) -> Request | None:
        """Remove and return the request whose turn it is. Return None if none may be served now.

        `at_once` returns how many requests of a client may be served at once if these payers pay.
        """
        if not self.are_free:
            return None
        for name, client in self._clients.items():
            for payers, waiting in client.waiting.items():
                if client.served < min(self._share, at_once(payers)):
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
        """Remove a waiting request of a client, by the payers that it was added with."""
        waiting = self._clients[client].waiting
        del waiting[payers][request]
        if not waiting[payers]:
            del waiting[payers]
        self.waiting -= 1
        self._forget(client)

    def end(self, client: str) -> None:
        """Count a request of the client as finished, so that its thread is free."""
        self._clients[client].served -= 1
        self._served -= 1
        self._forget(client)

    def _forget(self, client: str) -> None:
        if not self._clients[client].waiting and not self._clients[client].served:
            del self._clients[client]
