"""Which puzzles of the library an address asks for: words, filters, an order, and the page it goes on from."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.fields.tuple_lookups import Tuple, TupleGreaterThan, TupleLessThan
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.library.catalogue import search
from solver.models import SIZES, Collection, Puzzle

NEWEST = "newest"
# By name: words, the column that leads, and whether the highest comes first. Age and id settle ties.
ORDERS = {
    NEWEST: (_("Newest first"), None, True),
    "oldest": (_("Oldest first"), None, False),
    "fewest": (_("Fewest givens first"), "clue_count", False),
    "most": (_("Most givens first"), "clue_count", True),
    "easiest": (_("Easiest first"), "grade_rank", False),
    "hardest": (_("Hardest first"), "grade_rank", True),
}
# What a puzzle needs, in the words of players: the grades of each band.
BANDS = {
    "singles": (_("Singles only"), ("box", "row", "column", "cell")),
    "locked": (_("Locked candidates"), ("pointing", "claiming")),
    "subsets": (_("Subsets"), ("matches", "combos")),
    "guess": (_("A guess or a rarer rule"), ("guessing",)),
}
MOST_CLUES = 625
LONGEST_QUERY = 700  # characters; a 25×25 board has 625 cells


@dataclass(frozen=True)
class PuzzleFilter:
    """What was asked for. What makes no sense is passed over, as if it had not been asked for."""

    words: str = ""
    collection: Collection | None = None
    tag: str = ""
    sizes: tuple[int, ...] = ()
    verdicts: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()  # bands, and single grades
    fewest: int | None = None
    most: int | None = None
    order: str = NEWEST
    asked: dict[str, list[str]] = field(
        default_factory=dict
    )  # what was understood, to be asked again

    @classmethod
    def of(cls, query: Any) -> "PuzzleFilter":
        """From the parameters of an address, a QueryDict."""
        collection = None
        if query.get("collection"):
            published = Collection.objects.filter(is_published=True)
            collection = published.filter(slug=query["collection"][:50]).first()
        order = query.get("order", "")
        wanted = cls(
            words=query.get("q", "").replace("\0", "").strip()[:LONGEST_QUERY],
            collection=collection,
            tag=query.get("tag", "").replace("\0", "")[:50],
            sizes=tuple(size for size in SIZES if str(size) in query.getlist("size")),
            verdicts=tuple(v for v in Puzzle.Verdict.values if v in query.getlist("solutions")),
            needs=tuple(
                name for name in (*BANDS, *engine.GRADES) if name in query.getlist("needs")
            ),
            fewest=_number(query.get("from", "")),
            most=_number(query.get("to", "")),
            order=order if order in ORDERS else NEWEST,
        )
        return wanted._remembering()

    def _remembering(self) -> "PuzzleFilter":
        asked = {
            "q": [self.words],
            "collection": [self.collection.slug if self.collection else ""],
            "tag": [self.tag],
            "size": [str(size) for size in self.sizes],
            "solutions": list(self.verdicts),
            "needs": list(self.needs),
            "from": ["" if self.fewest is None else str(self.fewest)],
            "to": ["" if self.most is None else str(self.most)],
            "order": ["" if self.order == NEWEST else self.order],
        }
        for name, values in asked.items():
            self.asked[name] = [value for value in values if value]
        return self

    @property
    def is_narrowed(self) -> bool:
        return any(values for name, values in self.asked.items() if name != "order")

    @property
    def is_by_hand(self) -> bool:
        """A collection has an order of its own, which an editor gave it."""
        return self.collection is not None and self.order == NEWEST

    def puzzles(self) -> QuerySet[Puzzle]:
        """The published puzzles that are asked for, in order."""
        found = search(Puzzle.objects.filter(is_published=True), self.words)
        if self.collection:
            found = found.filter(membership__collection=self.collection)
        if self.tag:
            found = found.filter(tags__contains=[self.tag])
        if self.sizes:
            found = found.filter(box__in=[int(size**0.5) for size in self.sizes])
        if self.verdicts:
            found = found.filter(verdict__in=self.verdicts)
        if self.needs:
            grades = [grade for name in self.needs for grade in grades_of(name)]
            # By rank, which is what the index has: no two grades share one.
            found = found.filter(grade_rank__in=[engine.RANKS[grade] for grade in grades])
        if self.fewest is not None:
            found = found.filter(clue_count__gte=self.fewest)
        if self.most is not None:
            found = found.filter(clue_count__lte=self.most)
        if "grade_rank" in self._columns:
            found = found.filter(grade_rank__isnull=False)  # what is not graded has no place
        return found.order_by(
            *(F(name).desc() if self._is_falling else F(name).asc() for name in self._columns)
        )

    def page(self, after: Puzzle | None, length: int) -> list[Puzzle]:
        """So many puzzles, those that follow the given one."""
        found = self.puzzles()
        if after is not None:
            place = found.filter(pk=after.pk).values_list(*self._columns).first()
            if place is None:
                place = tuple(getattr(after, name, None) for name in self._columns)
            lookup = TupleLessThan if self._is_falling else TupleGreaterThan
            found = found.filter(lookup(Tuple(*map(F, self._columns)), place))
        return list(found[:length])

    @property
    def _columns(self) -> tuple[str, ...]:
        if self.is_by_hand:
            return ("membership__position", "membership__id")
        leading = ORDERS[self.order][1]
        return (*((leading,) if leading else ()), "created_at", "id")

    @property
    def _is_falling(self) -> bool:
        return ORDERS[self.order][2] and not self.is_by_hand


def _number(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= 3
    return min(int(text), MOST_CLUES) if is_number else None


def grades_of(name: str) -> tuple[str, ...]:
    """The grades of a band, or the one grade of that name."""
    return BANDS[name][1] if name in BANDS else (name,)


def band_of(puzzle: Puzzle) -> tuple[int, str]:
    """How hard a puzzle is, from 1, and what it needs in words; 0 and no words while it is not graded."""
    bands = enumerate(BANDS.values(), 1)
    known = ((at, str(words)) for at, (words, grades) in bands if puzzle.grade in grades)
    return next(known, (0, ""))
