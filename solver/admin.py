"""The library and the record for editors, in Django's admin."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from solver import engine, submission
from solver.drawing import draw_small
from solver.models import Puzzle, Solve, User
from solver.submission import Owner

admin.site.site_header = admin.site.site_title = "Sudoku by sets"


@admin.register(User)
class AccountAdmin(UserAdmin):
    """A superuser says who may do what. Whoever else may change accounts can only close a visitor's."""

    closing = ((None, {"fields": ("username", "is_active", "date_joined", "last_login")}),)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        return super().get_fieldsets(request, obj) if is_root(request) else self.closing

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        return () if is_root(request) else ("username", "date_joined", "last_login")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        is_above = obj is not None and (obj.is_staff or obj.is_superuser)
        return super().has_change_permission(request, obj) and (is_root(request) or not is_above)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Not of somebody who changed things here: the record of who did what would go along."""
        has_acted = obj is not None and LogEntry.objects.filter(user=obj).exists()
        return super().has_delete_permission(request, obj) and not has_acted

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Without deleting many at once, which would not look at each."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        if not is_root(request):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


def is_root(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser


def preview(puzzle: Puzzle) -> SafeString:
    board = draw_small(puzzle.givens, puzzle.box)
    return render_to_string("solver/_small_board.html", {"board": board})


class PreviewMedia:
    css = {"all": ("solver/css/admin.css",)}  # noqa: RUF012  # the form Django asks for


@admin.register(Puzzle)
class PuzzleAdmin(admin.ModelAdmin):
    list_display = (
        "board",
        "__str__",
        "clue_count",
        "size",
        "verdict",
        "is_published",
        "created_at",
    )
    list_display_links = ("board", "__str__")
    list_filter = ("is_published", "verdict", "box", "created_at")
    search_fields = ("title", "givens__startswith", "source", "author")
    search_help_text = "Title, author, source, or the first givens"
    readonly_fields = ("board", "clue_count", "verdict", "created_at")
    fields = (
        "board",
        "givens",
        "title",
        "author",
        "source",
        "notes",
        "tags",
        "is_published",
        "clue_count",
        "verdict",
        "created_at",
    )
    actions = ("solve_selected",)
    Media = PreviewMedia

    @admin.display(description="board")
    def board(self, puzzle: Puzzle) -> str:
        return preview(puzzle) if puzzle.box else "–"

    @admin.action(description="Solve the selected puzzles with every method", permissions=["view"])
    def solve_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> None:
        owner = Owner(user=request.user if isinstance(request.user, User) else None)
        count = 0
        for puzzle in puzzles:
            for method in engine.methods():
                submission.submit(puzzle.grid, method, owner=owner, lane=Solve.Lane.BULK)
                count += 1
        self.message_user(request, f"{count} solves queued; see Solves.", messages.SUCCESS)


@admin.register(Solve)
class SolveAdmin(admin.ModelAdmin):
    """The record is looked at, not edited."""

    list_display = (
        "board",
        "__str__",
        "method",
        "status",
        "outcome",
        "verdict",
        "iteration_count",
        "elapsed",
        "lane",
        "created_at",
    )
    list_display_links = ("board", "__str__")
    list_filter = ("status", "outcome", "verdict", "method", "lane", "created_at")
    search_fields = ("id", "puzzle__title", "puzzle__givens__startswith")
    list_select_related = ("puzzle",)
    show_full_result_count = False
    Media = PreviewMedia

    @admin.display(description="board")
    def board(self, solve: Solve) -> str:
        return preview(solve.puzzle)

    @admin.display(description="solving", ordering="elapsed_ms")
    def elapsed(self, solve: Solve) -> str:
        return f"{solve.elapsed_ms:.1f} ms" if solve.elapsed_ms is not None else ""

    @admin.display(description="story")
    def story(self, solve: Solve) -> str:
        return format_html('<a href="{}">Open its page</a>', solve.get_absolute_url())

    def get_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        return ["board", "story", *(f.name for f in Solve._meta.fields if f.name != "lease_token")]

    def get_readonly_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
