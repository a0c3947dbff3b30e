"""Who the tests of pages sign in as."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from solver.models import User


@pytest.fixture
def librarian(client: Client) -> Client:
    """One of the group, who is no superuser."""
    user = User.objects.create_user("librarian", is_staff=True)
    user.groups.add(Group.objects.get(name="Librarian"))
    client.force_login(user)
    return client
