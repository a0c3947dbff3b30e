"""Filters of a list saved under a name: each list of the desk keeps its own, for all who may see it."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from solver.models import SavedFilter

PASSING = ("p", "e", "_facets")  # of an address: where somebody stands, not what they look for
SAVE, DROP = "save_filter", "drop_filter"


def saved_of(request: HttpRequest) -> list[SavedFilter]:
    return list(SavedFilter.objects.filter(place=request.path))


def query_of(request: HttpRequest) -> str:
    asked = request.GET.copy()
    for name in PASSING:
        asked.pop(name, None)
    return asked.urlencode()


def answer(request: HttpRequest) -> HttpResponse | None:
    """Save or drop what was asked for, and back to the list; None where neither was."""
    if DROP in request.POST:
        dropped = str(request.POST[DROP])
        if dropped.isdecimal() and len(dropped) < 10:
            SavedFilter.objects.filter(place=request.path, pk=dropped).delete()
    elif SAVE in request.POST:
        title, query = str(request.POST[SAVE]).strip(), query_of(request)
        found = SavedFilter(place=request.path, title=title, query=query)
        try:
            found.clean_fields()
        except ValidationError as error:
            messages.error(request, _("Not saved: %(why)s") % {"why": " ".join(error.messages)})
        else:
            known = SavedFilter.objects.filter(place=request.path, title=title)
            if not known.update(query=query):
                SavedFilter.objects.bulk_create([found], ignore_conflicts=True)
    else:
        return None
    return redirect(request.get_full_path())
