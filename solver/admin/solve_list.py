"""The moderators' list of solves, limited to the newest, so that filters, search and order stay fast."""

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
FRESH = 60  # seconds that the time of the oldest listed solve is cached


class MethodFilter(admin.SimpleListFilter):
    """Filter by method. Django's own filter reads every solve to find the values."""

    title = _("method")
    parameter_name = "method__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, _(method.title)) for name, method in engine.methods().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Solve]) -> QuerySet[Solve]:
        return queryset.filter(method=self.value()) if self.value() else queryset


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
    for part in text.strip().strip("/").split("/"):
        try:
            return UUID(part)
        except ValueError:
            continue
    return None
