"""The Django project: settings, addresses and the processes that make up the site."""

from .celery import app as celery_app

__all__ = ["celery_app"]
