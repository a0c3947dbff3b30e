"""Health checks: alive, and ready to serve."""

import logging
import time

from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from solver.models import Solve
from solver.operations.away import why_away
from solver.queue.tasks import waiting_messages

log = logging.getLogger(__name__)

PERIOD = 5  # seconds between two attempts to write
# A full disk rejects new pages, but accepts what fits into old ones. Half a megabyte that does not fit into
# memory needs new pages, leaves no row behind, and is gone after the statement.
TAKE_ROOM = """
    SET LOCAL work_mem = '64kB';
    SELECT count(*) FROM (SELECT n FROM generate_series(1, 30000) AS n ORDER BY -n) AS sorted"""
# A record in the write-ahead log, which is on disk after the commit. A read-only standby cannot write one.
WRITE = "SELECT pg_logical_emit_message(true, 'readyz', '')"
_tried = (float("-inf"), False)  # time.monotonic() of the last attempt, and whether it succeeded


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    return _text_response("alive")


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database is up, up to date and writable, else 503.

    Redis may be away: submissions are still kept without it.
    """
    try:
        missing = _missing_migrations()
    except Error as error:
        log.warning("not ready: %s", why_away(error))
        return _text_response("the database is away", status=503)
    if missing:
        return _text_response(f"{missing} migrations are to be applied first", status=503)
    if not _keeps_what_is_written():
        return _text_response(
            "the database keeps nothing: its disk is full, or it is only read", status=503
        )
    if waiting_messages(Solve.Lane.INTERACTIVE) is None:
        return _text_response("ready, degraded: the broker is away, and solves wait for it")
    return _text_response("ready")


def _keeps_what_is_written() -> bool:
    """Return whether a submission would be saved. Try at most every PERIOD seconds for all callers."""
    global _tried
    at, was_kept = _tried
    if time.monotonic() < at + PERIOD:
        return was_kept
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(TAKE_ROOM)
            cursor.execute(WRITE)
        was_kept = True
    except Error as error:
        log.warning("not ready, the database keeps nothing: %s", error)
        was_kept = False
    _tried = (time.monotonic(), was_kept)
    return was_kept


def _missing_migrations() -> int:
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    # An earlier version's database has none of our migrations: `migrate` says how to convert it.
    is_earlier = all(app != "solver" for app, _name in leaves)
    return len(executor.migration_plan(leaves)) + is_earlier


def _text_response(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")
