"""The database in which methods run as SQL, on a server of our own, made by the script that Compose runs."""

import re
from collections.abc import Callable
from pathlib import Path

import psycopg
from psycopg import sql

SCRIPT = Path(__file__).resolve().parents[2] / "docker" / "sets.sql"
ROLE = DATABASE = "sudoku_sets"


def make_database(connect: Callable[[str], psycopg.Connection], password: str) -> None:
    """Make the database and its role anew; `connect` gives a superuser's connection to a database, by name."""
    text = re.sub(r"(?m)^(--|\\getenv).*\n", "", SCRIPT.read_text())
    whole = sql.SQL(text.replace(":'password'", "{password}"))
    script = whole.format(password=sql.Literal(password)).as_string()
    around, inside = script.split(f"\\connect {DATABASE}\n")
    for database, statements in (("postgres", around), (DATABASE, inside)):
        with connect(database) as connection:
            for statement in filter(str.strip, statements.split(";\n")):
                connection.execute(statement)
