"""Write a script for psql that installs the methods of the five articles in PostgreSQL 14 to 18.

    manage.py sudoku_sql | psql -X

Then `SELECT * FROM sudoku.solve('029…', 'combos')` solves a puzzle there, `sudoku.passes` has the rows and
milliseconds of each statement, and `sudoku.board` the board at the end. No superuser is needed.
"""

from typing import Any

from solver.management.base_command import SiteCommand
from solver.sets.articles import install_script


class Command(SiteCommand):
    help = __doc__
    requires_system_checks = ()  # it needs neither services nor secrets

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(install_script(), ending="")
