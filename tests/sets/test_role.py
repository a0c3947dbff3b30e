"""What the role of the rules may do, which is to run them: an attack on it, and what ends a statement."""

import os
import threading
import time
import urllib.parse

import psycopg
import pytest
from puzzles import ARTICLE_000
from support import PATIENCE, end_backend, wait_for, wait_until_gone

from solver import engine
from solver.engine.core.board import Board
from solver.engine.core.errors import BudgetSpent
from solver.sets import ConnectionLost, Database, solvers


@pytest.fixture
def role(database):
    """A session of the role, without what the driver sets for itself."""
    with psycopg.connect(database.url, autocommit=True) as connection:
        yield connection


def site_with(url):
    """The address of the site's database, with the name and password of another role."""
    site, role = urllib.parse.urlsplit(os.environ["DATABASE_URL"]), urllib.parse.urlsplit(url)
    return role._replace(path=site.path).geturl()


def test_role_cannot_enter_the_database_of_the_site(database):
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(site_with(database.url))
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(urllib.parse.urlsplit(database.url)._replace(path="/postgres").geturl())


@pytest.mark.django_db(transaction=True)
def test_role_cannot_read_tables_even_inside_the_database(database):
    """Tests have a database of their own, which anybody may enter: its tables are closed all the same."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    address = urllib.parse.urlsplit(database.url)._replace(path=f"/{name}").geturl()
    with psycopg.connect(address, autocommit=True) as entered:
        tables = [
            table
            for (table,) in entered.execute("SELECT relname FROM pg_class WHERE relkind = 'r'")
        ]
        ours = [table for table in tables if table.startswith(("solver_", "django_", "auth_"))]
        assert len(ours) > 10
        entered.execute("SET default_transaction_read_only = off")
        for table in ours:
            for attempt in (f"SELECT * FROM {table}", f"DELETE FROM {table}", f"TABLE {table}"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    entered.execute(attempt)


@pytest.mark.parametrize(
    "attack",
    [
        "CREATE TABLE kept (a int)",
        "CREATE TABLE public.kept (a int)",
        "CREATE SCHEMA kept",
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE ROLE other",
        "CREATE DATABASE other",
        "CREATE EXTENSION dblink",
        "ALTER ROLE sudoku_sets SUPERUSER",
        "ALTER ROLE sudoku_sets CONNECTION LIMIT 100",
        "GRANT pg_read_all_data TO sudoku_sets",
        "SET ROLE sudoku",
        "SET temp_file_limit = -1",
        "SELECT lo_create(0)",
        "SELECT lo_from_bytea(0, 'kept')",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT pg_ls_dir('.')",
        "SELECT * FROM pg_authid",
        "SELECT passwd FROM pg_shadow",
        "COPY (SELECT 1) TO '/tmp/kept'",
        "COPY (SELECT 1) TO PROGRAM 'id'",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> current_user",
        "SELECT pg_reload_conf()",
        "ALTER SYSTEM SET jit = on",
    ],
)
def test_role_cannot_do_anything_but_query(role, attack):
    """Also where the role has lifted its own read-only default."""
    role.execute("SET default_transaction_read_only = off")
    with pytest.raises(psycopg.errors.Error) as refused:
        role.execute(attack).fetchall()
    # Not permitted; no schema in which anything could be made; no such extension on this machine.
    assert refused.value.sqlstate in ("42501", "3F000", "0A000")


def test_role_sees_no_names_of_the_sites_tables(role):
    names = [name for (name,) in role.execute("SELECT relname FROM pg_class")]
    assert not [name for name in names if name.startswith(("solver_", "django_"))]


def test_sleeping_statement_ends_at_the_timeout(role):
    started = time.monotonic()
    with pytest.raises(psycopg.errors.QueryCanceled):
        role.execute("SELECT pg_sleep(600)")
    assert time.monotonic() - started < PATIENCE


def test_role_cannot_exceed_its_temporary_files(role):
    with pytest.raises((psycopg.errors.ConfigurationLimitExceeded, psycopg.errors.QueryCanceled)):
        role.execute(
            "SELECT count(*) FROM (SELECT n, repeat('x', 500) AS t FROM generate_series(1, 5000000) AS n"
            " ORDER BY md5(n::text)) AS sorted"
        )


def test_slow_statement_raises_budget_spent(database):
    hurried = Database(database.url, statement_seconds=0.1)
    with pytest.raises(BudgetSpent), hurried.solving():
        hurried.find("agree", Board.of(engine.read("0" * 81)))
    hurried.close()


def test_connection_works_after_a_timed_out_statement(database):
    board = Board.of(engine.read(ARTICLE_000))
    with database.solving():
        database._connection.execute("SET LOCAL statement_timeout = 1")
        with pytest.raises(BudgetSpent):
            database.find("agree", Board.of(engine.read("0" * 81)))
        assert database.find("enclosed_combo", board)


def test_idle_timeout_raises_lost(database):
    """As that of a worker is which was stopped for a while, and goes on."""
    board = Board.of(engine.read(ARTICLE_000))
    with pytest.raises(ConnectionLost):
        ask_after_too_long(database, board)
    with database.solving():
        assert database.find("enclosed_combo", board)


def ask_after_too_long(database, board):
    with database.solving():
        pid = database.backend
        database._connection.execute("SET LOCAL idle_in_transaction_session_timeout = '1ms'")
        wait_until_gone(pid)
        database.find("check", board)


def test_unreachable_database_raises_lost():
    with pytest.raises(ConnectionLost), Database("postgres://nobody@127.0.0.1:1/nothing").solving():
        pytest.fail("there is none")


@pytest.mark.fault
def test_solve_repeats_alike_after_a_killed_backend(database):
    """Twenty times, in the middle of a solve: the next attempt tells the engine's story."""
    grid = engine.read(ARTICLE_000)
    expected = list(engine.Solving(grid, "branches"))
    for turn in range(20):
        with pytest.raises(ConnectionLost):
            solve_until_killed(database, grid, turn)
        with database.solving():
            story = solvers()["branches"](database, grid, {})
            assert [iteration for iteration in story if iteration] == expected


