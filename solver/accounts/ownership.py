"""The belongings of an account: taken over from a browser session at sign-in, gone at its end."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.http import HttpRequest

from solver.models import Job, User
from solver.models.leased_work import belongs_to_session


def owned_models() -> Iterator[type[models.Model]]:
    """The models whose rows belong to somebody, jobs before the solves that they make."""
    models = apps.get_app_config("solver").get_models()
    for model in sorted(models, key=lambda model: model is not Job):
        if "owner" in fields_of(model):
            yield model


def rows_of(model: type[models.Model]) -> models.Manager[Any]:
    """The rows of a model that may be somebody's."""
    found: models.Manager[Any] = getattr(model, "owned", model._default_manager)
    return found


def fields_of(model: type[models.Model]) -> set[str]:
    return {field.name for field in model._meta.fields}


def take_over(request: HttpRequest, user: User, **_: Any) -> None:
    """At sign-in, from whichever page: what the browser session owned belongs to the account.

    The session has its new key by then; the old one is what the browser has just sent.
    """
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    for model in owned_models():
        if key and "session_digest" in fields_of(model):
            mine = model._default_manager.filter(belongs_to_session(key))
            mine.update(owner=user, session_digest="")


def what_goes_along(user: User) -> list[tuple[str, int]]:
    """The things deleted with an account: the name of each kind, and how many there are."""
    return [
        (str(model._meta.verbose_name_plural), rows_of(model).filter(owner=user).count())
        for model in owned_models()
    ]


def delete(user: User) -> None:
    """The account and all it owns. Puzzles stay: a grid is kept once, whoever brought it.

    Its jobs are stopped first, in transactions of their own: no worker begins a part while the rest goes.
    """
    for job_id in Job.objects.filter(owner=user).values_list("pk", flat=True):
        Job.objects.cancel(job_id)
    with transaction.atomic():
        for model in owned_models():
            rows_of(model).filter(owner=user).delete()
        user.delete()
