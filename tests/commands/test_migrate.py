"""Somebody brings a database of an earlier version, or wants to go back to one."""

import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from solver.management.commands.migrate import FIRST, STEPPING_STONE

ROOT = Path(__file__).resolve().parents[2]
EARLIER = ["f869d38", "8050bb0"]
GONE = "drf_spectacular_sidecar"  # an app that they name and today's environment lacks. It has no tables
# By the code of that version: an account's solve and a stranger's, and a puzzle of the library.
FILL = """
from solver import engine
from solver.models import Puzzle, User
try:
    from solver import recording as writing
    from solver.submission import Owner, submit
except ImportError:
    from solver.queue.owners import Owner
    from solver.queue.submission import submit
    try:
        from solver.record import writing
    except ImportError:
        from solver.solves import writing
owner = User.objects.create_user("setter", password="nine rows of nine")
grid = engine.read("029000008030000010000520097070056100000000000006310070760041000050000020800000630")
for method, whose in (("combos", Owner(user=owner)), ("guessing", Owner(session_key="k" * 32))):
    writing.record(submit(grid, method, {}, whose).pk)
Puzzle.objects.update(is_published=True, title="Kept")
"""
# By today's: what is there, told by its own code.
TELL = """
import json
from django.test import Client
from solver.models import Puzzle, Solve
from solver.models.leased_work import belongs_to_session
from solver.solves.reading import iter_iterations
count = lambda solve: sum(1 for _ in iter_iterations(solve))
solves = Solve.objects.order_by("method")
print(json.dumps({
    "solves": [(s.method, s.status, s.outcome, s.iteration_count, count(s)) for s in solves],
    "pages": [Client(headers={"host": "localhost"}).get(s.get_absolute_url()).status_code for s in solves],
    "of the session": [s.method for s in solves.filter(belongs_to_session("k" * 32))],
    "of the account": [s.method for s in solves.filter(owner__username="setter")],
    "titles": list(Puzzle.objects.filter(is_published=True).values_list("title", flat=True)),
}))
"""
# All that makes up the tables but their order, and the order of their columns.
SCHEMA = """
    SELECT 'column', table_name, column_name,
           concat_ws(' ', udt_name, is_nullable, column_default, character_maximum_length)
      FROM information_schema.columns WHERE table_schema = 'public'
     UNION SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
             FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
             FROM pg_trigger WHERE NOT tgisinternal
     UNION SELECT 'function', '', proname, prosrc FROM pg_proc
            WHERE pronamespace = 'public'::regnamespace
     UNION SELECT 'storage', attrelid::regclass::text, attname, attstorage::text FROM pg_attribute
            WHERE attrelid::regclass::text LIKE 'solver%' AND attnum > 0 AND NOT attisdropped"""

# Each is written for every new row, and the other one serves what it is for.
BEGINNINGS = """
    SELECT one.indexrelid::regclass::text, other.indexrelid::regclass::text
      FROM pg_index one JOIN pg_index other USING (indrelid)
     WHERE one.indrelid::regclass::text LIKE 'solver%' AND one.indexrelid <> other.indexrelid
       AND NOT one.indisunique AND one.indexprs IS NULL AND one.indpred IS NULL AND other.indpred IS NULL
       AND other.indkey::text || ' ' LIKE one.indkey::text || ' %'
       AND other.indclass::text || ' ' LIKE one.indclass::text || ' %'
       AND one.indrelid::regclass::text NOT LIKE 'solver_user_%'  -- of Django's own"""


def test_migrate_back_refuses_to_lose_data_and_undoes_nothing(transactional_db):
    before = applied()
    with pytest.raises(CommandError, match="cannot be undone without losing what people keep"):
        call_command("migrate", "solver", "zero", verbosity=0)
    assert applied() == before


def test_models_need_no_further_migration(transactional_db):
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def test_no_index_is_the_beginning_of_another(transactional_db):
    with connection.cursor() as cursor:
        cursor.execute(BEGINNINGS)
        assert cursor.fetchall() == []


def applied():
    return set(MigrationRecorder(connection).applied_migrations())


def test_unknown_target_raises_the_error_of_django(transactional_db):
    with pytest.raises(CommandError, match="0999"):
        call_command("migrate", "solver", "0999", verbosity=0)


