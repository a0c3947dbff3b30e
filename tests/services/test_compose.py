"""docker-compose.yml and .env.example say what the code says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from sudokusite.run import PROCESSES

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
ONE_SHOT = {"migrate"}


def test_follows_the_schema_of_compose():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    result = subprocess.run([*command, ROOT / "docker-compose.yml"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("name", PROCESSES)
def test_runs_the_same_commands_as_make_run(name):
    assert shlex.split(SERVICES[name]["command"]) == PROCESSES[name]


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - ONE_SHOT))
def test_has_a_health_check_for_each_service_that_stays(name):
    assert SERVICES[name]["healthcheck"]["test"]


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - {"web"}))
def test_publishes_no_port_but_that_of_web(name):
    assert "ports" not in SERVICES[name]


def test_publishes_web_on_the_loopback_only():
    assert SERVICES["web"]["ports"] == ["127.0.0.1:8000:8000"]


@pytest.mark.parametrize("name", PROCESSES)
def test_waits_for_the_migrations(name):
    waits = {other: how["condition"] for other, how in SERVICES[name]["depends_on"].items()}
    assert waits == {
        "migrate": "service_completed_successfully",
        "postgres": "service_healthy",
        "redis": "service_healthy",
    }


def test_explains_every_setting_in_the_example():
    read = set()
    for name in ("settings.py", "gunicorn.py", "heartbeat.py"):
        source = (ROOT / "sudokusite" / name).read_text()
        read |= set(re.findall(r'env(?:\.\w+|iron\.get)\(\s*"([A-Z_]+)"', source))
    explained = re.findall(r"^(?:# )?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert read - set(explained) == set()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\$\{(\w+):\?", str(COMPOSE)))))
def test_asks_for_its_secrets_in_the_example(name):
    assert f"\n{name}=\n" in (ROOT / ".env.example").read_text()
