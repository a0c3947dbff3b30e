"""The published methods as set-based SQL that runs in PostgreSQL, with the same iterations as the engine's.

A rule is one SELECT in `statements/`, over relations that the prelude makes of two arrays: candidates and
placed digits, a mask a cell. The driver keeps the state. It applies the rows and asks again, until nothing is
affected. So the database stores nothing, and a role that may write nothing is enough.
"""

from .cross_check import CrossCheck
from .database import ConnectionLost, Database
from .methods import refuse_unknown, solvers
from .sql_rules import SqlRule, rules

__all__ = [
    "ConnectionLost",
    "CrossCheck",
    "Database",
    "SqlRule",
    "refuse_unknown",
    "rules",
    "solvers",
]
