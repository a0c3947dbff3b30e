"""All the faults: each breaks something under load, and tells its figures in a few words.

AssertionError where the site does not bear it. What holds after every fault is asked elsewhere.
"""

from . import attempts, broker, database, lanes, operations, workers  # noqa: F401  # each enters its own
from .fault import FAULTS, suffer

__all__ = ["FAULTS", "suffer"]
