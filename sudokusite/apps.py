"""The project as an app, so that tasks have their Celery wherever Django is set up, and only there."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class ProjectConfig(AppConfig):
    name = "sudokusite"
    default = True

    def ready(self) -> None:
        from . import celery  # noqa: F401 - who rings finds it


class DeskConfig(admin.SimpleAdminConfig):
    """Django's admin as the editors' desk; `urls` finds what it shows: pages alone need it."""

    default_site = "sudokusite.admin_site.Desk"
