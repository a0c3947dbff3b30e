"""The moderators' list of solves: as many of the newest as can be sieved, searched and sorted at once."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.models import Solve

from .reporting import ReportFilter

NEWEST = 100_000  # solves
FRESH = 60  # seconds for which it may be remembered where they begin


class MethodFilter(admin.SimpleListFilter):
    """The methods there are; Django's own filter looks for them in every solve."""

    title = _("method")
    parameter_name = "method__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, _(method.title)) for name, method in engine.methods().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Solve]) -> QuerySet[Solve]:
        return queryset.filter(method=self.value()) if self.value() else queryset


def heading(request: HttpRequest) -> dict[str, str]:
    """What stands above the list: which solves it is of, where it is not of all of them."""
    if _since(request):
        words = gettext("Solves, the newest %s") % number_format(NEWEST, force_grouping=True)
        return {"title": words}
    return {"title": gettext("Published solves")} if _is_public(request) else {}


def newest(solves: QuerySet[Solve], request: HttpRequest) -> QuerySet[Solve]:
    """Those that are among the newest; all of these where reported ones are asked for, which are few."""
    since = _since(request)
    return solves.filter(created_at__gt=since) if since else solves


def _since(request: HttpRequest) -> datetime | None:
    """When the newest that is not listed was asked for, of all or of those published; None where all are."""
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
    """The id that somebody looks for, by itself or in the address of a page."""
    for word in text.strip().strip("/").split("/"):
        try:
            return UUID(word)
        except ValueError:
            continue
    return None
