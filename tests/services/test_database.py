"""In production no statement, lock or transaction holds others up for long; an address may say otherwise."""

import os
import subprocess
import sys

import pytest
from support import PATIENCE, ROOT, TIMEOUTS, patient
from test_safety import SAFE

SHOW = f"""
import django; django.setup()
from django.db import connection
cursor = connection.cursor()
for name in {TIMEOUTS}:
    print(cursor.execute("SHOW " + name).fetchone()[0])
"""


@pytest.mark.parametrize(
    ("address", "shown"),
    [(str, ["5s", "2s", "10s"]), (patient, [f"{PATIENCE // 60}min"] * 3)],
    ids=["as it is", "with options of its own"],
)
def test_database_timeouts_follow_the_settings_or_the_address(address, shown):
    settings = {"DJANGO_SETTINGS_MODULE": "sudokusite.settings"}
    database = {"DATABASE_URL": address(os.environ["DATABASE_URL"])}
    asked = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env=os.environ | SAFE | settings | database,
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert asked.stdout.split() == shown
