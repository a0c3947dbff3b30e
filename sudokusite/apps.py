"""The project as an app, so that tasks find Celery as soon as Django is set up."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class ProjectConfig(AppConfig):
    name = "sudokusite"
    default = True

    def ready(self) -> None:
        from . import celery  # noqa: F401 - shared tasks need it


class DeskConfig(admin.SimpleAdminConfig):
    """Django's admin with our site class. `urls` loads the admin modules, which only pages need."""

    default_site = "sudokusite.admin_site.Desk"
