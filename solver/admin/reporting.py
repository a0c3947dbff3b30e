"""Reports of published solves, in the moderators' list of solves."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from solver.models import Report, Solve


class ReportFilter(admin.SimpleListFilter):
    title, parameter_name = _("reports"), "reported"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("not yet answered")), ("any", _("any"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Solve]) -> QuerySet[Solve]:
        reports = {"open": Report.objects.filter(Report.OPEN), "any": Report.objects.all()}
        if self.value() not in reports:
            return queryset
        return queryset.filter(pk__in=reports[str(self.value())].values("solve"))


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
