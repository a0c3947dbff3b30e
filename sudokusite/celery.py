"""The Celery application: two lanes over Redis, no result backend."""

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import celeryd_init, setup_logging

from solver.operations import heartbeat

__all__ = ["app", "heartbeat"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")

app = Celery("sudokusite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def refuse_unsafe_settings(**_: Any) -> None:
    """Ends the process: Celery would only log an ordinary exception of a receiver, and go on."""
    from solver.checks import problems

    if found := problems():
        sys.exit("\n".join(["unsafe settings:", *found]))


@setup_logging.connect
def leave_logging_to_django(**_: Any) -> None:
    """Having a receiver is what keeps Celery from setting up its own."""
