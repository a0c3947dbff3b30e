"""The published methods as set-based SQL that runs in PostgreSQL, telling the engine's own story.

A rule is one SELECT in `statements/`, over relations that the prelude makes of two arrays: candidates and
placed digits, a mask a cell. The state is the driver's: it carries out what the rows say and asks again, until
nothing is affected. So the database keeps nothing, and a role that may write nothing is enough.
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
