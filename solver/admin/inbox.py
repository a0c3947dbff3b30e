"""The inbox: what visitors brought, apart from the library, to be accepted or dismissed."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver.library import catalogue
from solver.models import Puzzle, Solve
from solver.models.puzzle import KEPT

from .deeds import OF_THE_INBOX
from .library import PuzzleAdmin


class KindFilter(admin.SimpleListFilter):
    title = gettext_lazy("what it is")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("good", _("can be kept")),
            ("improper", _("not one solution")),
            ("twins", _("twins of the library")),
            ("signed-in", _("by somebody signed in")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        library = Puzzle.objects.filter(KEPT).exclude(canonical="").values("canonical")
        match self.value():
            case "good":
                return queryset.filter(verdict="unique").exclude(canonical__in=library)
            case "improper":
                return queryset.filter(verdict__in=("multiple", "none"))
            case "twins":
                return queryset.filter(canonical__in=library)
            case "signed-in":
                return queryset.filter(pk__in=Solve.objects.exclude(owner=None).values("puzzle"))
        return queryset


class InboxAdmin(PuzzleAdmin):
    """A list of its own, at an address of its own; the page of a puzzle is that of any."""

    list_display = ("board", "__str__", "grade_words", "level", "verdict_badge", "known", "brought")
    list_filter = (KindFilter, "box")
    deeds = OF_THE_INBOX
    change_list_template = "admin/solver/puzzle/inbox.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        latest = Solve.objects.filter(puzzle=OuterRef("pk")).order_by("-created_at")
        twins = Puzzle.objects.filter(KEPT, ~Q(canonical=""), canonical=OuterRef("canonical"))
        return catalogue.waiting().annotate(
            by=Subquery(latest.values("owner__username")[:1]),
            twin=Subquery(twins.values("pk")[:1]),
        )

    def list_address(self) -> str:
        return reverse("admin:inbox")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("Inbox")})

    @admin.display(description=gettext_lazy("in the library"))
    def known(self, puzzle: Any) -> str:
        if puzzle.verdict in ("multiple", "none"):
            return _("nothing to keep")
        if not puzzle.twin:
            return _("new") if puzzle.canonical else ""
        twin = Puzzle.objects.get(pk=puzzle.twin)
        address = reverse("admin:solver_puzzle_change", args=[twin.pk])
        return format_html('{} <a href="{}">{}</a>', _("twin of"), address, twin)

    @admin.display(description=gettext_lazy("from"))
    def brought(self, puzzle: Any) -> str:
        when = date_format(puzzle.created_at, "SHORT_DATETIME_FORMAT")
        return format_html("{}<br>{}", puzzle.by or _("a guest"), when)
