"""Filters of the admin's lists that Django does not have, or that are too slow there."""

from datetime import date
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import ACTION_FLAG_CHOICES
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.contenttypes.models import ContentType
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy

from solver import engine
from solver.jobs import job_types
from solver.models import Collection, Job, Membership, Puzzle
from solver.models.puzzle import KEPT, SCHEDULED
from solver.models.uuid7 import uuid_in
from solver.puzzles import catalogue
from solver.puzzles.filters import say_grade
from solver.puzzles.rating import to_be_rated
from solver.puzzles.tags import say_tag

NONE = "-"  # stands for puzzles without a grade
FEW = 1_000  # canonical forms that are fetched once for all queries of a page


class ChosenFilter(admin.SimpleListFilter):
    """A filter that leaves the list as it is until a value is chosen."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return self.chosen(queryset, str(self.value())) if self.value() else queryset

    def chosen(self, rows: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Return the rows of a value, by default those with it in the column that the parameter names."""
        return rows.filter(**{str(self.parameter_name): value})


class TagFilter(ChosenFilter):
    """Filter by `?tag=`. It offers the tags of the newest puzzles, because reading all takes too long."""

    title = gettext_lazy("tag")
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(tag, say_tag(tag)) for tag in catalogue.recent_tags()]

    def chosen(self, rows: QuerySet[Puzzle], value: str) -> QuerySet[Puzzle]:
        return rows.filter(tags__contains=[value])


class CollectionFilter(ChosenFilter):
    """Filter by the ids of a collection. Django's own filter joins every puzzle of the library."""

    title = gettext_lazy("collection")
    parameter_name = "collections__id__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(pk), title) for pk, title in Collection.objects.values_list("pk", "title")]

    def chosen(self, rows: QuerySet[Puzzle], value: str) -> QuerySet[Puzzle]:
        if not value.isdecimal():
            raise IncorrectLookupParameters(value)
        memberships = Membership.objects.filter(collection=int(value), collection__owner=None)
        return rows.filter(pk__in=memberships.values("puzzle"))


class LogFilter(ChosenFilter):
    """Filter entries of the log by a field. A value that is not offered is ignored."""

    def chosen(self, rows: QuerySet[Any], value: str) -> QuerySet[Any]:
        return super().chosen(rows, value) if value in dict(self.lookup_choices) else rows


class FlagFilter(LogFilter):
    """Filter entries of the log by the kind of change, the column `action_flag`."""

    title = gettext_lazy("action")
    parameter_name = "action_flag__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(flag), str(words)) for flag, words in ACTION_FLAG_CHOICES]


class SubjectFilter(LogFilter):
    """Filter entries of the log by model. Django's own filter offers every model."""

    title = gettext_lazy("kind")
    parameter_name = "content_type__id__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        entries = model_admin.get_queryset(request).filter(content_type=OuterRef("pk"))
        types = ContentType.objects.filter(Exists(entries))
        return sorted(
            ((str(type_.pk), type_.name) for type_ in types), key=lambda choice: choice[1]
        )


class JobKindFilter(ChosenFilter):
    """Filter jobs by their kind."""

    title = gettext_lazy("kind")
    parameter_name = "kind__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, str(kind.title)) for name, kind in job_types().items()]


class JobFilter(ChosenFilter):
    """Filter by `?job=`, to which the page of an import links. It is hidden without that."""

    title = gettext_lazy("import")
    parameter_name = "job"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        pk = uuid_in(request.GET.get("job"))
        return [(str(job.pk), job.title) for job in Job.objects.filter(pk=pk)] if pk else []

    def chosen(self, rows: QuerySet[Puzzle], value: str) -> QuerySet[Puzzle]:
        return rows.filter(job=uuid_in(value))

    def has_output(self) -> bool:
        return bool(self.lookup_choices)


class GradeFilter(admin.SimpleListFilter):
    title = gettext_lazy("articles’ rules")
    parameter_name = "grade"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*((name, str(say_grade(name))) for name in engine.GRADES), (NONE, _("none"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        grade = self.value()
        return queryset if grade is None else queryset.filter(grade="" if grade == NONE else grade)


class TwinFilter(ChosenFilter):
    title = gettext_lazy("twins")
    parameter_name = "twins"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", _("has twins"))]

    def chosen(self, rows: QuerySet[Puzzle], value: str) -> QuerySet[Puzzle]:
        first = list(shared_forms()[: FEW + 1])
        return rows.filter(canonical__in=shared_forms() if len(first) > FEW else first)


class UnratedFilter(ChosenFilter):
    """Filter by `?unrated=`, to which the desk links. It is hidden without that."""

    title = gettext_lazy("rating")
    parameter_name = "unrated"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", _("not rated yet"))] if self.parameter_name in request.GET else []

    def chosen(self, rows: QuerySet[Puzzle], value: str) -> QuerySet[Puzzle]:
        return rows.filter(pk__in=to_be_rated().values("pk"))


class ScheduledFilter(ChosenFilter):
    """Filter by `?scheduled=`: puzzles that wait for their time, or for one on this day."""

    title = gettext_lazy("time")
    parameter_name = "scheduled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", _("will be published"))]

    def chosen(self, rows: QuerySet[Puzzle], value: str) -> QuerySet[Puzzle]:
        try:
            day = {} if value == "1" else {"publish_at__date": date.fromisoformat(value)}
        except ValueError:
            raise IncorrectLookupParameters(value) from None
        return rows.filter(SCHEDULED, **day)


def shared_forms() -> QuerySet[Any, Any]:
    """Return a query of the canonical forms that two or more puzzles of the library share."""
    forms = Puzzle.objects.filter(KEPT).exclude(canonical="").order_by().values("canonical")
    return forms.annotate(n=Count("*")).filter(n__gt=1).values_list("canonical", flat=True)


def twins() -> QuerySet[Puzzle]:
    """Return the subquery of the library's puzzles that are equivalent to the outer puzzle."""
    return Puzzle.objects.filter(KEPT, ~Q(canonical=""), canonical=OuterRef("canonical"))


def with_twin_counts(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """Annotate each puzzle with `twin_count`, the number of other library puzzles with its canonical form.

    It is a subquery on an index, which runs for the rows of a page only.
    """
    counts = twins().order_by().values("canonical").annotate(n=Count("*"))
    itself = Case(When(KEPT, then=1), default=0)
    return puzzles.annotate(twin_count=Subquery(counts.values("n"), IntegerField()) - itself)


def with_shelf_names(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """Annotate each puzzle with `shelf_names`, the titles of the library's collections that have it."""
    shelves = Collection.objects.filter(membership__puzzle=OuterRef("pk")).order_by("title")
    return puzzles.annotate(shelf_names=ArraySubquery(shelves.values("title")))
