"""The rows that an account owns: moved from the browser session at sign-in, deleted with the account."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.http import HttpRequest

from solver.models import Job, User
from solver.models.leased_work import belongs_to_session


def owned_models() -> Iterator[type[models.Model]]:
    """Yield the models with an owner, jobs before the solves that they create."""
    models = apps.get_app_config("solver").get_models()
    for model in sorted(models, key=lambda model: model is not Job):
        if "owner" in fields_of(model):
            yield model


def rows_of(model: type[models.Model]) -> models.Manager[Any]:
    """Return the manager of the model's rows that can have an owner: `owned`, or its default manager."""
    manager: models.Manager[Any] = getattr(model, "owned", model._default_manager)
    return manager


def fields_of(model: type[models.Model]) -> set[str]:
    return {field.name for field in model._meta.fields}


def take_over(request: HttpRequest, user: User, **_: Any) -> None:
    """Give the account all rows that the browser session owned before this sign-in.

    They are found by the session key in the request's cookie, because the session itself has a new key by now.
    """
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    for model in owned_models():
        if key and "session_digest" in fields_of(model):
            mine = model._default_manager.filter(belongs_to_session(key))
            mine.update(owner=user, session_digest="")


def what_goes_along(user: User) -> list[tuple[str, int]]:
    """Return (plural name of a model, number of its rows) for all rows that are deleted with an account."""
    return [
        (str(model._meta.verbose_name_plural), rows_of(model).filter(owner=user).count())
        for model in owned_models()
    ]


def delete(user: User) -> None:
    """Delete an account and everything it owns, but no puzzles, because other people share these.

    Its jobs are cancelled first, in transactions of their own, so that no worker starts a part meanwhile.
    """
    for job_id in Job.objects.filter(owner=user).values_list("pk", flat=True):
        Job.objects.cancel(job_id)
    with transaction.atomic():
        for model in owned_models():
            rows_of(model).filter(owner=user).delete()
        user.delete()
