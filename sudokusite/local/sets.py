"""Create the database in which methods run as SQL, by the script that Compose runs too."""

import re
from collections.abc import Callable
from pathlib import Path

import psycopg
from psycopg import sql

SCRIPT = Path(__file__).resolve().parents[2] / "docker" / "sets.sql"
ROLE = DATABASE = "sudoku_sets"


def make_database(connect: Callable[[str], psycopg.Connection], password: str) -> None:
    """Create the database for methods in SQL and its role again, with this password.

    `connect` opens a database by its name as superuser.
    """
    text = re.sub(r"(?m)^(--|\\getenv).*\n", "", SCRIPT.read_text())
    template = sql.SQL(text.replace(":'password'", "{password}"))
    script = template.format(password=sql.Literal(password)).as_string()
    outside, inside = script.split(f"\\connect {DATABASE}\n")
    for database, statements in (("postgres", outside), (DATABASE, inside)):
        with connect(database) as connection:
            for statement in filter(str.strip, statements.split(";\n")):
                connection.execute(statement)
