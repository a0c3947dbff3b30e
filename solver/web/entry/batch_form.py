"""The form that takes many puzzles."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format

from solver.engine.methods.base import Value

from .methods import fields_of_methods

LARGEST = 5_000_000  # bytes of a file. The request limits accept less from most visitors.


def render_many(
    request: HttpRequest,
    text: str,
    method: str,
    options: Mapping[str, Value],
    errors: Sequence[str] = (),
) -> HttpResponse:
    """Render the form that takes many puzzles, with the text as typed and a sentence for each error."""
    context = {
        "here": "batches",
        "text": text if len(text) < LARGEST else "",
        "errors": errors,
        "most": number_format(settings.BATCH_PUZZLES, force_grouping=True),
        "methods": fields_of_methods(method, options, is_open=bool(errors)),
    }
    return render(request, "solver/batches.html", context, status=400 if errors else 200)
