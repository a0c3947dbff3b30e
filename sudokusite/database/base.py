"""Django's connection to PostgreSQL, checked without a statement before each request and task."""

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

SOUND = (TransactionStatus.IDLE, TransactionStatus.INTRANS)


class DatabaseWrapper(base.DatabaseWrapper):
    connection: Any

    def is_usable(self) -> bool:
        """Return whether the connection is open and can take a statement.

        A server that ends a connection says so on its socket. A statement is sent only if something is there
        to read. If the network is silent, the next statement fails after `tcp_user_timeout`.
        """
        if self.connection is None or self.connection.info.transaction_status not in SOUND:
            return bool(super().is_usable())
        socket = select.poll()
        socket.register(self.connection.fileno(), select.POLLIN)
        return not socket.poll(0) or bool(super().is_usable())
