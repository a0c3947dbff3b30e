"""The owner that a solve or job is to have."""

from dataclasses import dataclass, field

from django.db.models import Q

from solver.models import User
from solver.models.leased_work import belongs_to_session
from solver.models.sessions import session_digest


class TooManyUnfinished(Exception):
    """An owner has as many solves or jobs waiting and running as one may have; says so in a sentence."""


@dataclass(frozen=True)
class Owner:
    """Who asks: an account, or a browser session, or nobody in particular.

    `network` says whence strangers ask. What they have unfinished is counted by it: a session costs nothing,
    and whoever sends no cookie has a new one each time.
    """

    user: User | None = None
    session_key: str = field(default="", repr=False)  # it opens all that is theirs
    network: str = ""

    @property
    def is_somebody(self) -> bool:
        """Whether what is asked for will have an owner."""
        return bool(self.user or self.session_key)

    @property
    def session_digest(self) -> str:
        return session_digest(self.session_key)

    @property
    def name(self) -> str:
        """Words that are others for each owner, and the same for all who own nothing."""
        if self.user:
            return f"account {self.user.pk}"
        return f"session {self.session_digest}" if self.session_key else "nobody"

    @property
    def owns(self) -> Q:
        """Whether a row is theirs; of nobody in particular, whether it belongs to nobody."""
        if self.user:
            return Q(owner=self.user)
        if self.session_key:
            return belongs_to_session(self.session_key)
        return Q(owner=None, session_digest="")
