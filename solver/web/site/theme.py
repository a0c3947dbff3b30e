"""The switch of themes in the footer."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Store the chosen theme in a cookie, or delete the cookie, and redirect back to the page of the choice."""
    back = request.POST.get("next") or request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    response = redirect(back if is_ours else "home")
    theme = request.POST.get("theme", "")
    if theme in settings.THEMES:
        response.set_cookie(
            settings.THEME_COOKIE_NAME,
            theme,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(settings.THEME_COOKIE_NAME, samesite="Lax")
    return response
