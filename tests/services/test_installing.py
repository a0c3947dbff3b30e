"""The first set-up is done by uv where the machine has it, and says how far it is."""

import sys

import pytest

from sudokusite.local import installing

PIP = """Collecting django==5.2.19 (from -r requirements/local.txt (line 3))
  Downloading django-5.2.19-py3-none-any.whl (8.3 MB)
Requirement already satisfied: pip in ./venv
Collecting zope.interface==8.0
  Using cached zope.interface-8.0.whl
Installing collected packages: django, zope.interface
Successfully installed django-5.2.19 zope.interface-8.0
"""


def test_progress_counts_the_packages_of_pip():
    assert list(installing.progress(PIP.splitlines(), 57)) == [
        "1 of 57: django",
        "2 of 57: zope.interface",
        "2 of 57 are here, and written into the environment now …",
    ]


@pytest.fixture
def uv(tmp_path, monkeypatch):
    """A uv of the machine that writes down what it is asked for, and ends with the status that is set."""

    def make(status):
        program, asked = tmp_path / "uv", tmp_path / "asked"
        program.write_text(f'#!/bin/sh\necho "$@" > {asked}\nexit {status}\n')
        program.chmod(0o755)
        return asked

    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return make


@pytest.fixture
def asked_of_pip(monkeypatch):
    asked = []
    monkeypatch.setattr(installing, "with_pip", lambda *words: asked.append(words) or 0)
    return asked


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "local.txt"
    path.write_text("amqp==5.4.2 \\\n    --hash=sha256:93\n    # via kombu\npsycopg[c]==3.3.9\n")
    return path


def test_install_uses_uv_if_present(uv, file, asked_of_pip):
    asked = uv(status=0)
    assert installing.install(file) == 0
    words = asked.read_text()
    assert words.startswith(f"pip install --require-hashes -r {file} --python {sys.executable}")
    assert asked_of_pip == []


def test_install_falls_back_to_pip(uv, file, asked_of_pip, monkeypatch):
    uv(status=2)
    assert installing.install(file) == 0
    monkeypatch.setenv("PATH", "/nowhere")
    assert installing.install(file) == 0
    assert asked_of_pip == [(["install", "--require-hashes", "-r", str(file)], 2)] * 2
