"""The disk of the database is full: the site says that it is not ready, and is again once there is room."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from support import PATIENCE, ROOT

from solver.web.site import health

MAY_MOUNT = subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not MAY_MOUNT, reason="who is not root has no disk to fill")
def test_is_not_ready_while_the_disk_is_full(tmp_path):
    here = Path(__file__).parent
    path = os.pathsep.join([str(ROOT), str(here), str(here.parent)])
    ran = subprocess.run(
        ["unshare", "--mount", sys.executable, str(here / "full_disk.py"), str(tmp_path)],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
    )
    said = [line.split(maxsplit=3) for line in ran.stdout.splitlines()]
    assert len(said) == 3, ran.stderr
    (_, posted, ready, _), (_, refused, unready, why), (_, again, well, _) = said
    assert (posted, ready) == (again, well) == ("202", "200")
    assert (refused, unready) == ("503", "503")
    assert "its disk is full" in why


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
