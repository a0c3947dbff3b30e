"""The base of all admin classes: fast lists that accept only declared filters and any value."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DataError, transaction
from django.forms import CheckboxSelectMultiple, SplitDateTimeField
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from solver.boards.thumbnails import draw_small
from solver.models import Puzzle, SavedFilter, User
from solver.models.said import Said
from solver.puzzles.catalogue import as_message

from . import saved_filters
from .chips import FIRST, FilterRow, rows_of
from .paging import EstimatingPaginator

COUNTED = 2_000  # rows: the filters of a longer list have no counts, which would take too long
# What a query raises for a wrong value of a filter: no such year, number or pattern.
REFUSALS = (ValueError, OverflowError, ValidationError, DataError)


class FilteredList(ChangeList):
    """Django's list, which also recognises wrong values of a filter that only the query finds."""

    suffix = ""  # of each row's address: the filters, to come back to the same list

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        if self.preserved_filters:
            self.suffix = f"?{self.preserved_filters}"
        # Django would resolve the address of each row twice to append them.
        self.preserved_filters = ""

    def url_for_result(self, result: Any) -> str:
        return super().url_for_result(result) + self.suffix

    def get_results(self, request: HttpRequest) -> None:
        try:
            with transaction.atomic():  # after an error PostgreSQL would refuse all further queries
                super().get_results(request)
                len(self.result_list)  # fetches and caches the rows of this page
        except REFUSALS as error:
            raise IncorrectLookupParameters(error) from error
        self.result_count = self.paginator.count  # exact now if this is the last page
        self.asked = request
        if not self.add_facets:
            self.add_facets = self.root_queryset.order_by()[: COUNTED + 1].count() <= COUNTED

    @cached_property
    def filter_rows(self) -> list[FilterRow]:
        return rows_of(self)

    @cached_property
    def saved(self) -> list[SavedFilter]:
        return saved_filters.saved_of(self.asked)

    @property
    def query_to_save(self) -> str:
        return saved_filters.query_of(self.asked)

    @property
    def first_rows(self) -> list[FilterRow]:
        return self.filter_rows[:FIRST]

    @property
    def more_rows(self) -> list[FilterRow]:
        return self.filter_rows[FIRST:]

    @property
    def is_more_open(self) -> bool:
        return any(row.is_chosen for row in self.more_rows)


class BaseAdmin(admin.ModelAdmin):
    """Django's class, which by itself accepts lookups of any column, so one could read it by trials."""

    list_title: str | Promise = ""  # the plural of the model if empty
    filter_horizontal = ()  # checkboxes need no script and fit on a phone
    list_max_show_all = 0  # leaves “Show all” to the link that removes the filters
    empty_value_display = ""  # no dash on the cards of a phone

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Return the initial values from the query string, except the time, whose two inputs accept no text."""
        initial: dict[str, Any] = dict(super().get_changeform_initial_data(request))
        initial.pop("publish_at", None)
        return initial

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        title = self.list_title or capfirst(self.opts.verbose_name_plural)
        context = {"title": title, **(extra_context or {})}
        return saved_filters.answer(request) or super().changelist_view(request, context)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Return Django's form field, and label both inputs of a date and time for screen readers."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field, SplitDateTimeField):
            for widget, words in zip(field.widget.widgets, (_("Date"), _("Time")), strict=True):
                widget.attrs["aria-label"] = f"{field.label}: {words}"
        return field

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        ticks = {"widget": CheckboxSelectMultiple, **kwargs}
        return super().formfield_for_manytomany(db_field, request, **ticks)

    def log_and_confirm(self, request: HttpRequest, rows: list[Any], message: Said) -> None:
        """Log `message` as a change of each row by the signed-in account, and show “Saved.” to it."""
        assert isinstance(request.user, User)  # ensured by the permission
        LogEntry.objects.log_actions(request.user.pk, rows, CHANGE, as_message(message))
        self.message_user(request, _("Saved."), messages.SUCCESS)

    def action_checkbox(self, row: Any) -> SafeString:
        """Return the HTML of a row's checkbox. Django's own takes a form and three templates a row."""
        words = _("Select this object for an action - {}").format(row)
        tick = '<input type="checkbox" name="{}" value="{}" class="action-select" aria-label="{}">'
        return format_html(tick, ACTION_CHECKBOX_NAME, row.pk, words)

    @admin.display(description=gettext_lazy("when"), ordering="created_at")
    def added(self, row: Any) -> str:
        return say_when(row.created_at)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return FilteredList

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        field = from_field or None  # an empty `?_to_field=` means the primary key
        return super().get_object(request, object_id, field)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        is_declared = lookup.partition("__")[0] in {
            str(getattr(declared, "parameter_name", declared)).partition("__")[0]
            for declared in self.get_list_filter(request)
        }
        return is_declared and super().lookup_allowed(lookup, value, request)


class ReadOnlyAdmin(BaseAdmin):
    """Rows, often very many, that nobody adds, changes or deletes in the admin."""

    show_full_result_count = False
    paginator = EstimatingPaginator

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def labelled(words: str, value: Any) -> SafeString:
    """Return a value as HTML with the label `words` in front. A phone shows a row as a card without columns."""
    return format_html('<span class="card__label">{}</span>{}', words, value)


def preview(puzzle: Puzzle) -> SafeString:
    """Return the small board of a puzzle."""
    return draw_small(puzzle.givens, puzzle.board).svg


def say_when(time: datetime) -> SafeString:
    """Return a time as HTML: how long ago within a week, else the day. The tooltip has the minute."""
    is_near = timezone.now() - time < timedelta(days=7)
    words = naturaltime(time) if is_near else date_format(time, "DATE_FORMAT")
    full = date_format(timezone.localtime(time), "DATETIME_FORMAT")
    return format_html('<time datetime="{}" title="{}">{}</time>', time.isoformat(), full, words)
