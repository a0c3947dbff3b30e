"""Filters of the admin's lists that Django does not have, or that are too slow there."""

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.models import ACTION_FLAG_CHOICES
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.contenttypes.models import ContentType
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, QuerySet, Subquery, When
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver import engine
from solver.jobs import job_types
from solver.models import Collection, Job, Membership, Puzzle
from solver.models.puzzle import KEPT, SCHEDULED
from solver.puzzles import catalogue
from solver.puzzles.filters import say_grade
from solver.puzzles.rating import to_be_rated
from solver.puzzles.tags import say_tag

NONE = "-"  # stands for puzzles without a grade
FEW = 1_000  # canonical forms that are fetched once for all queries of a page


class TagFilter(admin.SimpleListFilter):
    """Filter by `?tag=`. It offers the tags of the newest puzzles, because reading all takes too long."""

    title = gettext_lazy("tag")
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(tag, say_tag(tag)) for tag in catalogue.recent_tags()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        return queryset.filter(tags__contains=[self.value()]) if self.value() else queryset


class CollectionFilter(admin.SimpleListFilter):
    """Filter by the ids of a collection. Django's own filter joins every puzzle of the library."""

    title = gettext_lazy("collection")
    parameter_name = "collections__id__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(pk), title) for pk, title in Collection.objects.values_list("pk", "title")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        pk = self.value()
        if not pk:
            return queryset
        if not pk.isdecimal():
            raise IncorrectLookupParameters(pk)
        memberships = Membership.objects.filter(collection=int(pk), collection__owner=None)
        return queryset.filter(pk__in=memberships.values("puzzle"))


class LogFilter(admin.SimpleListFilter):
    """Filter entries of the log by a field. A value that is not offered is ignored."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = dict(self.lookup_choices)
        wanted = {str(self.parameter_name): self.value()}
        return queryset.filter(**wanted) if self.value() in known else queryset


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


class JobKindFilter(admin.SimpleListFilter):
    """Filter jobs by their kind."""

    title = gettext_lazy("kind")
    parameter_name = "kind__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, str(kind.title)) for name, kind in job_types().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class JobFilter(admin.SimpleListFilter):
    """Filter by `?job=`, to which the page of an import links. It is hidden without that."""

    title = gettext_lazy("import")
    parameter_name = "job"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        pk = self._job_id(request)
        job = Job.objects.filter(pk=pk).first() if pk else None
        return [(str(job.pk), job.title)] if job else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        return queryset.filter(job=self._job_id(request)) if self.value() else queryset

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def _job_id(self, request: HttpRequest) -> UUID | None:
        try:
            return UUID(request.GET.get(self.parameter_name, ""))
        except ValueError:
            return None


class GradeFilter(admin.SimpleListFilter):
    title = gettext_lazy("articles’ rules")
    parameter_name = "grade"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*((name, str(say_grade(name))) for name in engine.GRADES), (NONE, _("none"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        grade = self.value()
        return queryset if grade is None else queryset.filter(grade="" if grade == NONE else grade)


class TwinFilter(admin.SimpleListFilter):
    title = gettext_lazy("twins")
    parameter_name = "twins"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", _("has twins"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        if self.value() != "1":
            return queryset
        first = list(shared_forms()[: FEW + 1])
        return queryset.filter(canonical__in=shared_forms() if len(first) > FEW else first)


class UnratedFilter(admin.SimpleListFilter):
    """Filter by `?unrated=`, to which the desk links. It is hidden without that."""

    title = gettext_lazy("rating")
    parameter_name = "unrated"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", _("not rated yet"))] if self.parameter_name in request.GET else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        return queryset.filter(pk__in=to_be_rated().values("pk")) if self.value() else queryset


class ScheduledFilter(admin.SimpleListFilter):
    """Filter by `?scheduled=`: puzzles that wait for their time, or for one on this day."""

    title = gettext_lazy("time")
    parameter_name = "scheduled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", _("will be published"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        value = self.value()
        if not value:
            return queryset
        try:
            day = {} if value == "1" else {"publish_at__date": date.fromisoformat(value)}
        except ValueError:
            raise IncorrectLookupParameters(value) from None
        return queryset.filter(SCHEDULED, **day)


def shared_forms() -> QuerySet[Any, Any]:
    """Return a query of the canonical forms that two or more puzzles of the library share."""
    forms = Puzzle.objects.filter(KEPT).exclude(canonical="").order_by().values("canonical")
    return forms.annotate(n=Count("*")).filter(n__gt=1).values_list("canonical", flat=True)


def with_twin_counts(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """Annotate each puzzle with `twin_count`, the number of other library puzzles with its canonical form.

    It is a subquery on an index, which runs for the rows of a page only.
    """
    same = Puzzle.objects.filter(KEPT, canonical=OuterRef("canonical")).exclude(canonical="")
    counts = same.order_by().values("canonical").annotate(n=Count("*"))
    itself = Case(When(KEPT, then=1), default=0)
    return puzzles.annotate(twin_count=Subquery(counts.values("n"), IntegerField()) - itself)


def with_shelf_names(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """Annotate each puzzle with `shelf_names`, the titles of the library's collections that have it."""
    shelves = Collection.objects.filter(membership__puzzle=OuterRef("pk")).order_by("title")
    return puzzles.annotate(shelf_names=ArraySubquery(shelves.values("title")))
