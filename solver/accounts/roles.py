"""The rights of the groups of staff, by name, so that a model gets its permissions as soon as it exists.

`migrate` makes the groups and gives them exactly this. Who needs another mix makes a group of another
name. Groups say what, `is_staff` says that somebody is let into the admin at all, and nothing more. Who may
look at the heartbeats of the processes sees the status page and the metrics; who may look at jobs, those of
others; who may add jobs has any number of them, and larger ones.
"""

from typing import Any

from django.apps import AppConfig

LOOK = ("view",)
KEEP = ("view", "add", "change", "delete")

# By model; one that is not there yet is passed over.
ROLES: dict[str, dict[str, tuple[str, ...]]] = {
    "Librarian": {
        "puzzle": KEEP,
        "collection": KEEP,
        "membership": KEEP,
        "job": KEEP,
        "solve": LOOK,
        "heartbeat": LOOK,
    },
    "Moderator": {
        "puzzle": ("view", "change"),
        "solve": ("view", "change", "delete"),
        "job": ("view", "change"),
        "user": ("view", "change"),
        "heartbeat": LOOK,
    },
    "Viewer": {
        "puzzle": LOOK,
        "collection": LOOK,
        "membership": LOOK,
        "job": LOOK,
        "solve": LOOK,
        "heartbeat": LOOK,
    },
}


def give_permissions(sender: AppConfig, using: str, **_: Any) -> None:
    """After each `migrate`, once Django has made the permissions of new models."""
    from django.contrib.auth.models import Group, Permission

    for role, models in ROLES.items():
        codenames = [f"{deed}_{model}" for model, deeds in models.items() for deed in deeds]
        group, _new = Group.objects.using(using).get_or_create(name=role)
        group.permissions.set(
            Permission.objects.using(using).filter(
                content_type__app_label=sender.label, codename__in=codenames
            )
        )
