"""What data is stored, and for how long, according to the settings."""

import os

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from limits import parse

from ..page_cache import drawn_response

DAY = 24 * 3600  # seconds


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "forget_days": settings.FORGET_AFTER_DAYS,
        "cookie_days": _cookie_days(),
        "staff_hours": settings.STAFF_SESSION_HOURS,
        "limit_hours": _limit_hours(),
        "has_access_log": bool(os.environ.get("WEB_ACCESS_LOG")),
    }
    return drawn_response(request, "solver/privacy.html", context)


def _cookie_days() -> int:
    """Return the age of the cookie that lasts longest."""
    ages = (settings.SESSION_COOKIE_AGE, settings.CSRF_COOKIE_AGE, settings.LANGUAGE_COOKIE_AGE)
    return -(-max(ages) // DAY)


def _limit_hours() -> int:
    """Return the longest limit, or 0 without any. A sliding window also looks back at the previous one."""
    limits = [getattr(settings, name) for name in dir(settings) if name.startswith("LIMIT_")]
    longest = max((parse(limit).get_expiry() for limit in limits if limit), default=0)
    return -(-2 * longest // 3600)
