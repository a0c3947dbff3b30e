"""The Celery application: two lanes over Redis, no result backend."""

import os

from celery import Celery

from . import heartbeat

__all__ = ["app", "heartbeat"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")

app = Celery("sudokusite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
