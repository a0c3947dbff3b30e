"""Named filters of an admin list, saved for everybody who may see the list."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from solver.models import SavedFilter

PASSING = ("p", "e", "_facets")  # parameters of an address that are no filters
SAVE, DROP = "save_filter", "drop_filter"


def saved_of(request: HttpRequest) -> list[SavedFilter]:
    return list(SavedFilter.objects.filter(place=request.path))


def query_of(request: HttpRequest) -> str:
    """Return the list's filters as a query string, without the page's number and the like."""
    query = request.GET.copy()
    for name in PASSING:
        query.pop(name, None)
    return query.urlencode()


def answer(request: HttpRequest) -> HttpResponse | None:
    """Save or delete a named filter as the POST says, and redirect to the list. Return None if neither."""
    if DROP in request.POST:
        pk = str(request.POST[DROP])
        if pk.isdecimal() and len(pk) < 10:
            SavedFilter.objects.filter(place=request.path, pk=pk).delete()
    elif SAVE in request.POST:
        title, query = str(request.POST[SAVE]).strip(), query_of(request)
        new = SavedFilter(place=request.path, title=title, query=query)
        try:
            new.clean_fields()
        except ValidationError as error:
            messages.error(request, _("Not saved: %(why)s") % {"why": " ".join(error.messages)})
        else:
            existing = SavedFilter.objects.filter(place=request.path, title=title)
            if not existing.update(query=query):
                SavedFilter.objects.bulk_create([new], ignore_conflicts=True)
    else:
        return None
    return redirect(request.get_full_path())
