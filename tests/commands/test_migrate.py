"""Somebody goes back to an earlier version of the tables."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db(transaction=True)


def applied():
    return set(MigrationRecorder(connection).applied_migrations())


@pytest.mark.parametrize("target", ["0001", "zero", "0012_published_index"])
def test_refuses_to_undo_what_would_be_lost_and_undoes_nothing(target):
    before = applied()
    with pytest.raises(CommandError, match="cannot be undone without losing what people keep"):
        call_command("migrate", "solver", target, verbosity=0)
    assert applied() == before


def test_says_of_an_unknown_target_what_django_says():
    with pytest.raises(CommandError, match="0999"):
        call_command("migrate", "solver", "0999", verbosity=0)


def test_goes_back_to_the_tables_of_the_version_before_and_forward_again():
    before = applied()
    try:
        call_command("migrate", "solver", "0016", verbosity=0)
        assert ("solver", "0017") not in {(app, name[:4]) for app, name in applied()}
        assert ("solver", "0018_difficulty_names") not in applied()
    finally:
        call_command("migrate", "solver", verbosity=0)
    assert applied() == before


def test_leaves_its_session_as_it_was_when_it_only_looks():
    """Behind PgBouncer it is somebody else's next."""

    def timeout():
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return cursor.fetchone()

    connection.close()
    before = timeout()
    assert before != ("0",)
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert timeout() == before
