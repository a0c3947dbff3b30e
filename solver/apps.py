"""The one Django application of the site."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_migrate
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from solver.engine.words import Speaker, speak


class SolverConfig(AppConfig):
    name = "solver"
    verbose_name = "Sudoku by sets"

    def ready(self) -> None:
        from solver import accounts, roles
        from sudokusite import safety  # noqa: F401  # its checks register themselves

        user_logged_in.connect(accounts.take_over)
        post_migrate.connect(roles.give_permissions, sender=self)
        speak(Speaker(gettext, ngettext, lambda number: number_format(number, force_grouping=True)))