@pytest.mark.django_db
@pytest.mark.parametrize("last", ["0016_newest_solves", "0047_puzzle_number"])
def test_earlier_database_gets_rejected_with_the_upgrade_path(client, last):
    recorder = MigrationRecorder(connection)
    later = [name for name in FIRST.EARLIER if name > last]
    there = [name for name in FIRST.EARLIER if name <= last]
    recorder.migration_qs.filter(app="solver").exclude(name__in=there).delete()
    before = applied()
    for options in ({}, {"check_unapplied": True}):
        with pytest.raises(CommandError, match=f"before {later[0]}.*commit {STEPPING_STONE}"):
            call_command("migrate", verbosity=0, **options)
    assert applied() == before
    answer = client.get("/readyz")
    assert (answer.status_code, b"migrations are to be applied" in answer.content) == (503, True)


def test_check_keeps_the_settings_of_the_database_session(transactional_db):
    """Behind PgBouncer it is somebody else's next."""

    def timeout():
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return cursor.fetchone()

    connection.close()
    before = timeout()
    assert before != ("0",)
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert timeout() == before


class Database:
    """A database of its own, worked at by the code of any version."""

    def __init__(self, name: str) -> None:
        self.url = f"{os.environ['DATABASE_URL'].rsplit('/', 1)[0]}/{name}"
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(f"DROP DATABASE IF EXISTS {name}")
            server.execute(f"CREATE DATABASE {name}")

    def manage(self, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"DATABASE_URL": self.url, "ALLOWED_HOSTS": "localhost"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)

    def do(self, folder: Path, *words: str) -> str:
        done = self.manage(folder, *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def schema(self) -> set[tuple[str, ...]]:
        with psycopg.connect(self.url) as connected:
            return set(connected.execute(SCHEMA).fetchall())


def checked_out(commit: str, folder: Path) -> Path:
    """The project as it was at a commit; the test is skipped where the history is not there."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True)
    if packed.returncode:
        pytest.skip(f"the history does not reach back to {commit}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder / commit, filter="data")
    (folder / commit / GONE).mkdir()
    (folder / commit / GONE / "__init__.py").touch()
    return folder / commit


@pytest.mark.fault
@pytest.mark.parametrize("version", EARLIER)
def test_earlier_database_keeps_all_its_data(version, tmp_path):
    then, stone = checked_out(version, tmp_path), checked_out(STEPPING_STONE, tmp_path)
    database = Database(f"of_{version}")
    database.do(then, "migrate", "--verbosity", "0")
    database.do(then, "shell", "-c", FILL)
    refused = database.manage(ROOT, "migrate")
    assert refused.returncode == 1
    assert f"`migrate` of commit {STEPPING_STONE}" in refused.stderr
    database.do(stone, "migrate", "--verbosity", "0")
    database.do(ROOT, "migrate", "--verbosity", "0")
    database.do(ROOT, "migrate", "--check")
    assert "no solve holds the key of a session: yes" in database.do(ROOT, "audit")
    told = json.loads(database.do(ROOT, "shell", "-c", TELL).splitlines()[-1])
    assert [solve[:3] for solve in told["solves"]] == [
        ["combos", "finished", "solved"],
        ["guessing", "finished", "solved"],
    ]
    assert all(count == walked > 0 for *_facts, count, walked in told["solves"])
    assert told["pages"] == [200, 200]
    assert (told["of the account"], told["of the session"]) == (["combos"], ["guessing"])
    assert told["titles"] == ["Kept"]
    new = Database("new")
    new.do(ROOT, "migrate", "--verbosity", "0")
    assert database.schema() == new.schema()


@pytest.mark.fault
def test_previous_version_works_with_the_new_tables(tmp_path):
    """It still names columns that the new version no longer knows."""
    before = checked_out(STEPPING_STONE, tmp_path)
    database = Database("of_the_version_before")
    database.do(ROOT, "migrate", "--verbosity", "0")
    database.do(before, "shell", "-c", FILL)
    told = json.loads(database.do(ROOT, "shell", "-c", TELL).splitlines()[-1])
    assert [solve[2] for solve in told["solves"]] == ["solved", "solved"]
