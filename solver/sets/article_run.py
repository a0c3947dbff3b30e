"""Run the article's own SQL on a puzzle, in a transaction that is rolled back."""

from typing import Any

import psycopg

from solver.engine.core.grid import Grid

from . import database
from .articles import AS_PRINTED, install_script
from .database import EXCEEDED, ConnectionLost

SECONDS = 10  # of a text, by the clock. It looks at the clock between two statements
MOST_SECONDS = 15  # of a text in the middle of a statement
MOST_MESSAGES = 400
SETTINGS = "-c jit=off -c max_parallel_workers_per_gather=0"


def run_article(url: str, method: str, grid: Grid) -> dict[str, Any]:
    """Return what each text of a method's article did: passes, messages, board and why it stopped.

    A text that PostgreSQL ended is left out. Raise ConnectionLost if the database is away or refuses to run it.
    """
    texts = [f"{method} as printed"] if method in AS_PRINTED else []
    found = {}
    for name in (*texts, method):
        try:
            with psycopg.connect(
                url,
                autocommit=True,
                connect_timeout=database.CONNECT_SECONDS,
                options=f"{SETTINGS} -c statement_timeout={MOST_SECONDS}s",
            ) as connection:
                found[name] = _run(connection, name, "".join(map(str, grid.givens)))
        except EXCEEDED:
            continue
        except psycopg.Error as error:
            raise ConnectionLost(str(error)) from error
    return found


def _run(connection: psycopg.Connection[Any], name: str, board: str) -> dict[str, Any]:
    messages: list[str] = []
    connection.execute("BEGIN READ WRITE")
    try:
        connection.execute(install_script("pg_temp"))
        connection.execute("SET LOCAL client_min_messages = notice")
        connection.execute("SET LOCAL pg_temp.boards = 'on'")
        connection.add_notice_handler(lambda notice: messages.append(notice.message_primary or ""))
        connection.execute(
            "SELECT count(*) FROM pg_temp.passes(%s, %s, %s)", (board, name, SECONDS)
        )
        rows = connection.execute(
            'SELECT pass, statement, "rows", ms::float, board FROM pg_temp."#passes"'
            " WHERE statement <> '' ORDER BY ended"
        ).fetchall()
        connection.execute("SET LOCAL search_path = pg_temp")
        ((last, said),) = connection.execute(
            "SELECT pg_temp.board_now(%s), pg_temp.why_stopped(%s)", (name, name)
        ).fetchall()
    finally:
        connection.execute("ROLLBACK")
    return {
        "passes": rows,
        "messages": messages[:MOST_MESSAGES],
        "board": last,
        "said": said,
    }
