"""The library for its editors: puzzles, changed one at a time or by the thousand."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver import engine
from solver.jobs.changing import WORDS
from solver.library import catalogue
from solver.library.files import writing
from solver.library.files.reading import split_tags
from solver.library.rating import rating_of, say_er
from solver.models import Collection, Job, Puzzle, User
from solver.operations.streams import LongStream
from solver.operations.uploads import takes_uploads
from solver.queue import submission
from solver.queue.owners import Owner

from .base import BaseAdmin
from .fields import TagsField
from .generating import generate_view
from .importing import import_view
from .paging import EstimatingPaginator
from .preview import preview

TEXT = "text/plain; charset=utf-8"
CONTENT_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
SOLVES = 10  # of a puzzle, on its page
BADGES = {"unique": "solved", "multiple": "stalled", "none": "contradiction", "unknown": "queued"}


def method_choices() -> list[tuple[str, str]]:
    return [(name, _(method.title)) for name, method in engine.methods().items()]


class PuzzleForm(forms.ModelForm):
    tags = TagsField(
        label=gettext_lazy("Tags"), required=False, help_text=gettext_lazy("Commas between them.")
    )


class PuzzleActionForm(ActionForm):
    """Fields that an action may need beside the puzzles."""

    # Read by the actions that need them, which say what is wrong: here, Django would say that none was chosen.
    tags = forms.CharField(label=gettext_lazy("Tags:"), required=False)
    collection = forms.ModelChoiceField(
        Collection.objects.all(), label=gettext_lazy("Collection:"), required=False
    )
    method = forms.ChoiceField(
        label=gettext_lazy("Method:"), choices=method_choices, required=False
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Format:"), choices=writing.writable, required=False
    )


class TagFilter(admin.SimpleListFilter):
    """`?tag=`; the tags to choose from are those of the newest puzzles, which takes no look at all of them."""

    title = gettext_lazy("tag")
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(tag, tag) for tag in catalogue.recent_tags()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        return queryset.filter(tags__contains=[self.value()]) if self.value() else queryset


class JobFilter(admin.SimpleListFilter):
    """`?job=`, as the page of an import leads here; without it there is nothing to choose."""

    title = gettext_lazy("import")
    parameter_name = "job"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        asked = self._asked(request)
        found = Job.objects.filter(pk=asked).first() if asked else None
        return [(str(found.pk), found.title)] if found else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        return queryset.filter(job=self._asked(request)) if self.value() else queryset

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def _asked(self, request: HttpRequest) -> UUID | None:
        try:
            return UUID(request.GET.get(self.parameter_name, ""))
        except ValueError:
            return None


@admin.register(Puzzle)
class PuzzleAdmin(BaseAdmin):
    form = PuzzleForm
    action_form = PuzzleActionForm
    list_display = (
        *("board", "__str__", "clue_count", "box", "verdict_badge", "level", "score", "se"),
        *("published_badge", "shown_tags", "created_at"),
    )
    list_display_links = ("board", "__str__")
    list_filter = (
        "is_published",
        "verdict",
        "level",
        "box",
        TagFilter,
        JobFilter,
        "collections",
        "created_at",
    )
    list_per_page = 25
    show_full_result_count = False
    paginator = EstimatingPaginator
    ordering = ("-created_at", "-id")
    search_fields = ("title",)  # makes the box appear; `get_search_results` looks
    search_help_text = gettext_lazy("Words of title, author, source and notes, or the first givens")
    fields = (
        *("board", "givens", "title", "author", "source", "licence", "notes", "tags"),
        *("is_published", "clue_count", "verdict_badge", "level", "score", "se"),
        *("twins", "solves", "created_at"),
    )
    readonly_fields = (
        *("board", "givens", "clue_count", "verdict_badge", "level", "score", "se"),
        *("twins", "solves", "created_at"),
    )
    actions = (
        *(
            "solve_selected",
            "verify_selected",
            "rate_selected",
            "publish_selected",
            "retire_selected",
        ),
        *("tag_selected", "untag_selected", "collect_selected", "export_selected"),
        "delete_selected",
    )
    change_list_template = "admin/solver/puzzle/change_list.html"

    # --- What is shown ---

    @admin.display(description=gettext_lazy("board"))
    def board(self, puzzle: Puzzle) -> str:
        return preview(puzzle) if puzzle.box else "–"

    @admin.display(description=gettext_lazy("verdict"), ordering="verdict")
    def verdict_badge(self, puzzle: Puzzle) -> SafeString:
        return badge(BADGES[puzzle.verdict], puzzle.get_verdict_display())

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
        context = {"solves": puzzle.solves.order_by("-created_at")[:SOLVES]}
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
            *super().get_urls(),
        ]

    def import_(self, request: HttpRequest) -> HttpResponse:
        return import_view(request, self.admin_site)

    def generate(self, request: HttpRequest) -> HttpResponse:
        return generate_view(request, self.admin_site)

    @admin.action(description=gettext_lazy("Solve"), permissions=["view"])
    def solve_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponse:
        """By the method that is chosen beside the action, as one job."""
        name = request.POST.get("method") or next(iter(engine.methods()))
        if name not in engine.methods():
            self.message_user(request, _("There is no such method."), messages.ERROR)
            return redirect(request.get_full_path())
        method = engine.find_method(name)
        spec = {"method": name, "options": method.read_options({})}
        lines = as_they_came(puzzles).values_list("givens", flat=True).iterator()
        title = _("Solve by %(method)s") % {"method": _(method.title)}
        return redirect(submission.submit_job("solve", lines, title, spec, owner_of(request)))

    @admin.action(description=gettext_lazy("Verify and grade"), permissions=["change"])
    def verify_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponse:
        job = submission.submit_job("verify", ids_of(puzzles), owner=owner_of(request))
        return redirect(job)

    @admin.action(description=gettext_lazy("Rate, Sudoku Explainer's too"), permissions=["change"])
    def rate_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponse:
        """Level and score come by themselves; these take up to seconds each."""
        spec = {"er": True}
        return redirect(
            submission.submit_job("rate", ids_of(puzzles), spec=spec, owner=owner_of(request))
        )

    @admin.action(description=WORDS["publish"], permissions=["change"])
    def publish_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponse:
        return self._change(request, puzzles, change="publish")

    @admin.action(description=WORDS["retire"], permissions=["change"])
    def retire_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponse:
        return self._change(request, puzzles, change="retire")

    @admin.action(description=WORDS["tag"], permissions=["change"])
    def tag_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponse | None:
        return self._retag(request, puzzles, "tag")

    @admin.action(description=WORDS["untag"], permissions=["change"])
    def untag_selected(
        self, request: HttpRequest, puzzles: QuerySet[Puzzle]
    ) -> HttpResponse | None:
        return self._retag(request, puzzles, "untag")

    @admin.action(description=WORDS["collect"], permissions=["change"])
    def collect_selected(
        self, request: HttpRequest, puzzles: QuerySet[Puzzle]
    ) -> HttpResponse | None:
        chosen = request.POST.get("collection", "")
        collection = Collection.objects.filter(pk=chosen if chosen.isdigit() else 0).first()
        if collection is None:
            self.message_user(request, _("Choose a collection beside the action."), messages.ERROR)
            return None
        return self._change(request, puzzles, change="collect", collection=collection.pk)

    @admin.action(description=WORDS["delete"], permissions=["delete"])
    def delete_selected(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponse:
        return self._change(request, puzzles, change="delete")

    @admin.action(description=gettext_lazy("Export"), permissions=["view"])
    def export_selected(
        self, request: HttpRequest, puzzles: QuerySet[Puzzle]
    ) -> HttpResponseBase | None:
        name = request.POST.get("format") or "csv"
        if name not in dict(writing.writable()):
            self.message_user(request, _("There is no such format."), messages.ERROR)
            return None
        pieces = writing.written(puzzles.iterator(chunk_size=500), name)
        response = LongStream(pieces, content_type=CONTENT_TYPES.get(name, TEXT))
        end = name if name in CONTENT_TYPES else "txt"
        response.headers["Content-Disposition"] = f'attachment; filename="puzzles.{end}"'
        return response

    def _retag(
        self, request: HttpRequest, puzzles: QuerySet[Puzzle], change: str
    ) -> HttpResponse | None:
        text = request.POST.get("tags", "")
        try:
            # What is there already may be taken away, whatever it is.
            tags = split_tags(text) if change == "untag" else TagsField(required=False).clean(text)
        except forms.ValidationError as error:
            self.message_user(request, error.message, messages.ERROR)
            return None
        if not tags:
            self.message_user(request, _("Name the tags beside the action."), messages.ERROR)
            return None
        return self._change(request, puzzles, change=change, tags=tags)

    def _change(self, request: HttpRequest, puzzles: QuerySet[Puzzle], **spec: Any) -> HttpResponse:
        """Start the job that does it, and go to its page."""
        title = str(WORDS[spec["change"]])
        items, owner = ids_of(puzzles), owner_of(request)
        return redirect(submission.submit_job("change", items, title, spec, owner))


def badge(state: str, words: str) -> SafeString:
    context = {"state": state, "px": 14}
    return format_html("<span>{} {}</span>", render_to_string("solver/_badge.html", context), words)


def ids_of(puzzles: QuerySet[Puzzle]) -> Any:
    """The ids of a selection as they come from the database, however many."""
    return map(str, as_they_came(puzzles).values_list("pk", flat=True).iterator())


def as_they_came(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """Oldest first, so that a collection begins with the order of the file that brought them."""
    return puzzles.order_by("created_at", "pk")


def owner_of(request: HttpRequest) -> Owner:
    return Owner(user=request.user if isinstance(request.user, User) else None)


def shorten(value: Any) -> str:
    text = ", ".join(value) if isinstance(value, list) else str(value or "")
    return text if len(text) <= 60 else f"{text[:60]}…"
