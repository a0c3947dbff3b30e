"""Health for machines: alive at all, and ready to serve."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    return HttpResponse("alive\n", content_type="text/plain")


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 while the database answers; Redis may be away, submissions are kept all the same."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("the database is away\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")
