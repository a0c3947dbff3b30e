"""Add the starter puzzles to an empty library, and solve the examples of the techniques' pages.

It is safe to run it again.
"""

from typing import Any

from solver.management.base_command import SiteCommand
from solver.puzzles.starters import load_starters
from solver.queue.showcases import solve_showcases


class Command(SiteCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        added = load_starters()
        self.stdout.write(f"{added} starter puzzles added.")
        submitted = solve_showcases()
        if submitted:
            self.stdout.write(f"{submitted} solves submitted, to show each technique at work.")
