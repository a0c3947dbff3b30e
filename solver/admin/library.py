"""The library for its editors: its list, and the page of a puzzle."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver import engine
from solver.jobs.changing import WORDS
from solver.library import catalogue
from solver.library.rating import rating_of, say_er
from solver.models import Puzzle
from solver.models.puzzle import KEPT
from solver.operations.uploads import takes_uploads

from .acting import action_of, carry_out_delete
from .base import BaseAdmin
from .deeds import DEEDS, Deed, shown
from .fields import TagsField
from .filtering import GradeFilter, JobFilter, TagFilter, TwinFilter, with_twin_counts
from .generating import generate_view
from .importing import import_view
from .paging import EstimatingPaginator
from .preview import preview

SOLVES = 10  # of a puzzle, on its page
BADGES = {"unique": "solved", "multiple": "stalled", "none": "contradiction", "unknown": "queued"}


class PuzzleForm(forms.ModelForm):
    tags = TagsField(
        label=gettext_lazy("Tags"), required=False, help_text=gettext_lazy("Commas between them.")
    )


@admin.register(Puzzle)
class PuzzleAdmin(BaseAdmin):
    form = PuzzleForm
    list_display: tuple[str, ...] = (
        *("board", "__str__", "clue_count", "box", "verdict_badge", "grade_words", "level"),
        *("score", "se", "twin_count", "published_badge", "shown_tags", "created_at"),
    )
    list_display_links = ("board", "__str__")
    list_filter: ClassVar[tuple[Any, ...]] = (
        "is_published",
        "verdict",
        GradeFilter,
        "level",
        "box",
        TwinFilter,
        TagFilter,
        JobFilter,
        "collections",
        "created_at",
    )
    deeds: ClassVar[tuple[Deed, ...]] = DEEDS
    list_per_page = 25
    show_full_result_count = False
    paginator = EstimatingPaginator
    ordering = ("-created_at", "-id")
    search_fields = ("title",)  # makes the box appear; `get_search_results` looks
    search_help_text = gettext_lazy("Words of title, author, source and notes, or the first givens")
    fields = (
        *("board", "givens", "title", "author", "source", "licence", "notes", "tags"),
        *("is_published", "clue_count", "verdict_badge", "grade_words", "level", "score", "se"),
        *("twins", "solves", "created_at"),
    )
    readonly_fields = (
        *("board", "givens", "clue_count", "verdict_badge", "grade_words", "level", "score", "se"),
        *("twins", "solves", "created_at"),
    )
    change_list_template = "admin/solver/puzzle/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        """In the list, the library alone; the page of a puzzle is there for any."""
        puzzles = super().get_queryset(request)
        match = request.resolver_match
        if match and str(match.url_name).endswith("_changelist"):
            return with_twin_counts(puzzles.filter(KEPT))
        return puzzles

    # --- What is shown ---

    @admin.display(description=gettext_lazy("board"))
    def board(self, puzzle: Puzzle) -> str:
        return preview(puzzle) if puzzle.box else "–"

    @admin.display(description=gettext_lazy("verdict"), ordering="verdict")
    def verdict_badge(self, puzzle: Puzzle) -> SafeString:
        return badge(BADGES[puzzle.verdict], puzzle.get_verdict_display())

    @admin.display(description=gettext_lazy("grade"), ordering="grade_rank")
    def grade_words(self, puzzle: Puzzle) -> str:
        return _(engine.GRADES[puzzle.grade]) if puzzle.grade in engine.GRADES else "–"

    @admin.display(description=gettext_lazy("twins"))
    def twin_count(self, puzzle: Any) -> str:
        """How many of the library are the same turned round."""
        return str(puzzle.twin_count or "–")

    @admin.display(description=gettext_lazy("SE"), ordering="er")
    def se(self, puzzle: Puzzle) -> str:
        found = rating_of(puzzle)
        return say_er(found.explained.er) if found and found.explained else "–"

    @admin.display(description=gettext_lazy("published"), ordering="is_published")
    def published_badge(self, puzzle: Puzzle) -> SafeString:
        words = _("published") if puzzle.is_published else _("not published")
        return badge("solved" if puzzle.is_published else "queued", words)

    @admin.display(description=gettext_lazy("tags"))
    def shown_tags(self, puzzle: Puzzle) -> str:
        return ", ".join(puzzle.tags)

    @admin.display(description=gettext_lazy("the same, turned round"))
    def twins(self, puzzle: Puzzle) -> SafeString:
        context = {"twins": catalogue.twins_of(puzzle)[:SOLVES]}
        return render_to_string("admin/solver/puzzle/twins.html", context)

    @admin.display(description=gettext_lazy("latest solves"))
    def solves(self, puzzle: Puzzle) -> SafeString:
        context = {"solves": catalogue.solves_of(puzzle).order_by("-created_at")[:SOLVES]}
        return render_to_string("admin/solver/puzzle/solves.html", context)

    def view_on_site(self, puzzle: Puzzle) -> str:
        return puzzle.get_absolute_url()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Puzzle], search_term: str
    ) -> tuple[QuerySet[Puzzle], bool]:
        return queryset.filter(catalogue.matching(search_term)), False

    # --- One puzzle ---

    def get_fields(self, request: HttpRequest, obj: Puzzle | None = None) -> Any:
        kept = ("givens", "title", "author", "source", "licence", "notes", "tags", "is_published")
        return self.fields if obj else kept

    def get_readonly_fields(self, request: HttpRequest, obj: Puzzle | None = None) -> Any:
        """Givens are only entered once: solves hang on them."""
        return self.readonly_fields if obj else ()

    def get_form(
        self, request: HttpRequest, obj: Puzzle | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            words = _("In any form that the front page takes, too.")
            kwargs["help_texts"] = {"givens": words}
        return super().get_form(request, obj, change, **kwargs)

    def save_model(self, request: HttpRequest, obj: Puzzle, form: Any, change: bool) -> None:
        if not change:
            catalogue.examine([obj])
            twin = catalogue.twins_of(obj).first()
            if twin:
                said = _("This is %(puzzle)s turned round; its page says how.") % {"puzzle": twin}
                self.message_user(request, said, messages.WARNING)
        super().save_model(request, obj, form, change)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> list[dict[str, dict[str, Any]]]:
        """Django's, with what each field was before and is now, for the history."""
        message = super().construct_change_message(request, form, formsets, add)
        if add or not form.changed_data:
            return message
        changed = [
            f"{name}: “{shorten(form.initial.get(name))}” → “{shorten(form.cleaned_data[name])}”"
            for name in form.changed_data
        ]
        return [{"changed": {"fields": changed}}, *message[1:]]

    # --- Many puzzles ---

    def get_urls(self) -> list[URLPattern]:
        view = takes_uploads(self.admin_site.admin_view(self.import_))
        return [
            path("import/", view, name="import_puzzles"),
            path("generate/", self.admin_site.admin_view(self.generate), name="generate_puzzles"),
            path("inbox/", self.admin_site.admin_view(self.inbox), name="inbox"),
            *super().get_urls(),
        ]

    def inbox(self, request: HttpRequest) -> HttpResponse:
        from .inbox import InboxAdmin  # it is one of these

        return InboxAdmin(self.model, self.admin_site).changelist_view(request)

    def import_(self, request: HttpRequest) -> HttpResponse:
        return import_view(request, self.admin_site)

    def generate(self, request: HttpRequest) -> HttpResponse:
        return generate_view(request, self.admin_site)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The deeds that this account may do."""
        may = {"view": self.has_view_permission, "change": self.has_change_permission}
        found = {deed.name: action_of(deed) for deed in self.deeds if may[deed.permission](request)}
        if self.deeds is DEEDS and self.has_change_permission(request):
            words = str(WORDS["delete"])
            found["delete_selected"] = (carry_out_delete, "delete_selected", words)
        return found

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        may = self.get_actions(request)
        deeds = [shown(deed) for deed in self.deeds if deed.name in may]
        tags = catalogue.recent_tags() if deeds else []
        more = {"title": _("Library"), "deeds": deeds, "tags": tags}
        return super().changelist_view(request, {**more, **(extra_context or {})})

    def delete_view(  # type: ignore[override]
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponseBase:
        """The same as in the list."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        puzzle = self.get_object(request, unquote(object_id))
        if puzzle is None:
            raise Http404("there is no such puzzle")
        return carry_out_delete(self, request, Puzzle.objects.filter(pk=puzzle.pk))

    def list_address(self) -> str:
        return reverse("admin:solver_puzzle_changelist")


def badge(state: str, words: str) -> SafeString:
    context = {"state": state, "px": 14}
    return format_html("<span>{} {}</span>", render_to_string("solver/_badge.html", context), words)


def shorten(value: Any) -> str:
    text = ", ".join(value) if isinstance(value, list) else str(value or "")
    return text if len(text) <= 60 else f"{text[:60]}…"
