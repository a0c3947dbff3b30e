"""Django's headers on every answer."""

from typing import Any

from django.middleware.security import SecurityMiddleware


class SecurityHeadersMiddleware(SecurityMiddleware):
    """Django's headers also where its own middleware answers with an error: to a Host that is not ours."""

    def process_request(self, request: Any) -> None:
        return None
