"""Put the starter puzzles into an empty library; safe to run again."""

from typing import Any

from django.core.management.base import BaseCommand

from solver.library import load_starters


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        added = load_starters()
        self.stdout.write(f"{added} starter puzzles added.")
