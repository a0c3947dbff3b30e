"""All tags of the library, with how many puzzles have each; renamed, and merged where the new name is taken."""

from typing import Any

from django import forms
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver.models import Puzzle
from solver.models.validators import validate_plain
from solver.puzzles import catalogue
from solver.puzzles.files.reading import LONGEST_TAG

from .action_views import tell_begun
from .bulk_actions import change

FRESH = 600  # seconds for which the counts may be shown again: they take a look at every puzzle
COUNTS = "desk-tags"


class RenameForm(forms.Form):
    old = forms.CharField(widget=forms.HiddenInput, strip=False)
    new = forms.CharField(
        label=gettext_lazy("New name"), max_length=LONGEST_TAG, validators=[validate_plain]
    )
    agreed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean_new(self) -> str:
        new = str(self.cleaned_data["new"])
        if "," in new:
            raise forms.ValidationError(_("A comma stands between tags."))
        return new


def tags_view(admin: Any, request: HttpRequest) -> HttpResponse:
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
                found = _having(old)
                if old != new and found.exists():
                    tell_begun(request, change(request, found, change="retag", tags=[old], to=new))
                return redirect("admin:tags")
    context = {
        **admin.admin_site.each_context(request),
        "title": _("Tags"),
        "tags": _counted(),
        "may_change": admin.has_change_permission(request),
        "form": form,
        "others": other,
        "opts": Puzzle._meta,
    }
    return render(request, "admin/solver/puzzle/tags.html", context)


def _counted() -> list[tuple[str, int]]:
    """All tags with their numbers of puzzles, looked for again once anything was changed at the desk."""
    newest = LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first()
    kept = cache.get(COUNTS)
    if kept is None or newest is None or kept[0] != newest:
        kept = newest, catalogue.count_tags()
        cache.set(COUNTS, kept, FRESH)
    counts: list[tuple[str, int]] = kept[1]
    return counts


def _having(tag: str) -> Any:
    return Puzzle.objects.filter(tags__contains=[tag])
