"""The editors' desk: Django's admin with a menu of its lists, and how many rows wait in each.

It is not in `solver.admin`, which registers with the site when it is imported.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.contrib.admin import AdminSite
from django.core.cache import cache
from django.db.models import Count
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver.jobs import revert
from solver.models import Collection, Job, JobPart, Puzzle, Report, Solve
from solver.models.puzzle import KEPT, SCHEDULED
from solver.puzzles.catalogue import waiting
from solver.puzzles.rating import to_be_rated

FRESH, FRESH_IF_LARGE = 30, 600  # seconds that the number of puzzles is cached
LARGE = 20_000  # puzzles
DAYS = 28  # of the calendar of publications, from Monday
ACTIONS = 6  # that are listed
MOST = 1_000  # rows that are counted for a number in the menu


class Desk(AdminSite):
    """Django's admin site with a menu, which templates get as `places_of_desk`."""

    site_header = site_title = "Sudoku by sets"
    index_title = gettext_lazy("Editors’ desk")
    enable_nav_sidebar = False  # the lists need its room

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        places = [
            {**place, "is_here": request.path.startswith(place["href"].split("?")[0])}
            for place in _places(request)
        ]
        # The address of the inbox, for example, starts with that of the library.
        here = max((p for p in places if p["is_here"]), key=lambda p: len(p["href"]), default={})
        for place in places:
            place["is_here"] = place is here
        return {**super().each_context(request), "places_of_desk": places}

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """Show what waits for editors, what is published next, and what was done last."""
        actions = _actions(request)
        context = {
            "waits": _waits(request),
            "days": _days(request),
            "today": timezone.now().date(),
            "actions": actions,
            "undoable": next((job for job in actions[:1] if _may_undo(request, job)), None),
            "may_collect": request.user.has_perm("solver.add_collection"),
        }
        return super().index(request, {**context, **(extra_context or {})})


@dataclass(frozen=True)
class Wait:
    """A line of the front page: how many wait, what they are, and where they are answered."""

    count: int
    words: str
    detail: str
    href: str


def _waits(request: HttpRequest) -> list[Wait]:
    """Return what waits for this account, without what is empty."""
    may = request.user.has_perm
    waits = []
    if may("solver.add_puzzle"):
        waits.append(_imports_waiting(request))
    if may("solver.view_puzzle"):
        inbox = waiting()
        oldest = inbox.order_by("created_at").values_list("created_at", flat=True).first()
        ago = _("oldest %(time)s ago") % {"time": timesince(oldest, depth=1)} if oldest else ""
        count = inbox[:MOST].count()
        words = ngettext("puzzle sent in by visitors", "puzzles sent in by visitors", count)
        waits.append(Wait(count, words, ago, reverse("admin:inbox")))
    if may("solver.view_solve"):
        reports = Report.objects.filter(Report.OPEN)
        href = reverse("admin:solver_solve_changelist")
        newest = reports.first()
        count = reports.values("solve").distinct()[:MOST].count()
        words = ngettext("reported solve", "reported solves", count)
        waits.append(Wait(count, words, str(newest or ""), f"{href}?visibility__exact=public"))
    if may("solver.view_puzzle"):
        unrated = to_be_rated().filter(KEPT)[:MOST].count()
        href = f"{reverse('admin:solver_puzzle_changelist')}?unrated=1"
        words = ngettext("puzzle not rated yet", "puzzles not rated yet", unrated)
        waits.append(Wait(unrated, words, _("They are rated in the background."), href))
    if may("solver.view_job"):
        aside = JobPart.objects.set_aside()[:MOST].count()
        words = ngettext("part set aside", "parts set aside", aside)
        href = reverse("admin:solver_jobpart_changelist")
        waits.append(Wait(aside, words, _("They failed and can be tried again."), href))
    return [wait for wait in waits if wait.count]


def _imports_waiting(request: HttpRequest) -> Wait:
    sees_all = request.user.has_perm("solver.view_job")
    own = {} if sees_all else {"owner": request.user}
    jobs = Job.objects.filter(kind="import", status=Job.Status.PAUSED, **own).order_by(
        "-created_at"
    )
    newest = jobs.first()
    detail = newest.said if newest else ""
    if newest and (wrong := newest.counts.get("wrong")):
        found = ngettext("%(n)s line to correct", "%(n)s lines to correct", wrong) % {"n": wrong}
        detail = f"{detail}, {found}"
    count = jobs[:MOST].count()
    words = ngettext("import waits for you", "imports wait for you", count)
    href = newest.get_absolute_url() if newest else ""
    if count > 1:
        paused = f"?kind__exact=import&status__exact={Job.Status.PAUSED}"
        href = reverse("admin:solver_job_changelist") + paused if sees_all else reverse("jobs")
    return Wait(count, words, detail, href)


