"""Today's puzzle and the newest puzzles of the library as an Atom feed."""

from datetime import UTC, datetime, time

from django.contrib.syndication.views import Feed
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _

from solver.models import DailyPuzzle, Puzzle
from solver.puzzles.daily import first_of, puzzles_of

from .puzzles import say_facts

NEWEST = 50


class NewPuzzles(Feed):
    feed_type = Atom1Feed
    title = _("New puzzles")
    subtitle = _("Today’s puzzle and the newest ones of the library of Sudoku by sets.")
    link = reverse_lazy("puzzles")

    def items(self) -> list[Puzzle | DailyPuzzle]:
        daily = first_of(puzzles_of(timezone.now().date()))
        newest = Puzzle.objects.filter(is_published=True).order_by("-created_at", "-id")[:NEWEST]
        return [*([daily] if daily else []), *newest]

    def item_title(self, item: Puzzle | DailyPuzzle) -> str:
        if isinstance(item, Puzzle):
            return str(item)
        return gettext("Puzzle of the day, %(date)s") % {"date": date_format(item.day)}

    def item_description(self, item: Puzzle | DailyPuzzle) -> str:
        puzzle = item if isinstance(item, Puzzle) else item.puzzle
        return f"{say_facts(puzzle)} · {puzzle.line}"

    def item_pubdate(self, item: Puzzle | DailyPuzzle) -> datetime:
        return (
            item.created_at if isinstance(item, Puzzle) else datetime.combine(item.day, time(), UTC)
        )

    item_updateddate = item_pubdate

    def item_author_name(self, item: Puzzle | DailyPuzzle) -> str:
        return (item if isinstance(item, Puzzle) else item.puzzle).author
