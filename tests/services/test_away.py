"""The database cannot be reached: whoever runs the site learns what is wrong, and no password is told."""

import os
import socket
from urllib.parse import urlsplit

import forked
import pytest
from support import PATIENCE

from sudokusite.local.processes import free_port

SECRET = "not-the-password-of-anybody"


def address(patience=PATIENCE, **changed):
    """That of the tests' own database, with something else in it."""
    url = urlsplit(os.environ["DATABASE_URL"])
    parts = {"user": url.username, "password": url.password, "host": url.hostname}
    parts |= {"port": url.port, "name": url.path[1:]} | changed
    url = "postgres://{user}:{password}@{host}:{port}/{name}".format(**parts)
    return f"{url}?connect_timeout={patience}"


def told_by(*command, url):
    environment = os.environ | {"DATABASE_URL": url, "SECRET_KEY": "0123456789" * 6}
    ended = forked.run(command, environment, PATIENCE)
    assert ended.returncode
    told = ended.stdout + ended.stderr
    assert SECRET not in told
    assert urlsplit(os.environ["DATABASE_URL"]).password not in told
    assert "Traceback" not in told
    return told


@pytest.fixture
def silent():
    """A port that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.parametrize(
    ("changed", "words", "is_made_by_make_run"),
    [
        ({"password": SECRET}, "refused the password of sudoku", False),
        ({"user": "nobody"}, "refused the password of nobody", False),
        ({"name": "nowhere"}, "there is no database nowhere", False),
        ({"host": "no-such-host.invalid"}, "there is no host no-such-host.invalid", False),
        ({"port": 1}, "no database listens at 127.0.0.1:1", True),
        ({"port": "silent", "patience": 2}, "nothing answers at 127.0.0.1", False),
    ],
    ids=["password", "role", "database", "host", "port", "silence"],
)
@pytest.mark.parametrize("command", ["migrate", "reap"])
def test_command_explains_why_the_database_fails(
    silent, command, changed, words, is_made_by_make_run
):
    changed = {name: silent if value == "silent" else value for name, value in changed.items()}
    options = ["--once"] if command == "reap" else []
    told = told_by("manage.py", command, *options, url=address(**changed))
    assert words in told
    assert ("make run" in told) == is_made_by_make_run
    assert "DATABASE_URL" in told


def test_make_run_explains_why_the_database_fails(tmp_path):
    """With a database of one's own: it is the migration that meets it first."""
    told = told_by(
        *("-m", "sudokusite.local.run", "--folder", str(tmp_path), "--port", str(free_port())),
        url=address(password=SECRET),
    )
    assert "refused the password of sudoku" in told


def test_web_logs_why_the_database_fails(client, settings, db, monkeypatch, caplog):
    """And to nobody who asks: they hear that it is away."""
    from django.db import OperationalError

    from solver.web.site import health

    said = 'connection failed: FATAL:  password authentication failed for user "sudoku"'

    def fail():
        raise OperationalError(said)

    monkeypatch.setattr(health, "_missing_migrations", fail)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the database is away\n")
    assert "refused the password of" in caplog.text
