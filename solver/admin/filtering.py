"""Filters of the editors' list of puzzles, beside the values of a column."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.models import ACTION_FLAG_CHOICES
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.contenttypes.models import ContentType
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, QuerySet, Subquery, When
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver import engine
from solver.jobs import job_types
from solver.models import Collection, Job, Membership, Puzzle
from solver.models.puzzle import KEPT
from solver.puzzles import catalogue

NONE = "-"  # a grade that is none
FEW = 1_000  # forms that are looked up once for all questions of a page


class TagFilter(admin.SimpleListFilter):
    """`?tag=`; the tags to choose from are those of the newest puzzles, which takes no look at all of them."""

    title = gettext_lazy("tag")
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(tag, tag) for tag in catalogue.recent_tags()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        return queryset.filter(tags__contains=[self.value()]) if self.value() else queryset


class CollectionFilter(admin.SimpleListFilter):
    """By ids that are looked up once: Django's own asks of each puzzle of the library whether it is there."""

    title = gettext_lazy("collection")
    parameter_name = "collections__id__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(pk), title) for pk, title in Collection.objects.values_list("pk", "title")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        asked = self.value()
        if not asked:
            return queryset
        if not asked.isdecimal():
            raise IncorrectLookupParameters(asked)
        places = Membership.objects.filter(collection=int(asked), collection__owner=None)
        return queryset.filter(pk__in=places.values("puzzle"))


class TrailFilter(admin.SimpleListFilter):
    """Entries of the log with a value of a field; all of them for a value that is not offered."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = dict(self.lookup_choices)
        wanted = {str(self.parameter_name): self.value()}
        return queryset.filter(**wanted) if self.value() in known else queryset


class FlagFilter(TrailFilter):
    """What an entry of the log says; the column calls it a flag."""

    title = gettext_lazy("what was done")
    parameter_name = "action_flag__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(flag), str(words)) for flag, words in ACTION_FLAG_CHOICES]


class SubjectFilter(TrailFilter):
    """What entries of the log are about; Django's own offers whatever has a table."""

    title = gettext_lazy("kind")
    parameter_name = "content_type__id__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        entries = model_admin.get_queryset(request).filter(content_type=OuterRef("pk"))
        found = ContentType.objects.filter(Exists(entries))
        return sorted(((str(each.pk), each.name) for each in found), key=lambda kind: kind[1])


class JobKindFilter(admin.SimpleListFilter):
    """What jobs do, in words."""

    title = gettext_lazy("kind")
    parameter_name = "kind__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, str(kind.title)) for name, kind in job_types().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


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


class GradeFilter(admin.SimpleListFilter):
    title = gettext_lazy("grade")
    parameter_name = "grade"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*((name, _(title)) for name, title in engine.GRADES.items()), (NONE, _("none"))]

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
        known = list(shared_forms()[: FEW + 1])
        return queryset.filter(canonical__in=shared_forms() if len(known) > FEW else known)


def shared_forms() -> QuerySet[Any, Any]:
    """The canonical lines that several puzzles of the library have."""
    forms = Puzzle.objects.filter(KEPT).exclude(canonical="").order_by().values("canonical")
    return forms.annotate(n=Count("*")).filter(n__gt=1).values_list("canonical", flat=True)


def with_twin_counts(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """The same, each with `twin_count`: asked for the rows of a page alone, by index."""
    same = Puzzle.objects.filter(KEPT, canonical=OuterRef("canonical")).exclude(canonical="")
    all_of_it = same.order_by().values("canonical").annotate(n=Count("*"))
    itself = Case(When(KEPT, then=1), default=0)
    return puzzles.annotate(twin_count=Subquery(all_of_it.values("n"), IntegerField()) - itself)
