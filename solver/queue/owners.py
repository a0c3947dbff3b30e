"""The owner that a solve or job is to have."""

from dataclasses import dataclass

from solver.models import User


class TooManyUnfinished(Exception):
    """An owner has as many solves or jobs waiting and running as one may have; says so in a sentence."""


@dataclass(frozen=True)
class Owner:
    """Who asks: an account, or a browser session, or nobody in particular."""

    user: User | None = None
    session_key: str = ""
