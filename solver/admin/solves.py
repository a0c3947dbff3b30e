"""The moderators' list of solves and of their reports.

It is limited to the newest solves, so that filters, search and order stay fast.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.cache import cache
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from solver import engine
from solver.models import Report, Solve, User
from solver.models.leased_work import LeasedWork
from solver.models.said import said
from solver.models.uuid7 import uuid_in

from .filtering import ChosenFilter
from .model_admin import BaseAdmin, ReadOnlyAdmin, labelled, preview

NEWEST = 100_000  # solves
FRESH = 60  # seconds that the time of the oldest listed solve is cached
# Fields of a solve that are not shown. `why` shows the failure in words.
UNSAID = ("lease_token", "lost", "session_digest", "failure", "failure_facts", "network")


class ReportFilter(ChosenFilter):
    title, parameter_name = _("reports"), "reported"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("not yet answered")), ("any", _("any"))]

    def chosen(self, rows: QuerySet[Solve], value: str) -> QuerySet[Solve]:
        reports = {"open": Report.objects.filter(Report.OPEN), "any": Report.objects.all()}
        return rows.filter(pk__in=reports[value].values("solve")) if value in reports else rows


class MethodFilter(ChosenFilter):
    """Filter by method. Django's own filter reads every solve to find the values."""

    title = _("method")
    parameter_name = "method__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, _(method.title)) for name, method in engine.methods().items()]


@admin.register(Solve)
class SolveAdmin(ReadOnlyAdmin):
    """Solves. A moderator can make one private, answer its reports, or delete it."""

    list_display = (
        *("board", "__str__", "state", "iterations", "elapsed"),
        *("owner", "visibility", "note", "reports", "added"),
    )
    list_display_links = ("board", "__str__")
    list_filter = (
        *(ReportFilter, "visibility", "status", "outcome", "verdict"),
        *(MethodFilter, "lane", "created_at"),
    )
    search_fields = (
        *("puzzle__title", "puzzle__givens__startswith", "note", "owner__username__startswith"),
    )
    search_help_text = _("Words of title and note, the first givens, a solve's id, or an account")
    list_select_related = ("puzzle", "owner")
    list_per_page = 25
    ordering = ("-created_at", "-id")
    actions = ("make_private", "dismiss_reports")
    has_delete_permission = BaseAdmin.has_delete_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[Solve]:
        return with_open_reports(super().get_queryset(request))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, heading(request) | (extra_context or {}))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Solve], search_term: str
    ) -> tuple[QuerySet[Solve], bool]:
        """Search the newest solves. Find any solve by its id or address, and all of an account by its name."""
        if pk := solve_named(search_term):
            return queryset.filter(pk=pk), False
        if account := User.objects.filter(username=search_term.strip()).first():
            return queryset.filter(owner=account), False
        return super().get_search_results(request, newest(queryset, request), search_term)

    @admin.action(description=_("Make private"), permissions=["moderate"])
    def make_private(self, request: HttpRequest, solves: QuerySet[Solve]) -> None:
        """Make solves private, log it, and mark their reports as answered."""
        visible = list(solves.exclude(visibility=Solve.Visibility.PRIVATE))
        Solve.objects.filter(pk__in=[solve.pk for solve in visible]).update(
            visibility=Solve.Visibility.PRIVATE
        )
        answer_reports(list(solves))
        self.log_and_confirm(request, visible, said(_("Make private")))

    @admin.action(description=_("Dismiss reports"), permissions=["moderate"])
    def dismiss_reports(self, request: HttpRequest, solves: QuerySet[Solve]) -> None:
        """Mark the open reports of solves as answered and log it. The solves do not change."""
        reported = [solve for solve in solves if self.reports(solve)]
        answer_reports(reported)
        self.log_and_confirm(request, reported, said(_("Dismiss reports")))

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("solver.change_solve")

    @admin.display(description=_("board"))
    def board(self, solve: Solve) -> str:
        return preview(solve.puzzle)

    @admin.display(description=_("outcome"), ordering="outcome")
    def state(self, solve: Solve) -> str:
        return solve.state_words

    @admin.display(description=_("iterations"), ordering="iteration_count")
    def iterations(self, solve: Solve) -> str:
        return labelled(gettext("iterations"), solve.iteration_count)

    @admin.display(description=_("solving"), ordering="elapsed_ms")
    def elapsed(self, solve: Solve) -> str:
        milliseconds = solve.elapsed_ms
        return f"{number_format(milliseconds, 1)} ms" if milliseconds is not None else ""

    @admin.display(description=_("reports"))
    def reports(self, solve: Solve) -> str:
        """Return the number of open reports of a solve with its label, or an empty text if there is none."""
        count = getattr(solve, "open_reports", 0)
        return labelled(gettext("reports"), count) if count else ""

    @admin.display(description=_("reports"))
    def reported(self, solve: Solve) -> str:
        return tell_reports(solve)

    @admin.display(description=_("iterations"))
    def story(self, solve: Solve) -> str:
        return format_html('<a href="{}">{}</a>', solve.get_absolute_url(), _("Open its page"))

    @admin.display(description=_("failure"))
    def why(self, solve: Solve) -> str:
        return solve.failure_words

    def get_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        """Return the fields in order: the solve and its result first, then its state in the queue."""
        queue = [field.name for field in LeasedWork._meta.fields]
        names = [field.name for field in Solve._meta.fields if field.name not in UNSAID]
        return ["board", "story", "reported", *sorted(names, key=queue.__contains__), "why"]

    def get_readonly_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        return self.get_fields(request, obj)


