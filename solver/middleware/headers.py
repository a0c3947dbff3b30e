"""Django's headers on every answer."""

from typing import Any

from django.middleware.security import SecurityMiddleware


class SecurityHeadersMiddleware(SecurityMiddleware):
    """Set Django's security headers also on errors of its own middleware, for example for a wrong Host."""

    def process_request(self, request: Any) -> None:
        """Do nothing: Django's own SecurityMiddleware redirects to HTTPS later."""
        return
