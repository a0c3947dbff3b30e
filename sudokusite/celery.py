"""The Celery application: two lanes over Redis, no result backend."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from . import heartbeat

__all__ = ["app", "heartbeat"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")

app = Celery("sudokusite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def leave_logging_to_django(**_: Any) -> None:
    """Having a receiver is what keeps Celery from setting up its own."""
