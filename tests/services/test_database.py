"""In production no statement, lock or transaction holds others up for long; an address may say otherwise."""

import os

import forked
import pytest
from support import PATIENCE, TIMEOUTS, patient
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
    asked = forked.run(["-c", SHOW], os.environ | SAFE | settings | database, PATIENCE)
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.split() == shown
