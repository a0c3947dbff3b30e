"""The inbox: puzzles from visitors, not in the library yet, to be accepted or dismissed."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from solver.jobs.bulk_update import ACCEPTABLE, WORDS
from solver.models import Puzzle, Solve
from solver.puzzles import catalogue

from .bulk_actions import INBOX_ACTIONS
from .filtering import twins
from .library import PuzzleAdmin
from .model_admin import FilteredList, say_when
from .puzzle_page import FILTERS


class KindFilter(admin.SimpleListFilter):
    title = gettext_lazy("what it is")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("good", _("can be kept")),
            ("improper", _("not exactly one solution")),
            ("twins", _("twins of the library")),
            ("signed-in", _("by a signed-in user")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        """Return the puzzles of the inbox that are of the chosen kind, or all if none is chosen.

        Solves are looked for in the days of the inbox alone, which are few among all.
        """
        match self.value():
            case "good":
                return queryset.filter(~Exists(twins()), verdict="unique")
            case "improper":
                return queryset.filter(verdict__in=("multiple", "none"))
            case "twins":
                return queryset.filter(Exists(twins()))
            case "signed-in":
                recent = Solve.objects.filter(created_at__gte=catalogue.inbox_since())
                solves = recent.filter(puzzle=OuterRef("pk")).exclude(owner=None)
                return queryset.filter(Exists(solves))
        return queryset


class InboxAdmin(PuzzleAdmin):
    """The list of the inbox at an address of its own. The page of a puzzle is the one of the library."""

    list_display = (
        *("board", "__str__", "givens_count", "grade_words", "hardness", "verdict_badge", "known"),
        *("brought", "at_once"),
    )
    list_display_links = ("board", "__str__")
    list_filter = (KindFilter, "box")
    bulk_actions = INBOX_ACTIONS
    change_list_template = "admin/solver/puzzle/inbox.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        latest = Solve.objects.filter(puzzle=OuterRef("pk")).order_by("-created_at")
        return catalogue.waiting().annotate(
            by=Subquery(latest.values("owner__username")[:1]),
            twin=Subquery(twins().order_by().values("pk")[:1]),
        )

    def get_preserved_filters(self, request: HttpRequest) -> str:
        """Return the list's filters as a query string. The page of a puzzle links with it to its neighbours."""
        return urlencode({FILTERS: request.GET.urlencode()})

    def list_address(self) -> str:
        return reverse("admin:inbox")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        may = self.has_change_permission(request)
        return self.list_display if may else self.list_display[:-1]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        twins = {puzzle.twin for puzzle in changelist.result_list} - {None}
        self.known_twins = Puzzle.objects.in_bulk(twins)
        return changelist

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if "row" in request.POST:
            request.POST = _of_one_row(request.POST)  # type: ignore[assignment]
        return super().changelist_view(request, {"title": _("Inbox")})

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[FilteredList]:
        return FilteredList

    def context_of_columns(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    @admin.display(description=gettext_lazy("level"))
    def hardness(self, puzzle: Puzzle) -> str:
        return self.shown(puzzle, "level")

    @admin.display(description=gettext_lazy("in the library"))
    def known(self, puzzle: Any) -> str:
        if puzzle.verdict in ("multiple", "none"):
            return _("nothing to keep")
        twin = self.known_twins.get(puzzle.twin)
        if not twin:
            return _("new") if puzzle.canonical else ""
        address = reverse("admin:solver_puzzle_change", args=[twin.pk])
        return format_html('{} <a href="{}">{}</a>', _("twin of"), address, twin)

    @admin.display(description=gettext_lazy("sent by"))
    def brought(self, puzzle: Any) -> str:
        return format_html(
            "{}<br><small>{}</small>", puzzle.by or _("a guest"), say_when(puzzle.created_at)
        )

    @admin.display(description=gettext_lazy("Accept or dismiss"))
    def at_once(self, puzzle: Puzzle) -> SafeString:
        """Return HTML buttons that accept or dismiss this puzzle by one click."""
        actions = [("dismiss_selected", WORDS["dismiss"])]
        if puzzle.verdict in ACCEPTABLE:
            actions.insert(0, ("accept_selected", gettext_lazy("Accept")))
        button = (
            '<button type="submit" class="plain" name="row" value="{} {}" aria-label="{}: {}">'
            "{}</button>"
        )
        parts = ((name, puzzle.pk, label, puzzle, label) for name, label in actions)
        return format_html_join(" ", button, parts)


@admin.register(Puzzle)
class LibraryAdmin(PuzzleAdmin):
    """The library, with the inbox at an address below it."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.inbox)
        return [path("inbox/", view, name="inbox"), *super().get_urls()]

    def inbox(self, request: HttpRequest) -> HttpResponse:
        return self._inbox().changelist_view(request)

    def admin_of_list(self, puzzle: Puzzle) -> PuzzleAdmin:
        return self._inbox() if puzzle.in_inbox else self

    def _inbox(self) -> InboxAdmin:
        """Return the admin of the inbox for one request, as it keeps what it has read for it."""
        return InboxAdmin(self.model, self.admin_site)


def _of_one_row(posted: QueryDict) -> QueryDict:
    """Return the form as if only this row were ticked and the action of its button were selected."""
    name, _space, pk = str(posted["row"]).partition(" ")
    data = posted.copy()
    data.setlist("action", [name])
    data.setlist("count", ["1"])
    data.setlist("index", ["0"])
    data.setlist("select_across", ["0"])
    data.setlist(ACTION_CHECKBOX_NAME, [pk])
    data.pop("shelf", None)
    return data
