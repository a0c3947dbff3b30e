"""Who the tests of pages sign in as, and a clock that stands still for them."""

from collections.abc import Iterator
from datetime import datetime
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from solver.models import User


@pytest.fixture
def now() -> Iterator[datetime]:
    """The time, which stands still: no minute and no day begins in the midst of a test."""
    now = timezone.now()
    with patch.object(timezone, "now", lambda: now):
        yield now


@pytest.fixture
def librarian(client: Client) -> Client:
    """One of the group, who is no superuser."""
    user = User.objects.create_user("librarian", is_staff=True)
    user.groups.add(Group.objects.get(name="Librarian"))
    client.force_login(user)
    return client
