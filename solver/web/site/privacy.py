"""What data is stored, and for how long, according to the settings."""

import os
from dataclasses import dataclass

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from limits import parse

from solver.models import (
    Chapter,
    Collection,
    DatabaseRun,
    Delivery,
    IdempotencyKey,
    Job,
    JobPart,
    Mail,
    Membership,
    PlayRecord,
    Report,
    SavedGame,
    SecondFactor,
    Solve,
    Token,
    User,
    Webhook,
)

DAY = 24 * 3600  # seconds


@dataclass(frozen=True)
class RetentionRule:
    """A kind of data: what it contains, how long it is stored, and its models."""

    title: str
    what: str
    until: str
    models: tuple[type[Model], ...] = ()


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "solver/privacy.html", {"rules": retention_rules()})


def retention_rules() -> list[RetentionRule]:
    counted = [_of_limits(_limit_hours())] if _limit_hours() else []
    return [*_of_anybody(), *counted, *_of_accounts()]


def _of_anybody() -> list[RetentionRule]:
    return [
        RetentionRule(
            _("What you solve"),
            _(
                "The puzzle, the method, every iteration, your note, and whether the solve is your "
                "favourite. Without an account a solve belongs to your browser, which is "
                "recognised by a hash of its cookie: a number from which the cookie cannot be "
                "read. There is also a hash of your IP address, different each day, so that "
                "nobody can fill the queue."
            ),
            _until_forgotten(),
            (Solve, Chapter, DatabaseRun),
        ),
        RetentionRule(
            _("Batches and imports"),
            _("What you pasted or uploaded, and the report on it."),
            _until_jobs_are_forgotten(),
            (Job, JobPart),
        ),
        RetentionRule(
            _("Files prepared for you"),
            _("Large downloads that you requested."),
            _("Up to a day. The file of a solve is deleted with the solve."),
            (JobPart,),
        ),
        RetentionRule(
            _("Cookies"),
            _(
                "One identifies your browser, from your first solve or sign-in. One makes sure "
                "that forms are sent from this site. Two remember the language and the theme if "
                "you choose them. None comes from another site."
            ),
            ngettext("Up to %(days)s day.", "Up to %(days)s days.", _cookie_days())
            % {"days": _cookie_days()}
            + " "
            + _("For staff the cookie that identifies the browser lasts %(hours)s hours.")
            % {"hours": settings.STAFF_SESSION_HOURS},
            (Session,),
        ),
        RetentionRule(_("Logs"), _logged(), _("The operator of this site decides how long.")),
        RetentionRule(
            _("Complaints about a public solve"),
            _("The reason and your words, but not who reported it."),
            _("Until the solve is deleted."),
            (Report,),
        ),
        RetentionRule(
            _("Puzzles"),
            _("The givens of every puzzle that was ever entered here, but not who entered it."),
            _("Permanently."),
        ),
    ]


def _of_limits(hours: int) -> RetentionRule:
    return RetentionRule(
        _("Limits"),
        _(
            "Your IP address or account number, and how often you asked, so that no one can "
            "crowd out others."
        ),
        ngettext("Up to %(hours)s hour.", "Up to %(hours)s hours.", hours) % {"hours": hours},
    )


def _of_accounts() -> list[RetentionRule]:
    return [
        RetentionRule(
            _("Your account"),
            _(
                "Your name, a hash of your password, your e-mail address if you gave one, "
                "when you signed up and when you last signed in."
            ),
            _("Until you delete it. All your data is deleted with it."),
            (User,),
        ),
        RetentionRule(
            _("Links for a forgotten password"),
            _("The number of your account, and the address of this site."),
            _("Until the mail is sent, at most a day."),
            (Mail,),
        ),
        RetentionRule(
            _("Your games, if you have an account"),
            _(
                "The digits, marks and colours of each game, how long you have played, and your drills."
            ),
            _("Until you delete them; if there are too many, the oldest are deleted."),
            (SavedGame, PlayRecord),
        ),
        RetentionRule(
            _("Your collections"),
            _("Their titles and puzzles. Only you see them."),
            _("Until you delete them."),
            (Collection, Membership),
        ),
        RetentionRule(
            _("API tokens, for programs"),
            _("The name and a hash of each token, and when it was last used."),
            _("Until you revoke the token."),
            (Token,),
        ),
        RetentionRule(
            _("Request keys (Idempotency-Key), for programs"),
            _("The key of a request that must run only once, and where its answer is."),
            _("One day."),
            (IdempotencyKey,),
        ),
        RetentionRule(
            _("Webhooks, for programs"),
            _(
                "The address and secret of each webhook, and which messages were sent to it and when."
            ),
            _("Until you delete the webhook."),
            (Webhook, Delivery),
        ),
        RetentionRule(
            _("A second factor"),
            _("Staff who set one up: the key of the app and hashes of the recovery codes."),
            _("Until they turn it off."),
            (SecondFactor,),
        ),
        RetentionRule(
            _("Changes by staff"), _("Who changed what, and when."), _("Permanently."), (LogEntry,)
        ),
    ]


def _until_forgotten() -> str:
    days = settings.FORGET_AFTER_DAYS
    if not days:
        return _("Until you delete the solve.")
    return ngettext(
        "Until you delete the solve. Without an account: for %(days)s day, unless you make it public.",
        "Until you delete the solve. Without an account: for %(days)s days, unless you make it public.",
        days,
    ) % {"days": days}


def _until_jobs_are_forgotten() -> str:
    days = settings.FORGET_AFTER_DAYS
    if not days:
        return _("With an account: until you delete the batch. Without one: permanently.")
    return ngettext(
        "With an account: until you delete the batch. Without one: for %(days)s day.",
        "With an account: until you delete the batch. Without one: for %(days)s days.",
        days,
    ) % {"days": days}


def _cookie_days() -> int:
    """Return the age of the cookie that lasts longest."""
    ages = (settings.SESSION_COOKIE_AGE, settings.CSRF_COOKIE_AGE, settings.LANGUAGE_COOKIE_AGE)
    return -(-max(ages) // DAY)


def _limit_hours() -> int:
    """Return the longest limit. A sliding window also looks back at the previous one."""
    limits = [getattr(settings, name) for name in dir(settings) if name.startswith("LIMIT_")]
    longest = max((parse(limit).get_expiry() for limit in limits if limit), default=0)
    return -(-2 * longest // 3600)


def _logged() -> str:
    text = _(
        "For each request: its time, the page and the status, but nothing that you type. Your "
        "IP address only when you sign in, mistype a password or send too many requests."
    )
    if not os.environ.get("WEB_ACCESS_LOG"):
        return text
    return " ".join((text, _("The log of the web server contains it for each request.")))
