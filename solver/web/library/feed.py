"""The newest puzzles of the library as an Atom feed."""

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext_lazy as _

from solver.models import Puzzle

from .puzzles import say_facts

NEWEST = 50


class NewPuzzles(Feed):
    feed_type = Atom1Feed
    title = _("New puzzles")
    subtitle = _("The newest puzzles of the library of Sudoku by sets.")
    link = reverse_lazy("puzzles")

    def items(self) -> QuerySet[Puzzle]:
        return Puzzle.objects.filter(is_published=True).order_by("-created_at", "-id")[:NEWEST]

    def item_title(self, item: Puzzle) -> str:
        return str(item)

    def item_description(self, item: Puzzle) -> str:
        return f"{say_facts(item)} · {item.givens}"

    def item_pubdate(self, item: Puzzle) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Puzzle) -> datetime:
        return item.created_at

    def item_author_name(self, item: Puzzle) -> str:
        return item.author
