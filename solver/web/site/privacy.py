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
    return render(request, "solver/privacy.html", {"kept": retention_rules()})


def retention_rules() -> list[RetentionRule]:
    counted = [_of_limits(_limit_hours())] if _limit_hours() else []
    return [*_of_anybody(), *counted, *_of_accounts()]


def _of_anybody() -> list[RetentionRule]:
    return [
        RetentionRule(
            _("What you solve"),
            _(
                "The puzzle, the method, every iteration, and your note and star. Without an account it belongs"
                " to your browser, by a digest of its cookie, and has a digest of your network's address"
                " that is another one each day: by it we count what waits."
            ),
            _until_forgotten(),
            (Solve, Chapter, DatabaseRun),
        ),
        RetentionRule(
            _("Batches and imports"),
            _("What you pasted or uploaded, and the report of what became of it."),
            _until_jobs_are_forgotten(),
            (Job, JobPart),
        ),
        RetentionRule(
            _("Files prepared for you"),
            _("What is too long for one answer, as you have asked for it: stories and lists."),
            _("A day at most. The file of a story goes with its solve."),
            (JobPart,),
        ),
        RetentionRule(
            _("Cookies"),
            _(
                "One that says which browser you are, from your first solve or sign-in on; one that"
                " protects forms; one for the language, if you choose it. None is another site's."
            ),
            ngettext("%(days)s day at most.", "%(days)s days at most.", _cookie_days())
            % {"days": _cookie_days()}
            + " "
            + _("Of staff the first one lasts %(hours)s hours.")
            % {"hours": settings.STAFF_SESSION_HOURS},
            (Session,),
        ),
        RetentionRule(
            _("Logs"),
            _logged(),
            _("As long as whoever runs this site keeps its logs."),
        ),
        RetentionRule(
            _("Reports of a solve"),
            _("The reason and the words, and nothing of who reported it."),
            _("Until the solve is deleted."),
            (Report,),
        ),
        RetentionRule(
            _("Puzzles"),
            _(
                "The givens of each puzzle that was ever brought here, without a trace of who brought it."
            ),
            _("They stay."),
        ),
    ]


def _of_limits(hours: int) -> RetentionRule:
    return RetentionRule(
        _("Limits"),
        _(
            "Your network's address or your account's number, with how often you asked: so that nobody"
            " takes the site away from others."
        ),
        ngettext("%(hours)s hour at most.", "%(hours)s hours at most.", hours) % {"hours": hours},
    )


def _of_accounts() -> list[RetentionRule]:
    return [
        RetentionRule(
            _("Your account"),
            _(
                "Its name, a digest of the password, the e-mail address if you gave one, when it was made"
                " and when you last signed in."
            ),
            _("Until you delete it, and all that is yours with it."),
            (User,),
        ),
        RetentionRule(
            _("Links for a forgotten password"),
            _("Your account's number, and the name of the site that you asked on."),
            _("Until the mail is sent, a day at most."),
            (Mail,),
        ),
        RetentionRule(
            _("Games that you play"),
            _("The digits, marks and colours of each, and how long you have played."),
            _("Until you delete them; of many the oldest go."),
            (SavedGame,),
        ),
        RetentionRule(
            _("Your collections"),
            _("Their titles, and which puzzles are in them. Nobody else sees them."),
            _("Until you delete them."),
            (Collection, Membership),
        ),
        RetentionRule(
            _("API tokens"),
            _("The name and a digest of each, and when it was last used."),
            _("Until you revoke it."),
            (Token,),
        ),
        RetentionRule(
            _("Names of requests (Idempotency-Key)"),
            _("What a program called a request that is to be done once, and where its answer is."),
            _("A day."),
            (IdempotencyKey,),
        ),
        RetentionRule(
            _("Webhooks"),
            _("The address and secret of each, and which batches it was told of, and when."),
            _("Until you delete it."),
            (Webhook, Delivery),
        ),
        RetentionRule(
            _("A second factor"),
            _(
                "Of staff who have set one up: the key of the app, and digests of the recovery codes."
            ),
            _("Until they take it away."),
            (SecondFactor,),
        ),
        RetentionRule(
            _("What staff change"),
            _("Who changed what, and when."),
            _("It stays."),
            (LogEntry,),
        ),
    ]


def _until_forgotten() -> str:
    days = settings.FORGET_AFTER_DAYS
    if not days:
        return _("Until you delete it.")
    return ngettext(
        "Until you delete it; without an account for %(days)s day, unless you publish it.",
        "Until you delete it; without an account for %(days)s days, unless you publish it.",
        days,
    ) % {"days": days}


def _until_jobs_are_forgotten() -> str:
    days = settings.FORGET_AFTER_DAYS
    if not days:
        return _("With an account until you delete that; without one they stay.")
    return ngettext(
        "With an account until you delete that; without one for %(days)s day.",
        "With an account until you delete that; without one for %(days)s days.",
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
        "Of each request its time, the page and how it was answered; nothing that is typed. Your network's"
        " address only with a sign-in, a wrong password or a limit that was met."
    )
    if not os.environ.get("WEB_ACCESS_LOG"):
        return text
    return " ".join((text, _("A log of the web server has it with each request.")))
