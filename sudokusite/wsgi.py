"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from solver import engine
from solver.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")

application = get_wsgi_application()
refuse_unsafe()
engine.load_all()
get_resolver().check()  # loads every page before the processes are forked
