"""What all tests share: a Redis database each, and real processes on the test's own database."""

import functools
import gc
import hashlib
import os
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

sys.path.insert(0, str(Path(__file__).parent))  # for `puzzles` and `support`

from support import (
    PATIENCE,
    PATIENT,
    PATIENT_DATABASE,
    ROOT,
    WITHOUT_LIMITS,
    Processes,
    empty_tables,
    is_thorough,
    processes_on_test_services,
    wait_for,
)

# A busy machine is no fault of the code's: nothing is tested by the clock. Nor is a change judged by luck:
# `make test` tries the same examples each time, and `make fuzz` others.
settings.register_profile(
    "sudokusite",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not is_thorough(),
)
settings.load_profile("sudokusite")


FIRST = ("browser", "queue", "services", "sets")  # they wait, or take long


def pytest_collection_finish() -> None:
    """All tests and what they import stay: the collector of cycles need not look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> int:
        room = item.path.parent.name
        return FIRST.index(room) if room in FIRST else len(FIRST)

    items.sort(key=turn)


class FromBothEnds(LoadFileScheduling):
    """Every other process begins with the files that compute, the rest with those that wait or take long.

    So the processors are never idle because all wait, and only some have a browser and workers running.
    """

    def _assign_work_unit(self, node: WorkerController) -> None:
        if int(node.gateway.id.removeprefix("gw")) % 2:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FromBothEnds:
    return FromBothEnds(config, log)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    from django.conf import settings as site
    from django.db import connection

    site.JOB_TURN_SECONDS = (
        PATIENCE  # a turn ends by the clock; processes of their own have short ones
    )
    connection.settings_dict["OPTIONS"] |= PATIENT_DATABASE
    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated()


def migrated() -> str:
    """A database with all tables, for each process of a run to copy; the first of them makes it."""
    from django.db import connection

    files = sorted((ROOT / "solver" / "migrations").glob("*.py"))
    content = hashlib.sha256(b"".join(path.read_bytes() for path in files))
    name = f"migrated_{content.hexdigest()[:16]}"
    own, test = connection.settings_dict, connection.settings_dict["TEST"]
    kept = own["NAME"], test["NAME"]
    with psycopg.connect(os.environ["DATABASE_URL"], dbname="postgres", autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(0)")
        made = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if not made.fetchone():
            own["NAME"], test["NAME"] = name, name
            connection.creation.create_test_db(verbosity=0, autoclobber=True)
            connection.close()
            own["NAME"], test["NAME"] = kept
            # It is copied only if nobody is in it, and PostgreSQL waits five seconds for who leaves.
            there = "SELECT FROM pg_stat_activity WHERE datname = %s"
            wait_for(lambda: not server.execute(there, [name]).fetchall())
    return name


@pytest.fixture(scope="session", autouse=True)
def quickly_emptied() -> None:
    """What a test has committed is deleted; Django would empty all tables, and fill some again."""
    from django.test import TransactionTestCase

    TransactionTestCase._fixture_teardown = lambda _test: empty_tables()  # type: ignore[method-assign]


@pytest.fixture(scope="session", autouse=True)
def worked_out_once() -> None:
    """What is dear and the same for each test: the starters' canonical forms, and steps of fewest sets."""
    from solver.puzzles import catalogue, rating

    catalogue.canonical_line = functools.cache(catalogue.canonical_line)
    rating.hardest_by_sets = functools.cache(rating.hardest_by_sets)


@pytest.fixture(scope="class")
def shared_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A transaction around all tests of a class: what a fixture of the class makes is made once for them."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session", autouse=True)
def patient_redis() -> None:
    """Our own patience with a Redis that does not answer ends at once where it is not there."""
    from solver.operations import limits
    from solver.queue import tasks
    from sudokusite.celery import app

    for briefly in (tasks.BRIEFLY, limits.BRIEFLY, app.conf.broker_transport_options):
        briefly |= {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}


@pytest.fixture(scope="session", autouse=True)
def patient_sets() -> None:
    """To connect to the database of the rules, and an article's own SQL, may take long on a busy machine."""
    from solver.sets import article_run, database

    database.CONNECT_SECONDS = article_run.SECONDS = article_run.MOST_SECONDS = PATIENCE


@pytest.fixture(scope="session", autouse=True)
def patient_parts() -> None:
    """A part's limit of a statement lasts to the end of the transaction, which is that of the test."""
    from solver.jobs import runner

    runner.PATIENCE = PATIENCE


@pytest.fixture(scope="session", autouse=True)
def redis_database(worker_id: str) -> None:
    """Each process of a parallel run has a Redis database of its own, as it has a PostgreSQL one."""
    if worker_id != "master":
        from django.conf import settings

        from sudokusite.celery import app

        number = int(worker_id.removeprefix("gw")) + 1
        url = urllib.parse.urlsplit(settings.REDIS_URL)._replace(path=f"/{number}")
        settings.REDIS_URL = settings.CELERY_BROKER_URL = url.geturl()
        app.conf.broker_url = url.geturl()


@pytest.fixture(scope="session", autouse=True)
def without_limits() -> Iterator[None]:
    """All tests come from one address, sign in often, and solve on a busy machine.

    Those that mean the limits set them.
    """
    from django.test import override_settings

    quick = {
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "WHITENOISE_AUTOREFRESH": True,  # or each test's client begins by looking at all static files
    }
    patience = {
        "TURN_SECONDS": 30.0,
        "REQUEST_SECONDS": 30.0,
        "TASK_SECONDS": 3 * PATIENCE,
        "LEASE_SECONDS": int(PATIENT["LEASE_SECONDS"]),
        "REAPER_PERIOD": PATIENCE,
        "SETS_STATEMENT_SECONDS": PATIENCE,
        "ANSWER_SECONDS": 0,  # mostly nobody solves what a test's page asks for
    }
    with override_settings(**patience, **quick, **WITHOUT_LIMITS):
        yield


@pytest.fixture(autouse=True)
def without_kept_pages() -> None:
    """What another test had drawn is not shown again."""
    from django.core.cache import caches

    caches["pages"].clear()


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
    """A page in another language leaves it behind in this thread; a server chooses anew for each request."""
    from django.utils import translation

    yield
    translation.deactivate()


@pytest.fixture
def processes(transactional_db: None) -> Iterator[Processes]:
    processes = processes_on_test_services()
    yield processes
    processes.stop()
