"""Django's connection to PostgreSQL: checked without a statement, and with prepared statements for workers."""

import select
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg.pq import TransactionStatus

Cursor: Any = base.ServerBindingCursor
SOUND = (TransactionStatus.IDLE, TransactionStatus.INTRANS)


class DatabaseWrapper(base.DatabaseWrapper):
    connection: Any
    _prepare_cursor: Any

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

    def prepared_cursor(self) -> CursorWrapper:
        """Return a cursor that sends values apart from their statement, unlike Django's own.

        So PostgreSQL parses and plans a statement once, when the connection has executed it a few times. Text
        that an index depends on, such as a status, must be in the statement: a plan is made for all values.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        cursor: CursorWrapper = self._prepare_cursor(Cursor(self.connection))
        return cursor
