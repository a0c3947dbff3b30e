"""A program asks whatever the description allows, and more: nothing breaks, and every answer is in it."""

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from hypothesis import HealthCheck, Phase, given, settings
from support import FUZZ_EXAMPLES

from sudokusite.wsgi import application

pytestmark = pytest.mark.django_db
PLAIN = {"Host": "localhost", "Accept-Encoding": "identity"}
BOUNDED = settings(
    max_examples=FUZZ_EXAMPLES // 40,  # of each operation
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def kept_connection():
    """One transaction around all requests, as Django's own test client keeps it."""
    with connection.cursor() as cursor:  # requests take their time to be thought of
        cursor.execute("SET idle_in_transaction_session_timeout = 0")
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.asvs("2.2.1", "15.3.1")
@pytest.mark.fuzz
def test_every_answer_conforms_to_the_schema(kept_connection):
    # Loaded here: each process of a run collects this file, and one needs them.
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    asked_of_each = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    described = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
    asked = 0
    for found in described.get_all_operations():
        operation = found.ok()

        @BOUNDED
        @given(case=operation.as_strategy())
        def answers_as_it_says(case):
            case.call_and_validate(checks=asked_of_each, headers=PLAIN)

        answers_as_it_says()
        asked += 1
    assert asked > 10
