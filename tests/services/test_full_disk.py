"""The disk of the database is full: the site says that it is not ready, and is again once there is room."""

import pytest
from django.db import connection

from solver.web.site import health


@pytest.fixture
def tried(monkeypatch):
    monkeypatch.setattr(health, "_tried", (float("-inf"), False))


@pytest.mark.django_db
class TestARefusedWrite:
    @pytest.fixture(autouse=True)
    def refused(self, tried):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL temp_file_limit = '64kB'")

    def test_is_said(self, client):
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert (
            answer.content == b"the database keeps nothing: its disk is full, or it is only read\n"
        )
        assert client.get("/livez").status_code == 200

    def test_is_tried_every_few_seconds_and_no_more(self, client, monkeypatch):
        client.get("/readyz")
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL temp_file_limit = -1")
        assert client.get("/readyz").status_code == 503
        monkeypatch.setattr(health, "PERIOD", 0)
        assert client.get("/readyz").status_code == 200
