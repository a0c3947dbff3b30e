"""The disk of the database is full: the site says that it is not ready, and is again once there is room."""

import pytest
from django.db import connection
from support import PATIENCE

from solver.web.site import health


@pytest.fixture
def tried(monkeypatch):
    monkeypatch.setattr(health, "_tried", (float("-inf"), False))
    monkeypatch.setattr(health, "PERIOD", PATIENCE)


@pytest.mark.django_db
class TestARefusedWrite:
    @pytest.fixture(autouse=True)
    def refused(self, tried):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL temp_file_limit = '64kB'")

    def test_readyz_answers_503_if_the_disk_has_no_room(self, client):
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert (
            answer.content == b"the database keeps nothing: its disk is full, or it is only read\n"
        )
        assert client.get("/livez").status_code == 200

    def test_readyz_caches_the_disk_check(self, client, monkeypatch):
        client.get("/readyz")
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL temp_file_limit = -1")
        assert client.get("/readyz").status_code == 503
        monkeypatch.setattr(health, "PERIOD", 0)
        assert client.get("/readyz").status_code == 200
