"""A connection to the database in which rules run as SQL, and what else these tests share."""

from collections.abc import Iterator

import pytest
from support import PATIENCE

from solver.sets import Database


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    from django.conf import settings

    database = Database(settings.SETS_DATABASE_URL, PATIENCE)
    yield database
    database.close()
