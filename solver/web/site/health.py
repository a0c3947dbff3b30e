"""Health for machines: alive at all, and ready to serve."""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from solver.models import Solve
from solver.tasks import waiting_messages


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    return _say("alive")


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 while the database answers and is up to date. Redis may be away: submissions are kept."""
    try:
        missing = _missing_migrations()
    except Error:
        return _say("the database is away", status=503)
    if missing:
        return _say(f"{missing} migrations are to be applied first", status=503)
    if waiting_messages(Solve.Lane.INTERACTIVE) is None:
        return _say("ready, degraded: the broker is away, and solves wait for it")
    return _say("ready")


def _missing_migrations() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _say(words: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{words}\n", status=status, content_type="text/plain; charset=utf-8")
