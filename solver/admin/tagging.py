"""The page of tags: how many puzzles have each, and a form to rename one or merge it with another."""

from typing import Any

from django import forms
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from solver.models import Puzzle
from solver.puzzles import catalogue
from solver.puzzles.files.reading import LONGEST_TAG
from solver.puzzles.tags import say_tag

from .action_views import announce
from .bulk_actions import change
from .fields import PlainField

FRESH = 600  # seconds that the counts are cached: they read every puzzle
COUNTS = "desk-tags"


class RenameForm(forms.Form):
    old = forms.CharField(widget=forms.HiddenInput, strip=False)
    new = PlainField(label=gettext_lazy("New name"), max_length=LONGEST_TAG)
    agreed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean_new(self) -> str:
        new = str(self.cleaned_data["new"])
        if "," in new:
            raise forms.ValidationError(_("Separate tags with commas."))
        return new


def tags_view(admin: Any, request: HttpRequest) -> HttpResponse:
    """Show all tags. A POST renames one by a job, after a confirmation if puzzles have the new name already."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    form = RenameForm(request.POST if request.method == "POST" else None)
    other = 0
    if request.method == "POST":
        if not admin.has_change_permission(request):
            raise PermissionDenied
        if form.is_valid():
            old, new = form.cleaned_data["old"], form.cleaned_data["new"]
            other = _having(new).count() if old != new else 0
            if not other or form.cleaned_data["agreed"]:
                tagged = _having(old)
                if old != new and tagged.exists():
                    announce(request, change(request, tagged, change="retag", tags=[old], to=new))
                return redirect("admin:tags")
    context = {
        **admin.admin_site.each_context(request),
        "title": _("Tags"),
        "tags": [(tag, say_tag(tag), count) for tag, count in _counted()],
        "may_change": admin.has_change_permission(request),
        "form": form,
        "others": other,
        "opts": Puzzle._meta,
    }
    return render(request, "admin/solver/puzzle/tags.html", context)


def _counted() -> list[tuple[str, int]]:
    """Return each tag with its number of puzzles, from the cache until an editor changes something."""
    newest = LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first()
    cached = cache.get(COUNTS)
    if cached is None or newest is None or cached[0] != newest:
        cached = newest, catalogue.count_tags()
        cache.set(COUNTS, cached, FRESH)
    counts: list[tuple[str, int]] = cached[1]
    return counts


def _having(tag: str) -> Any:
    return Puzzle.objects.filter(tags__contains=[tag])
