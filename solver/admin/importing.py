"""The admin's page to import puzzles. The page of the job shows what was found."""

import io
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from solver.engine import GridError
from solver.models import Collection, Job, Puzzle, User
from solver.models.said import said
from solver.models.validators import seen
from solver.puzzles.files.tables import Choices
from solver.queue.imports import HOW_READ, submit_import
from solver.queue.owners import Owner

from .fields import PlainField, TagsField, tick


class ImportForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy(
            "A spreadsheet (.xlsx, .ods) or CSV; one puzzle per line in any format; several "
            "lines per puzzle with empty lines between; JSON; or OpenSudoku. Also as gzip or zip, "
            "and as large as you like. The file of a collection restores the collection."
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste a text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "cols": 100, "spellcheck": "false"}),
    )
    collection = forms.ModelChoiceField(
        Collection.objects.all(), label=gettext_lazy("Into the collection"), required=False
    )
    tags = TagsField(label=gettext_lazy("Tags for all"), required=False)
    source = PlainField(
        label=gettext_lazy("Source, if none is given"), max_length=500, required=False
    )
    licence = PlainField(
        label=gettext_lazy("Licence, if none is given"), max_length=200, required=False
    )
    publish = tick(gettext_lazy("Publish the added puzzles"))
    improper = tick(gettext_lazy("Include puzzles without exactly one solution"))
    skip_twins = tick(gettext_lazy("Skip transformed copies of other puzzles"))
    givens_only = tick(gettext_lazy("Take only the givens of games in progress"))
    leading_zeros = tick(gettext_lazy("Put back zeros in front that a spreadsheet has dropped"))
    all_or_nothing = tick(gettext_lazy("All or nothing: import none if any is invalid"))
    at_once = tick(gettext_lazy("Import at once, without showing what was found"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if bool(data.get("file")) == bool((data.get("text") or "").strip()) and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste a text, not both."))
        return data

    def submit(self, owner: User) -> Job:
        """Start the import job of a valid form, and return it.

        Raise GridError if the file cannot be read at all.
        """
        spec = dict(self.cleaned_data)
        file, text = spec.pop("file"), spec.pop("text")
        content = file.file if file else io.BytesIO(text.encode("utf-8", "replace"))
        spec["collection"] = spec["collection"] and spec["collection"].pk
        name = seen(file.name or "")[:150] if file else gettext_lazy("a pasted text")
        title = said(gettext_noop("Import of %(name)s"), name=name)
        choices = Choices(**{name: spec.pop(name) for name in HOW_READ})
        return submit_import(content, title, spec, Owner(user=owner), choices)


def import_view(admin: Any, request: HttpRequest) -> HttpResponse:
    form = start_form(ImportForm, request)
    if form.is_valid():
        try:
            return redirect(form.submit(request.user))
        except GridError as error:
            form.add_error("file" if form.cleaned_data["file"] else "text", str(error))
    return show_start(
        admin,
        request,
        form,
        title=_("Import puzzles"),
        lede=_("Nothing is imported until you have seen the result for each line."),
        button=_("Check"),
    )


def start_form(form: type[forms.Form], request: HttpRequest) -> Any:
    """Return the form of a page that starts a job. Raise PermissionDenied for who may not add puzzles."""
    if not request.user.has_perm("solver.add_puzzle"):
        raise PermissionDenied
    return form(request.POST, request.FILES) if request.method == "POST" else form()


def show_start(admin: Any, request: HttpRequest, form: forms.Form, **words: str) -> HttpResponse:
    context = {
        **admin.admin_site.each_context(request),
        **words,
        "form": form,
        "opts": Puzzle._meta,
    }
    return render(request, "admin/solver/puzzle/start.html", context)