@dataclass(frozen=True)
class Day:
    """A day of the calendar, with what is published then."""

    date: date
    is_past: bool
    collections: list[Collection]
    puzzles: int = 0  # that have a time of their own
    puzzles_href: str = ""


def _days(request: HttpRequest) -> list[Day]:
    """Return the days of this week and the next ones (UTC), each with what is published on it."""
    if not request.user.has_perm("solver.view_collection"):
        return []
    today = timezone.now().date()
    monday = today - timedelta(days=today.weekday())
    dates = [monday + timedelta(days=n) for n in range(DAYS)]
    until = dates[-1] + timedelta(days=1)
    due = Collection.objects.filter(publish_at__date__lt=until, is_published=False)
    shelves: dict[date, list[Collection]] = defaultdict(list)
    for collection in due.order_by("publish_at"):
        if collection.publish_at:
            shelves[collection.publish_at.date()].append(collection)
    alone = Puzzle.objects.filter(SCHEDULED, publish_at__date__lt=until).order_by()
    counts = dict(alone.values_list("publish_at__date").annotate(n=Count("*")))
    href = reverse("admin:solver_puzzle_changelist")
    return [
        Day(day, day < today, shelves[day], counts.get(day, 0), f"{href}?scheduled={day}")
        for day in dates
    ]


def _actions(request: HttpRequest) -> list[Job]:
    """Return the last actions on puzzles, newest first: changes, imports, and undoing them."""
    if not request.user.has_perm("solver.change_puzzle"):
        return []
    kinds = ("import", "change", "revert")
    done = Job.objects.filter(kind__in=kinds, status=Job.Status.FINISHED)
    return list(done.select_related("owner").order_by("-finished_at")[:ACTIONS])


def _may_undo(request: HttpRequest, job: Job) -> bool:
    """Return whether this account may take back an action on puzzles that is over."""
    if job.owner_id != request.user.pk and not request.user.has_perm("solver.change_job"):
        return False
    if job.kind == "import":
        brought = Puzzle.objects.filter(job=job, in_inbox=False)
        return request.user.has_perm("solver.delete_puzzle") and brought.exists()
    return not revert.why_not(job)


def _places(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the entries of the menu that this account may open."""
    may = request.user.has_perm
    puzzles = reverse("admin:solver_puzzle_changelist")
    places = []
    if may("solver.view_puzzle"):
        places.append(_place(_("Inbox"), reverse("admin:inbox"), waiting()[:MOST].count(), MOST))
        places.append(_place(_("Library"), puzzles, _kept()))
    if may("solver.view_collection"):
        href = reverse("admin:solver_collection_changelist")
        places.append(_place(_("Collections"), href, Collection.objects.count()))
    if may("solver.add_puzzle"):
        places.append(_place(_("Generate"), reverse("admin:generate_puzzles")))
        places.append(_place(_("Import"), reverse("admin:import_puzzles")))
    if may("solver.view_job"):
        moving = Job.objects.filter(status__in=("queued", "running"))[:MOST].count()
        places.append(_place(_("Jobs"), reverse("admin:solver_job_changelist"), moving, MOST))
        aside = JobPart.objects.set_aside()[:MOST].count()
        if aside:
            href = reverse("admin:solver_jobpart_changelist")
            places.append(_place(_("Set aside"), href, aside, MOST))
    if may("solver.view_solve"):
        href = reverse("admin:solver_solve_changelist")
        published = f"{href}?visibility__exact={Solve.Visibility.PUBLIC}"
        reported = Report.objects.filter(Report.OPEN).values("solve").distinct()[:MOST].count()
        places.append(_place(_("Public solves"), published, reported, MOST))
    if may("solver.view_user"):
        places.append(_place(_("Accounts"), reverse("admin:solver_user_changelist")))
    if may("solver.change_puzzle"):
        places.append(_place(_("Log"), reverse("admin:admin_logentry_changelist")))
    return places


def _place(words: str, href: str, count: int = 0, limit: int = 0) -> dict[str, Any]:
    """Return an entry of the menu. `limit` is the number of rows at which counting stopped, 0 for none."""
    return {"words": words, "href": href, "count": count, "is_more": 0 < limit <= count}


def _kept() -> int:
    count = cache.get("desk-library")
    if count is None:
        count = Puzzle.objects.filter(KEPT).count()
        cache.set("desk-library", count, FRESH if count < LARGE else FRESH_IF_LARGE)
    return int(count)
