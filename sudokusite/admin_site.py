"""The editors' desk: Django's admin with a menu of its lists, and how many rows wait in each.

It is not in `solver.admin`, which registers with the site when it is imported.
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

FRESH, FRESH_IF_LARGE = 30, 600  # seconds that the number of puzzles is cached
LARGE = 20_000  # puzzles
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
