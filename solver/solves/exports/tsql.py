"""The article's own T-SQL with this puzzle in it, for SQL Server."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.sets.articles import METHODS, tsql_script
from solver.solves.article_run import has_article
from solver.solves.portions import Portion

from .export import Export


def write(portion: Portion) -> Iterator[str]:
    """Yield the script of the solve's method. What `portion` leaves out is ignored."""
    solve = portion.solve
    grid = solve.grid
    if solve.method not in METHODS:
        yield f"-- T-SQL by Sudoku by sets: {solve.method} is a method of no article.\n"
    elif not has_article(solve):
        yield "-- T-SQL by Sudoku by sets: the articles' SQL is for boards of 9×9.\n"
    else:
        yield tsql_script(solve.method, grid)


export = Export(
    ending="tsql.sql",
    rank=9,
    title=_("the article’s T-SQL"),
    content_type="application/sql; charset=utf-8",
    shows="sets",
    begins="-- T-SQL by Sudoku by sets: ",
    write=write,
    is_english=True,
)
