"""The owner of a new solve or job."""

from dataclasses import dataclass, field

from django.db.models import Q

from solver.models import User
from solver.models.leased_work import belongs_to_session
from solver.models.sessions import session_digest


class TooManyUnfinished(Exception):
    """The owner has too many unfinished solves or jobs. The message is a sentence for people."""


@dataclass(frozen=True)
class Owner:
    """Who asks: an account, a browser session, or nobody in particular.

    `network` is the network of a stranger. Unfinished work of strangers is counted by it, because a session
    costs nothing, and a client without cookies has a new one each time.
    """

    user: User | None = None
    session_key: str = field(default="", repr=False)  # gives access to all that the session owns
    network: str = ""

    @property
    def is_somebody(self) -> bool:
        """Whether a new solve or job will have an owner: an account or a browser session."""
        return bool(self.user or self.session_key)

    @property
    def session_digest(self) -> str:
        return session_digest(self.session_key)

    @property
    def name(self) -> str:
        """A text that is unique to the owner. For all without an account or session it is `nobody`."""
        if self.user:
            return f"account {self.user.pk}"
        return f"session {self.session_digest}" if self.session_key else "nobody"

    @property
    def owns(self) -> Q:
        """The condition that a row belongs to the owner. For nobody in particular, that it has no owner."""
        if self.user:
            return Q(owner=self.user)
        if self.session_key:
            return belongs_to_session(self.session_key)
        return Q(owner=None, session_digest="")
