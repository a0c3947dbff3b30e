"""The one Django application of the site."""

from functools import partial

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.db.models import Model
from django.db.models.signals import post_migrate
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy, ngettext

from solver.engine.core.i18n import Translator, set_translator
from solver.management import engine_command


class SolverConfig(AppConfig):
    name = "solver"
    verbose_name = "Sudoku by sets"

    def ready(self) -> None:
        from solver import checks  # noqa: F401  # registers its checks
        from solver.accounts import lockout, ownership, roles, sessions

        user_logged_in.connect(ownership.take_over)
        user_logged_in.connect(sessions.note_sign_in)
        user_logged_in.connect(lockout.on_sign_in)
        user_login_failed.connect(lockout.on_failed_sign_in)
        post_migrate.connect(roles.give_permissions, sender=self)
        for model in self.get_models():
            translate_names(model)
        engine_command.set_bounds()
        set_translator(Translator(gettext, ngettext, partial(number_format, force_grouping=True)))


def translate_names(model: type[Model]) -> None:
    """Make the plain English names of a model and its fields translatable."""
    meta = model._meta
    if isinstance(meta.verbose_name, str):
        meta.verbose_name_plural = gettext_lazy(str(meta.verbose_name_plural))
        meta.verbose_name = gettext_lazy(meta.verbose_name)
    for field in meta.fields:
        if isinstance(field.verbose_name, str):
            field.verbose_name = gettext_lazy(field.verbose_name)
        if field.help_text and isinstance(field.help_text, str):
            field.help_text = gettext_lazy(field.help_text)
