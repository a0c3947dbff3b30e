"""The articles' own SQL: the script that installs it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from solver.sets.articles import install_script


@require_safe
def install(request: HttpRequest) -> HttpResponse:
    """Return the script for psql that installs `sudoku.solve`."""
    return HttpResponse(
        install_script(),
        content_type="application/sql; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="sudoku.sql"'},
    )
