"""The editors' list of puzzles and its URLs."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver.boards.levels import Level
from solver.boards.thumbnails import draw_small
from solver.jobs.bulk_update import WORDS
from solver.models import Puzzle
from solver.models.puzzle import KEPT
from solver.operations.files import takes_uploads
from solver.puzzles import catalogue
from solver.puzzles.tags import say_tag

from . import columns
from .action_views import action_of, carry_out_delete
from .bulk_actions import BULK_ACTIONS, BulkAction, without_shelf
from .cells import CHOICES, cell, cell_view
from .columns import ALWAYS, COLUMNS, USUAL, columns_of
from .facets import CountedList
from .filtering import (
    CollectionFilter,
    GradeFilter,
    JobFilter,
    ScheduledFilter,
    TagFilter,
    TwinFilter,
    UnratedFilter,
    with_shelf_names,
    with_twin_counts,
)
from .generation_orders import generate_view, missing_view
from .importing import import_view
from .model_admin import FilteredList
from .paging import EstimatingPaginator
from .puzzle_page import PuzzleForm, PuzzlePageAdmin, badge, restore_view
from .tagging import tags_view


class PuzzleAdmin(PuzzlePageAdmin):
    """The list of puzzles, and the addresses below it."""

    form = PuzzleForm
    list_display: tuple[str, ...] = (ALWAYS, *USUAL)  # for an editor who has chosen none
    list_display_links: tuple[str, ...] = (ALWAYS,)
    list_filter: ClassVar[tuple[Any, ...]] = (
        "is_published",
        "verdict",
        "level",
        "box",
        GradeFilter,
        TwinFilter,
        ScheduledFilter,
        UnratedFilter,
        TagFilter,
        JobFilter,
        CollectionFilter,
        "created_at",
    )
    bulk_actions: ClassVar[tuple[BulkAction, ...]] = BULK_ACTIONS
    list_per_page = 25
    show_full_result_count = False
    paginator = EstimatingPaginator
    ordering = ("-created_at", "-id")
    search_fields = ("title",)  # shows the search box, `get_search_results` does the search
    search_help_text = gettext_lazy("Words, part of the givens, or a puzzle in any form")
    actions_on_top, actions_on_bottom = False, True  # where they stay in sight
    change_list_template = "admin/solver/puzzle/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        """Return the library's puzzles for the list, and puzzles of the inbox too for the page of a puzzle."""
        puzzles = super().get_queryset(request)
        match = request.resolver_match
        if match and str(match.url_name).endswith("_changelist"):
            return with_shelf_names(with_twin_counts(puzzles.filter(KEPT)))
        return puzzles

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[FilteredList]:
        return CountedList

    def get_list_display(self, request: HttpRequest) -> Any:
        return columns_of(request)

    # --- What is shown ---

    @admin.display(description=gettext_lazy("board"))
    def drawn(self, puzzle: Puzzle) -> SafeString:
        return draw_small(puzzle.givens, puzzle.board).plain_svg

    def shown(self, puzzle: Puzzle, field: str) -> Any:
        """Return what a cell that is edited in place shows, as HTML or text."""
        match field:
            case "tags":
                return ", ".join(map(say_tag, puzzle.tags))
            case "level":
                return Level(puzzle.level).drawn if puzzle.level else ""
            case "is_published":
                return self._publication(puzzle)
        return puzzle.called or format_html("<small>{}…</small>", puzzle.givens[:12])

    @admin.display(description=COLUMNS["called"])
    def called(self, puzzle: Puzzle) -> SafeString:
        return cell(puzzle, "title", self.shown(puzzle, "title"))

    @admin.display(description=COLUMNS["shelf_names"])
    def shelf_names(self, puzzle: Any) -> str:
        return ", ".join(puzzle.shelf_names or ())

    @admin.display(description=gettext_lazy("twins"))
    def twin_count(self, puzzle: Any) -> str:
        """Return the number of equivalent puzzles in the library in words, or an empty text for 0."""
        count = puzzle.twin_count or 0
        return ngettext("%(n)s twin", "%(n)s twins", count) % {"n": count} if count else ""

    @admin.display(description=gettext_lazy("givens"), ordering="clue_count")
    def givens_count(self, puzzle: Puzzle) -> SafeString:
        clues = ngettext("%d given", "%d givens", puzzle.clue_count) % puzzle.clue_count
        return format_html("{}<br><small>{}</small>", clues, puzzle.get_box_display())

    # Reversed, hardest first, puzzles without a level come last.
    @admin.display(description=gettext_lazy("level"), ordering=F("score").asc(nulls_first=True))
    def hardness(self, puzzle: Puzzle) -> str:
        """Return HTML of the level as bars and a word, above the score and the SE rating if it is known.

        Only the dash of a cell stands there if the puzzle is not rated.
        """
        facts = []
        if puzzle.score is not None:
            points = number_format(puzzle.score, force_grouping=True)
            facts.append(_("%(score)s points") % {"score": points})
        if puzzle.er is not None:
            facts.append(f"SE {self.se(puzzle)}")
        drawn = cell(puzzle, "level", self.shown(puzzle, "level"))
        below = format_html("<small>{}</small>", " · ".join(facts)) if facts else ""
        return format_html("{}{}", drawn, below)

    @admin.display(description=gettext_lazy("published"))
    def published_badge(self, puzzle: Puzzle) -> SafeString:
        return cell(puzzle, "is_published", self._publication(puzzle))

    def _publication(self, puzzle: Puzzle) -> SafeString:
        label = _("published") if puzzle.is_published else _("not published")
        if puzzle.publish_at:
            label = date_format(puzzle.publish_at, "SHORT_DATETIME_FORMAT")
        return badge("solved" if puzzle.is_published else "queued", label)

    @admin.display(description=gettext_lazy("tags"))
    def shown_tags(self, puzzle: Puzzle) -> SafeString:
        return cell(puzzle, "tags", self.shown(puzzle, "tags"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Puzzle], search_term: str
    ) -> tuple[QuerySet[Puzzle], bool]:
        return queryset.filter(catalogue.found_by(search_term)), False

    # --- Many puzzles ---

    def get_urls(self) -> list[URLPattern]:
        def view(of_admin: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
            return self.admin_site.admin_view(partial(of_admin, self))

        return [
            path("import/", takes_uploads(view(import_view)), name="import_puzzles"),
            path("generate/", view(generate_view), name="generate_puzzles"),
            path("generate/missing/<uuid:job_id>/", view(missing_view), name="generate_missing"),
            path("<uuid:pk>/restore/<int:entry>/", view(restore_view), name="restore_puzzle"),
            path("<uuid:pk>/cell/", view(cell_view), name="cell"),
            path("tags/", view(tags_view), name="tags"),
            *super().get_urls(),
        ]

    def bulk_actions_of(self, request: HttpRequest) -> list[BulkAction]:
        """Return the bulk actions that this account may use, with the fields that it may fill in."""
        may_change = self.has_change_permission(request)
        may_collect = may_change and request.user.has_perm("solver.add_membership")
        may = {
            "view": self.has_view_permission(request),
            "change": may_change,
            "collect": may_collect,
        }
        allowed = [action for action in self.bulk_actions if may[action.permission]]
        return allowed if may_collect else [without_shelf(action) for action in allowed]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return Django's actions for this account by name. Only the library, not the inbox, has a delete."""
        actions = {action.name: action_of(action) for action in self.bulk_actions_of(request)}
        if self.bulk_actions is BULK_ACTIONS and self.has_change_permission(request):
            title = str(WORDS["delete"])
            actions["delete_selected"] = (carry_out_delete, "delete_selected", title)
        return actions

    def context_of_columns(self, request: HttpRequest) -> dict[str, Any]:
        """Return what the template needs for the columns and for the cells that are edited in place."""
        may_edit = self.has_change_permission(request)
        choices = {name: choice() for name, choice in CHOICES.items()} if may_edit else {}
        return {**columns.as_context(request), "choices": choices}

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        more = {
            "title": _("Library"),
            "bulk_actions": self.bulk_actions_of(request),
            **self.context_of_columns(request),
            "may_miss_twins": catalogue.holding(request.GET.get("q", ""))
            and catalogue.has_many_unexamined(),
        }
        return columns.answer(request) or super().changelist_view(
            request, {**more, **(extra_context or {})}
        )
