"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from solver.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")

application = get_wsgi_application()
refuse_unsafe()
