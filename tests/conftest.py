"""What all tests share: helpers on the path, and a real worker and reaper on the test's own database."""

import os
import signal
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(Path(__file__).parent))  # for `puzzles`


def wait_for(what: Callable[[], Any], seconds: float = 20.0) -> Any:
    """The first true answer of `what`; fails the test when there is none in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = what()
        if answer:
            return answer
        time.sleep(0.02)
    pytest.fail(f"nothing after {seconds} s")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(worker_id: str) -> None:
    """Each process of a parallel run has a Redis database of its own, as it has a PostgreSQL one."""
    if worker_id != "master":
        from django.conf import settings
        from sudokusite.celery import app

        number = int(worker_id.removeprefix("gw")) + 1
        url = urllib.parse.urlsplit(settings.REDIS_URL)._replace(path=f"/{number}")
        settings.REDIS_URL = settings.CELERY_BROKER_URL = url.geturl()
        app.conf.broker_url = url.geturl()


class Processes:
    """Real processes of the site on this test's database and Redis, each a group that can be killed."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment | environment,
            start_new_session=True,
        )
        self.running.append(process)
        return process

    def worker(self, lane: str = "interactive", **environment: str) -> subprocess.Popen[bytes]:
        return self.start(
            *("-m", "celery", "-A", "sudokusite", "worker", "--queues", lane),
            *("--concurrency", "1", "--loglevel", "ERROR", "--without-gossip", "--without-mingle"),
            **environment,
        )

    def reaper(self, **environment: str) -> subprocess.Popen[bytes]:
        return self.start("manage.py", "reap", **environment)

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """The whole group at once, without a chance to clean up."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def stop(self) -> None:
        for process in list(self.running):
            self.kill(process)


@pytest.fixture
def processes(transactional_db: None) -> Iterator[Processes]:
    from django.conf import settings
    from django.db import connection

    flush_redis()
    database = settings.DATABASES["default"]
    url = urllib.parse.urlsplit(os.environ["DATABASE_URL"])._replace(
        path=f"/{connection.settings_dict['NAME']}"
    )
    assert database
    processes = Processes(
        os.environ
        | {
            "DATABASE_URL": url.geturl(),
            "REDIS_URL": settings.REDIS_URL,
            "SECRET_KEY": settings.SECRET_KEY,
        }
    )
    yield processes
    processes.stop()


def flush_redis() -> None:
    import redis
    from django.conf import settings

    redis.from_url(settings.REDIS_URL).flushdb()
