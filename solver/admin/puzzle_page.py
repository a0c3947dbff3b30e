"""The editors' page of a puzzle: facts, texts, actions, history, and the neighbours in the list."""

from contextlib import suppress
from functools import lru_cache
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    QueryDict,
)
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from solver import engine
from solver.jobs.edits import recorded
from solver.models import Puzzle, User
from solver.puzzles import catalogue
from solver.puzzles.filters import say_grade
from solver.puzzles.rating import clear, rating_of, say_explained

from .action_views import FILTERS, carry_out_delete
from .bulk_actions import BULK_ACTIONS
from .fields import TagsField
from .history_restore import change_message, error_message, restore, texts_before, words_of
from .model_admin import BaseAdmin, preview

SOLVES = 10  # that the page shows, and twins
BADGES = {"unique": "solved", "multiple": "stalled", "none": "contradiction", "unknown": "queued"}
# The names of the actions on the page of a puzzle.
OF_A_PAGE = (
    "solve_selected",
    "verify_selected",
    "rate_selected",
    "merge_selected",
    "collect_selected",
)


class PuzzleForm(forms.ModelForm):
    tags = TagsField(
        label=gettext_lazy("Tags"),
        required=False,
        help_text=gettext_lazy("Separate them with commas."),
    )

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data.

        Add an error to changed givens if the puzzle has solves, which depend on them.
        """
        data: dict[str, Any] = super().clean() or {}
        if "givens" in self.changed_data and not self.instance._state.adding:
            same = Puzzle.objects.filter(pk=self.instance.pk)
            if any(puzzle.solves.exists() for puzzle in catalogue.lock(same, is_to_go=True)):
                self.add_error(
                    "givens", _("The puzzle has been solved meanwhile, so its givens stay.")
                )
        return data

    def validate_unique(self) -> None:
        """Add an error if another puzzle has the same givens, with a link to that puzzle."""
        others = Puzzle.objects.filter(
            givens=self.instance.givens, shape=self.instance.shape
        ).exclude(pk=self.instance.pk)
        if other := others.first():
            where = (
                _("This puzzle is waiting in the inbox")
                if other.in_inbox
                else _("This puzzle is already in the library")
            )
            address = reverse("admin:solver_puzzle_change", args=[other.pk])
            message = format_html('{}: <a href="{}">{}</a>', where, address, other)
            self.add_error("givens", forms.ValidationError(message))


class PuzzlePageAdmin(BaseAdmin):
    """The page of a puzzle. `PuzzleAdmin` adds the list."""

    fields = (
        *("board", "givens", "title", "author", "source", "licence", "notes", "tags"),
        *(
            "is_published",
            "publish_at",
            "shelves",
            "clue_count",
            "verdict_badge",
            "grade_words",
            "level",
        ),
        *("score", "se", "twins", "solves", "created_at"),
    )
    readonly_fields = (
        *("board", "givens", "shelves", "clue_count", "verdict_badge", "grade_words", "level"),
        *("score", "se", "twins", "solves", "created_at"),
    )

    # --- What is shown ---

    @admin.display(description=gettext_lazy("board"))
    def board(self, puzzle: Puzzle) -> str:
        return preview(puzzle) if puzzle.givens else ""

    @admin.display(description=gettext_lazy("verdict"))
    def verdict_badge(self, puzzle: Puzzle) -> SafeString:
        return badge(BADGES[puzzle.verdict], puzzle.get_verdict_display())

    @admin.display(description=gettext_lazy("articles’ rules"))
    def grade_words(self, puzzle: Puzzle) -> str:
        return str(say_grade(puzzle.grade)) if puzzle.grade in engine.GRADES else ""

    @admin.display(description=gettext_lazy("SE"), ordering="er")
    def se(self, puzzle: Puzzle) -> str:
        rating = rating_of(puzzle)
        return say_explained(rating.explained) if rating and rating.explained else ""

    @admin.display(description=gettext_lazy("collections"))
    def shelves(self, puzzle: Puzzle) -> str:
        order = reverse("admin:solver_membership_changelist")
        links = [
            (f"{order}?collection__id__exact={collection.pk}", collection)
            for collection in puzzle.collections.filter(owner=None)
        ]
        template = '<a href="{0}">{1}</a>' if getattr(puzzle, "leads_to_order", True) else "{1}"
        return format_html_join(", ", template, links) or _("in none")

    @admin.display(description=gettext_lazy("the same, transformed"))
    def twins(self, puzzle: Puzzle) -> SafeString:
        context = {"twins": catalogue.twins_of(puzzle)[:SOLVES]}
        return render_to_string("admin/solver/puzzle/twins.html", context)

    @admin.display(description=gettext_lazy("latest solves"))
    def solves(self, puzzle: Puzzle) -> SafeString:
        context = {"solves": catalogue.solves_of(puzzle).order_by("-created_at")[:SOLVES]}
        return render_to_string("admin/solver/puzzle/solves.html", context)

    def list_address(self) -> str:
        return reverse("admin:solver_puzzle_changelist")

    def view_on_site(self, puzzle: Puzzle) -> str:
        return puzzle.get_absolute_url()

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        puzzle = super().get_object(request, object_id, from_field)
        if puzzle:
            puzzle.leads_to_order = request.user.has_perm("solver.view_membership")
        return puzzle

    # --- Its form ---

    def get_fields(self, request: HttpRequest, obj: Puzzle | None = None) -> Any:
        new = ("givens", "title", "author", "source", "licence", "notes", "tags")
        return self.fields if obj else (*new, "is_published", "publish_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Puzzle | None = None) -> Any:
        """Return the names of the fields that cannot be edited. `givens` is one once the puzzle has solves."""
        if obj is None:
            return ()
        has_solves = obj.solves.exists()
        return [name for name in self.readonly_fields if name != "givens" or has_solves]

    def get_form(
        self, request: HttpRequest, obj: Puzzle | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            help_text = _("Any format that the front page accepts works, too.")
        else:
            help_text = _("They can be corrected until a solve uses them.")
        kwargs["help_texts"] = {"givens": help_text}
        kwargs["widgets"] = {"givens": forms.Textarea(attrs={"rows": 3, "cols": 82})}
        return super().get_form(request, obj, change, **kwargs)

    def save_model(self, request: HttpRequest, obj: Puzzle, form: Any, change: bool) -> None:
        """Save a puzzle.

        Compute its facts again if the givens changed, and show a warning if it has equivalents.
        """
        if "givens" in form.changed_data:
            if change:
                obj.verdict = Puzzle.Verdict.UNKNOWN
                obj.is_level_set = False
                clear(obj)
                obj.er = obj.ep = obj.ed = obj.er_by = None
            with suppress(engine.BudgetSpent):
                catalogue.examine([obj])
            twin = catalogue.twins_of(obj).first()
            if twin:
                text = _("This is %(puzzle)s, transformed; its page says how.") % {"puzzle": twin}
                self.message_user(request, text, messages.WARNING)
        with recorded(request.user, obj):
            super().save_model(request, obj, form, change)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> list[dict[str, Any]]:
        """Return Django's message with the old and new value of each field, and the full texts to restore."""
        message = super().construct_change_message(request, form, formsets, add)
        if add or not form.changed_data:
            return message
        before = {name: form.initial.get(name) for name in form.changed_data}
        after = {name: form.cleaned_data[name] for name in form.changed_data}
        return [*change_message(before, after), *message[1:]]

    # --- The page ---

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        puzzle = self.get_object(request, unquote(object_id))
        if puzzle and self.has_view_permission(request, puzzle):
            names = self.get_actions(request).keys() & set(OF_A_PAGE)
            bulk_actions = [action for action in BULK_ACTIONS if action.name in names]
            more = {"bulk_actions": bulk_actions, "came_by": request.GET.get(FILTERS, "")}
            more |= self._neighbours(request, puzzle)
            extra_context = {**more, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, extra_context)

    def response_post_save_change(self, request: HttpRequest, obj: Puzzle) -> HttpResponseRedirect:
        """Redirect to the list that led to the page: the inbox if the puzzle is there, or the library."""
        if not obj.in_inbox:
            return super().response_post_save_change(request, obj)
        return redirect(f"{reverse('admin:inbox')}?{request.GET.get(FILTERS, '')}")

    def admin_of_list(self, puzzle: Puzzle) -> "PuzzlePageAdmin":
        """Return the admin of the list that has a puzzle."""
        return self

    def _neighbours(self, request: HttpRequest, puzzle: Puzzle) -> dict[str, str]:
        """Return the addresses of the previous and next puzzle in the list that led to this page."""
        model_admin = self.admin_of_list(puzzle)
        list_request = HttpRequest()
        list_request.GET = QueryDict(request.GET.get(FILTERS, ""))
        list_request.user = request.user
        list_request.resolver_match = resolve(model_admin.list_address())
        try:
            changelist = model_admin.get_changelist_instance(list_request)
        except (IncorrectLookupParameters, DisallowedModelAdminLookup, PermissionDenied):
            return {}
        rows, page = list(changelist.result_list), changelist.page_num
        if puzzle not in rows:
            return {}
        first, index = (page - 1) * changelist.list_per_page, rows.index(puzzle)
        addresses = {}
        for name, other in {"previous": index - 1, "next": index + 1}.items():
            position = first + other
            if 0 <= other < len(rows):
                addresses[name] = _address(list_request.GET, rows[other].pk, page)
            elif 0 <= position < changelist.result_count:
                next_page = page + (1 if other > 0 else -1)
                for row in changelist.queryset[position : position + 1]:
                    addresses[name] = _address(list_request.GET, row.pk, next_page)
        return addresses

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """Show Django's page, with a button for each change whose texts can be restored."""
        response = super().history_view(request, object_id, extra_context)
        context = getattr(response, "context_data", None)
        if context:
            for entry in context["action_list"]:
                entry.is_kept = bool(texts_before(entry))
                entry.words, entry.job_id = words_of(entry)
            context["may_change"] = self.has_change_permission(request)
        return response

    def delete_view(  # type: ignore[override]
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponseBase:
        """Ask whether to retire or delete the puzzle, and do it, like the delete action of the list."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        puzzle = self.get_object(request, unquote(object_id))
        if puzzle is None:
            raise Http404("there is no such puzzle")
        return carry_out_delete(self, request, Puzzle.objects.filter(pk=puzzle.pk))


def restore_view(admin: Any, request: HttpRequest, pk: UUID, entry: int) -> HttpResponse:
    """Restore the texts from before a change in the history, and redirect to the puzzle."""
    if request.method != "POST" or not admin.has_change_permission(request):
        raise PermissionDenied
    assert isinstance(request.user, User)  # ensured by the permission
    try:
        restore(pk, entry, request.user)
    except ValidationError as error:
        messages.error(request, error_message(error))
    else:
        messages.success(request, _("The texts are as they were before."))
    return redirect("admin:solver_puzzle_change", pk)


def _address(query: QueryDict, pk: Any, page: int) -> str:
    """Return the address of a puzzle on this page of the list, with the filters of `query`."""
    filters = query.copy()
    filters["p"] = str(page)
    address = reverse("admin:solver_puzzle_change", args=[pk])
    return f"{address}?{urlencode({FILTERS: filters.urlencode()})}"


@lru_cache(maxsize=100)  # a few for each language
def badge(state: str, words: str) -> SafeString:
    """Return the icon of a state and its translated word as HTML."""
    context = {"state": state, "px": 14}
    return format_html("<span>{} {}</span>", render_to_string("solver/_badge.html", context), words)
