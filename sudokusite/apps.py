"""The project as an app, so that tasks have their Celery wherever Django is set up, and only there."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "sudokusite"

    def ready(self) -> None:
        from . import celery  # noqa: F401 - who rings finds it
