"""The ASGI entry point."""

import os

from django.core.asgi import get_asgi_application

from solver.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")

application = get_asgi_application()
refuse_unsafe()