def with_open_reports(solves: QuerySet[Solve]) -> QuerySet[Solve]:
    """Annotate each solve with `open_reports`, the number of reports that no moderator has answered.

    It is a subquery on an index, which runs for the rows of a page only.
    """
    of_one = Report.objects.filter(Report.OPEN, solve=OuterRef("pk")).order_by().values("solve")
    count = Subquery(of_one.annotate(count=Count("*")).values("count"), IntegerField())
    return solves.annotate(open_reports=Coalesce(count, 0))


def answer_reports(solves: list[Solve]) -> int:
    """Mark the open reports of solves as answered, and return their number."""
    reports = Report.objects.filter(Report.OPEN, solve__in=solves)
    return reports.update(answered_at=timezone.now())


def tell_reports(solve: Solve) -> SafeString:
    """Return a solve's reports as HTML, one paragraph each with its day, text and state, newest first."""
    lines = (
        (date_format(report.created_at), report, _("answered") if report.answered_at else _("open"))
        for report in solve.reports.all()
    )
    return format_html_join("", "<p>{} · {} · {}</p>", lines)


def heading(request: HttpRequest) -> dict[str, str]:
    """Return `{"title": …}` for the list of solves if it does not show all of them, else {}."""
    if _since(request):
        title = gettext("Solves, the newest %s") % number_format(NEWEST, force_grouping=True)
        return {"title": title}
    return {"title": gettext("Public solves")} if _is_public(request) else {}


def newest(solves: QuerySet[Solve], request: HttpRequest) -> QuerySet[Solve]:
    """Return the newest of the solves, or all of them if the list is filtered to the few reported ones."""
    since = _since(request)
    return solves.filter(created_at__gt=since) if since else solves


def _since(request: HttpRequest) -> datetime | None:
    """Return the creation time of the newest solve that is not listed, or None if all are listed."""
    if request.GET.get(ReportFilter.parameter_name):
        return None
    is_public = _is_public(request)
    solves = Solve.objects.order_by("-created_at", "-id").values_list("created_at", flat=True)
    if is_public:
        solves = solves.filter(visibility=Solve.Visibility.PUBLIC)
    return cache.get_or_set(f"desk-since-{is_public}", lambda: solves[NEWEST:][:1].first(), FRESH)


def _is_public(request: HttpRequest) -> bool:
    return request.GET.get("visibility__exact") == Solve.Visibility.PUBLIC


def solve_named(text: str) -> UUID | None:
    """Return the solve's id in a search term, which may be the address of its page, or None if it has no id."""
    return next(filter(None, map(uuid_in, text.strip().split("/"))), None)