def solve_until_killed(database, grid, turn):
    with database.solving():
        story = solvers()["branches"](database, grid, {})
        for number, _ in enumerate(filter(None, story)):
            if number == turn:
                end_backend(database.backend)


@pytest.fixture
def database_alone(database):
    """A database that no other test is in: the articles' own SQL makes temporary tables there."""
    site = os.environ["DATABASE_URL"]
    with psycopg.connect(site, autocommit=True) as superuser:
        superuser.execute("DROP DATABASE IF EXISTS sets_alone WITH (FORCE)")
        superuser.execute("CREATE DATABASE sets_alone TEMPLATE template0")
    alone = Database(
        urllib.parse.urlsplit(database.url)._replace(path="/sets_alone").geturl(), PATIENCE
    )
    yield alone
    alone.close()


def test_solve_leaves_no_trace_in_the_catalogue(database_alone):
    """Temporary tables would: each solve adds rows to pg_class, and they bloat it."""
    grid = engine.read(ARTICLE_000)

    def size():
        with psycopg.connect(database_alone.url) as connection:
            return connection.execute(
                "SELECT count(*), pg_total_relation_size('pg_class') + pg_total_relation_size('pg_attribute')"
                " FROM pg_class"
            ).fetchone()

    before = size()
    for method in solvers():
        options = engine.find_method(method).read_options({})
        for _ in range(5):
            with database_alone.solving():
                list(filter(None, solvers()[method](database_alone, grid, options)))
    assert size() == before


def test_server_ends_statements_of_a_disconnected_client(database):
    """Else a killed worker's statement would run on to its timeout, and hold the lane's connection."""
    client = psycopg.connect(database.url, options="-c statement_timeout=10min")
    pid = client.info.backend_pid
    thread = threading.Thread(target=ask_and_forget, args=(client,))
    thread.start()
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as superuser:
        running = "SELECT FROM pg_stat_activity WHERE pid = %s AND state = 'active'"
        wait_for(lambda: superuser.execute(running, [pid]).fetchall())
        hang_up(client.fileno())
        wait_for(lambda: not superuser.execute(running, [pid]).fetchall())
    thread.join()


def ask_and_forget(client):
    with pytest.raises(psycopg.OperationalError):
        client.execute("SELECT pg_sleep(600)")


def hang_up(descriptor):
    import socket

    with socket.socket(fileno=os.dup(descriptor)) as connection:
        connection.shutdown(socket.SHUT_RDWR)
