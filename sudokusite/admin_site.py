"""The editors' desk: Django's admin with the places of an editor's day, and how much waits in each.

It stands here, and not in `solver.admin`, which cannot be imported before there is a site to register with.
"""

from typing import Any

from django.contrib.admin import AdminSite
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver.models import Collection, Job, JobPart, Puzzle, Report, Solve
from solver.models.puzzle import KEPT
from solver.puzzles.catalogue import waiting

FRESH, FRESH_IF_LARGE = 30, 600  # seconds for which the number of puzzles may be shown again
LARGE = 20_000  # puzzles
MOST = 1_000  # that are counted anew each time


class Desk(AdminSite):
    site_header = site_title = "Sudoku by sets"
    index_title = gettext_lazy("Editors’ desk")
    enable_nav_sidebar = False  # the lists need its room

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        places = [
            {**place, "is_here": request.path.startswith(place["href"].split("?")[0])}
            for place in _places(request)
        ]
        # The library's address begins that of its inbox, of an import and of an order.
        here = max((p for p in places if p["is_here"]), key=lambda p: len(p["href"]), default={})
        for place in places:
            place["is_here"] = place is here
        return {**super().each_context(request), "places_of_desk": places}


def _places(request: HttpRequest) -> list[dict[str, Any]]:
    """Those that this account may go to."""
    may = request.user.has_perm
    puzzles = reverse("admin:solver_puzzle_changelist")
    found = []
    if may("solver.view_puzzle"):
        found.append(_place(_("Inbox"), reverse("admin:inbox"), waiting()[:MOST].count(), MOST))
        found.append(_place(_("Library"), puzzles, _kept()))
    if may("solver.view_collection"):
        href = reverse("admin:solver_collection_changelist")
        found.append(_place(_("Collections"), href, Collection.objects.count()))
    if may("solver.add_puzzle"):
        found.append(_place(_("Generate"), reverse("admin:generate_puzzles")))
        found.append(_place(_("Import"), reverse("admin:import_puzzles")))
    if may("solver.view_job"):
        moving = Job.objects.filter(status__in=("queued", "running"))[:MOST].count()
        found.append(_place(_("Jobs"), reverse("admin:solver_job_changelist"), moving, MOST))
        aside = JobPart.objects.set_aside()[:MOST].count()
        if aside:
            href = reverse("admin:solver_jobpart_changelist")
            found.append(_place(_("Set aside"), href, aside, MOST))
    if may("solver.view_solve"):
        href = reverse("admin:solver_solve_changelist")
        published = f"{href}?visibility__exact={Solve.Visibility.PUBLIC}"
        reported = Report.objects.filter(Report.OPEN).values("solve").distinct()[:MOST].count()
        found.append(_place(_("Published solves"), published, reported, MOST))
    if may("solver.view_user"):
        found.append(_place(_("Accounts"), reverse("admin:solver_user_changelist")))
    if may("solver.change_puzzle"):
        found.append(_place(_("Log"), reverse("admin:admin_logentry_changelist")))
    return found


def _place(words: str, href: str, count: int = 0, most: int = 0) -> dict[str, Any]:
    """One place; there may be more than `count` in it where no more than that were counted."""
    return {"words": words, "href": href, "count": count, "is_more": 0 < most <= count}


def _kept() -> int:
    count = cache.get("desk-library")
    if count is None:
        count = Puzzle.objects.filter(KEPT).count()
        cache.set("desk-library", count, FRESH if count < LARGE else FRESH_IF_LARGE)
    return int(count)
