"""What the admin of every model has: lists asked by what they declare alone, which no question breaks."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ValidationError
from django.db import DataError, transaction
from django.http import HttpRequest

# What a value is refused with once the question is put: no such year, no such number, no such pattern.
REFUSALS = (ValueError, OverflowError, ValidationError, DataError)


class List(ChangeList):
    """Django's, which finds out only when it looks at the rows that a filter's value makes no sense."""

    def get_results(self, request: HttpRequest) -> None:
        try:
            with transaction.atomic():  # or what comes after a refusal would be refused too
                super().get_results(request)
                len(self.result_list)  # asks for the rows of this page, and keeps them
        except REFUSALS as error:
            raise IncorrectLookupParameters(error) from error


class BaseAdmin(admin.ModelAdmin):
    """Django's, which would let any column be searched, letter by letter."""

    list_max_show_all = 0  # “Show all” takes the filters away, and nothing else is called so

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return List

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        return super().get_object(
            request, object_id, from_field or None
        )  # `?_to_field=` names none

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        is_declared = lookup.partition("__")[0] in {
            getattr(each, "parameter_name", each) for each in self.get_list_filter(request)
        }
        return is_declared and super().lookup_allowed(lookup, value, request)
