"""What the admin of every model has: lists asked by what they declare alone, which no question breaks."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DataError, transaction
from django.forms import CheckboxSelectMultiple, SplitDateTimeField
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver.models import SavedFilter

from . import saved_filters
from .chips import FIRST, FilterRow, rows_of

COUNTED = 2_000  # rows; of a longer list it takes too long to say what each filter would leave
# What a value is refused with once the question is put: no such year, no such number, no such pattern.
REFUSALS = (ValueError, OverflowError, ValidationError, DataError)


class List(ChangeList):
    """Django's, which finds out only when it looks at the rows that a filter's value makes no sense."""

    behind = ""  # the address of a row: the filters, to come back to them

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        if self.preserved_filters:
            self.behind = f"?{self.preserved_filters}"
        # Django would resolve the address of each row, twice, to put them there.
        self.preserved_filters = ""

    def url_for_result(self, result: Any) -> str:
        return super().url_for_result(result) + self.behind

    def get_results(self, request: HttpRequest) -> None:
        try:
            with transaction.atomic():  # or what comes after a refusal would be refused too
                super().get_results(request)
                len(self.result_list)  # asks for the rows of this page, and keeps them
        except REFUSALS as error:
            raise IncorrectLookupParameters(error) from error
        self.result_count = self.paginator.count  # which its page may know better
        self.asked = request
        self.add_facets = self.add_facets or self._is_short()

    def _is_short(self) -> bool:
        return self.root_queryset.order_by()[: COUNTED + 1].count() <= COUNTED

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
    """Django's, which would let any column be searched, letter by letter."""

    filter_horizontal = ()  # two boxes and a search take a script and no phone; ticks do without
    list_max_show_all = 0  # “Show all” takes the filters away, and nothing else is called so
    empty_value_display = ""  # what is not there needs no sign, least of all on a phone's cards

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        named = {"title": capfirst(self.opts.verbose_name_plural), **(extra_context or {})}
        return saved_filters.answer(request) or super().changelist_view(request, named)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Django's; of a day and a time each field says its name, which stands beside both."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field, SplitDateTimeField):
            for widget, words in zip(field.widget.widgets, (_("Date"), _("Time")), strict=True):
                widget.attrs["aria-label"] = f"{field.label}: {words}"
        return field

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        ticks = {"widget": CheckboxSelectMultiple, **kwargs}
        return super().formfield_for_manytomany(db_field, request, **ticks)

    def action_checkbox(self, row: Any) -> SafeString:
        """Django's, without a form and three templates for each row."""
        words = _("Select this object for an action - {}").format(row)
        tick = '<input type="checkbox" name="{}" value="{}" class="action-select" aria-label="{}">'
        return format_html(tick, ACTION_CHECKBOX_NAME, row.pk, words)

    @admin.display(description=gettext_lazy("when"), ordering="created_at")
    def added(self, row: Any) -> str:
        return say_when(row.created_at)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return List

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        return super().get_object(
            request, object_id, from_field or None
        )  # `?_to_field=` names none

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        is_declared = lookup.partition("__")[0] in {
            str(getattr(each, "parameter_name", each)).partition("__")[0]
            for each in self.get_list_filter(request)
        }
        return is_declared and super().lookup_allowed(lookup, value, request)


class ReadOnlyAdmin(BaseAdmin):
    """What nobody adds, changes or deletes here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def labelled(words: str, value: Any) -> SafeString:
    """A value with its name before it where there are no columns: on a phone, where a row is a card."""
    return format_html('<span class="card__label">{}</span>{}', words, value)


def say_when(moment: datetime) -> SafeString:
    """How long ago, within a week; the day, before that. The minute stands behind it."""
    is_near = timezone.now() - moment < timedelta(days=7)
    words = naturaltime(moment) if is_near else date_format(moment, "j M Y")
    full = date_format(timezone.localtime(moment), "j F Y, H:i")
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), full, words)
