"""The groups of staff and their permissions.

`migrate` creates the groups and sets exactly these permissions. Another mix needs a group of another name.
`is_staff` only lets people into the admin, the groups say what they may do there. The permission to view
heartbeats opens the status page and the metrics, the one to view jobs those of others. The one to add jobs
removes the limits of their number and size.
"""

from typing import Any

from django.apps import AppConfig

LOOK = ("view",)
KEEP = ("view", "add", "change", "delete")

# Permissions by model. A model that does not exist yet is ignored.
ROLES: dict[str, dict[str, tuple[str, ...]]] = {
    "Librarian": {
        **dict.fromkeys(("puzzle", "collection", "membership", "job"), KEEP),
        **dict.fromkeys(("solve", "heartbeat"), LOOK),
    },
    "Moderator": {
        "puzzle": ("view", "change"),
        "solve": ("view", "change", "delete"),
        "job": ("view", "change"),
        "user": ("view", "change"),
        "heartbeat": LOOK,
    },
    "Viewer": dict.fromkeys(
        ("puzzle", "collection", "membership", "job", "solve", "heartbeat"), LOOK
    ),
}


def give_permissions(sender: AppConfig, using: str, **_: Any) -> None:
    """Create the groups of staff with their permissions. It runs after `migrate`.

    Django has created the permissions of new models by then.
    """
    from django.contrib.auth.models import Group, Permission

    for role, models in ROLES.items():
        codenames = [f"{action}_{model}" for model, actions in models.items() for action in actions]
        group, _new = Group.objects.using(using).get_or_create(name=role)
        group.permissions.set(
            Permission.objects.using(using).filter(
                content_type__app_label=sender.label, codename__in=codenames
            )
        )
