"""Filtered lists of the library's puzzles: search, filters, order and pages."""

from dataclasses import dataclass, field
from functools import cached_property, reduce
from math import isqrt
from operator import or_
from typing import Any
from urllib.parse import urlencode

from django.db.models import F, Q, QuerySet
from django.db.models.fields.tuple_lookups import Tuple, TupleGreaterThan, TupleLessThan
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from solver import engine
from solver.engine.core.shape import LONGEST_NAME, parse
from solver.engine.rating import LEVELS
from solver.engine.rating.grading import BEYOND
from solver.engine.techniques.rungs import by_slug
from solver.models import SIZES, Collection, Puzzle
from solver.models.puzzle import LEVELS as PUZZLE_LEVELS
from solver.puzzles import pool
from solver.puzzles.catalogue import matching, recent_tags

from .filterset import AFTER, SIZE_CHOICES, Filter, FilterSet, Words, range_filters
from .tags import say_tag

NEWEST, EASIEST = "newest", "easiest"
# By name: label, first column, and whether it is descending. Age and id break ties.
ORDERS = {
    NEWEST: (_("Newest first"), None, True),
    "oldest": (_("Oldest first"), None, False),
    "fewest": (_("Fewest givens first"), "clue_count", False),
    "most": (_("Most givens first"), "clue_count", True),
    EASIEST: (_("Easiest first"), "level", False),
    "hardest": (_("Hardest first"), "level", True),
    "lowest": (_("Lowest score first"), "score", False),
    "highest": (_("Highest score first"), "score", True),
    "lowest-er": (_("Lowest Sudoku Explainer rating first"), "er", False),
    "highest-er": (_("Highest Sudoku Explainer rating first"), "er", True),
}
# Nullable columns. Puzzles without a value come last in each order.
LACKING = ("level", "score", "er")
# The labels of `engine.BANDS`: how far the articles' rules get.
BANDS = {
    "singles": _("singles are enough"),
    "locked": _("locked candidates are enough"),
    "subsets": _("subsets are enough"),
    "guess": _("these rules are not enough"),
}
USUAL = 9  # the size of most puzzles
SAMPLES = 2  # puzzles of a level on a first visit
LOOKED_AT = 60  # puzzles of a level, among which these are chosen
MOST_CLUES = 625
MOST_SCORE = 999_999
LONGEST_QUERY = 700  # characters. A 25×25 board has 625 cells
FEW = 1_000  # found puzzles
MANY = 5_000  # found puzzles: with a lower limit PostgreSQL would not use the index of words


def _plain(text: str) -> str:
    return text.strip()[:LONGEST_QUERY]


def _short(text: str) -> str:
    return text[:50]


def _technique(text: str) -> str:
    if text not in by_slug():
        raise ValueError(_("There is no such technique."))
    return text


def _in_collection(slug: str) -> Q:
    collection = _published_collections().filter(slug=slug).first()
    if collection is None:
        raise ValueError(_("There is no such collection."))
    return Q(membership__collection=collection)


def _published_collections() -> QuerySet[Collection]:
    return Collection.objects.filter(is_published=True)


def _of_grades(names: list[str]) -> Q:
    """Return the condition for grades by rank, because the index has ranks. No two grades share one."""
    return Q(grade_rank__in=[engine.RANKS[grade] for name in names for grade in grades_of(name)])


def _shape(text: str) -> str:
    try:
        return text if text in (pool.JIGSAW, pool.PLAIN) else parse(text[:LONGEST_NAME]).name
    except ValueError as error:
        raise ValueError(str(error)) from None


def say_grade(grade: str) -> Words:
    """Return the hardest of the articles' rules that a puzzle of this grade needs, or that none is enough."""
    return BANDS["guess"] if grade == BEYOND else _(engine.GRADES[grade])


def grades_of(name: str) -> tuple[str, ...]:
    """Return the grades of a difficulty band, or the one grade with this name."""
    return tuple(grade for grade, band in engine.BANDS.items() if band == name) or (name,)


# In the order of addresses. A new filter needs an entry here and a line in docs/api.md.
FILTERS = (
    Filter(
        "q",
        "text",
        "A part of a title or source, or the givens.",
        condition=matching,
        find=_plain,
        most=LONGEST_QUERY,
        title=_("Title, source, tag or first givens"),
    ),
    Filter(
        "collection",
        "text",
        "The slug of a collection.",
        condition=_in_collection,
        find=_short,
        choices=lambda: dict(_published_collections().values_list("slug", "title")),
        title=_("Collection"),
        any=_("any"),
    ),
    Filter(
        "tag",
        "text",
        "A tag.",
        condition=lambda tag: Q(tags__contains=[tag]),
        find=_short,
        choices=lambda: {tag: say_tag(tag) for tag in recent_tags() if tag not in engine.GRADES},
        title=_("Tag"),
        any=_("any"),
    ),
    Filter(
        "size",
        "several",
        "4, 9, 16 or 25; several by repeating it.",
        condition=lambda sizes: Q(box__in=[isqrt(int(size)) for size in sizes]),
        choices=SIZE_CHOICES,
        title=_("Size"),
    ),
    Filter(
        "shape",
        "several",
        "A shape of boards, as 9x9 diagonals; `jigsaw` for all jigsaws, `plain` for usual boards; "
        "several by repeating it.",
        condition=lambda shapes: reduce(or_, map(pool.of_shape, shapes)),
        find=_shape,
    ),
    Filter(
        "solutions",
        "several",
        "unique, multiple, none or unknown; several by repeating it.",
        condition=lambda verdicts: Q(verdict__in=verdicts),
        choices=dict(Puzzle.Verdict.choices),
        title=_("Solutions"),
    ),
    Filter(
        "needs",
        "several",
        "What it takes to solve: singles, locked, subsets or guess.",
        condition=_of_grades,
        choices=BANDS | {grade: say_grade(grade) for grade in engine.GRADES},
        title=_("Hardest of the articles’ rules needed"),
    ),
    Filter(
        "level",
        "several",
        "How hard it is for people: easy, medium, hard, unfair or extreme.",
        condition=lambda names: Q(level__in=[LEVELS.index(name) + 1 for name in names]),
        choices=dict(zip(LEVELS, dict(PUZZLE_LEVELS).values(), strict=True)),
        title=_("Level"),
    ),
    *range_filters(
        "score",
        "number",
        "score",
        help=("The lowest score of HoDoKu's.", "The highest score of HoDoKu's."),
        title=(_("HoDoKu score from"), _("HoDoKu score to")),
        most=MOST_SCORE,
    ),
    *range_filters(
        "er",
        "decimal",
        "er",
        help=(
            "The lowest rating of Sudoku Explainer's, as 7.2; few puzzles have one.",
            "The highest rating of Sudoku Explainer's.",
        ),
        title=(_("Sudoku Explainer rating from"), _("Sudoku Explainer rating to")),
        most=4,
        as_stored=lambda er: round(10 * float(er)),
    ),
    Filter(
        "technique",
        "text",
        "A technique of the ladder, like xy-wing, that it needs, with nothing harder.",
        condition=lambda name: Q(tags__contains=pool.PoolQuery(needs=name).tags),
        find=_technique,
        choices=lambda: {
            name: capfirst(_(by_slug()[name].technique)) for name in pool.techniques()
        },
        title=_("Technique that it needs"),
        any=_("any"),
    ),
    *range_filters(
        "givens",
        "number",
        "clue_count",
        help=("The fewest givens.", "The most givens."),
        title=(pgettext_lazy("number", "from"), pgettext_lazy("number", "to")),
        most=MOST_CLUES,
        formerly=("from", "to"),
    ),
    Filter(
        "order",
        "one",
        "newest, oldest, fewest, most, easiest, hardest, lowest, highest, lowest-er or highest-er.",
        choices={name: words for name, (words, _column, _is_falling) in ORDERS.items()},
        title=_("Order"),
    ),
    AFTER,
)


@dataclass(frozen=True)
class PuzzleFilter:
    """The filters and the order of a list of puzzles. Invalid values are ignored."""

    values: dict[str, Any] = field(default_factory=dict)
    wanted: dict[str, Q] = field(default_factory=dict)  # conditions by the filter's name
    usual: str = NEWEST  # the default order

    @classmethod
    def of(cls, query: QueryDict, usual: str = NEWEST) -> "PuzzleFilter":
        """Return the filter of the library's list that a query string describes.

        `usual` is its default order.
        """
        filters = FilterSet.of(FILTERS, query)
        return cls(filters.values, filters.conditions, usual)

    @cached_property
    def found(self) -> list[Any]:
        """The ids of published puzzles with the words that are looked for, at most MANY + 1."""
        puzzles = Puzzle.objects.filter(self.wanted["q"], is_published=True).order_by()
        return list(puzzles.values_list("pk", flat=True)[: MANY + 1])

    @cached_property
    def conditions(self) -> dict[str, Q]:
        """The conditions by the filter's name, for words by ids if few puzzles have them.

        PostgreSQL takes an unknown word for one of many puzzles. It would read the whole list in its order.
        """
        if "q" not in self.wanted or len(self.found) > FEW:
            return self.wanted
        return self.wanted | {"q": Q(pk__in=self.found)}

    @cached_property
    def asked(self) -> dict[str, list[str]]:
        """The valid values by name of filter, as texts for a query string. A filter that is not set has []."""
        return {
            filter.name: []
            if self.values.get(filter.name) is None
            else filter.again(self.values[filter.name])
            for filter in FILTERS
            if filter.kind != "cursor"
        }

    @cached_property
    def written(self) -> dict[str, str]:
        """By name of filter, its part of a query string. Cached, because a page has dozens of links."""
        return {name: urlencode({name: values}, doseq=True) for name, values in self.asked.items()}

    @cached_property
    def collection(self) -> Collection | None:
        slug = self.values.get("collection")
        return _published_collections().filter(slug=slug).first() if slug else None

    @property
    def order(self) -> str:
        return str(self.values.get("order", self.usual))

    @property
    def is_narrowed(self) -> bool:
        return any(values for name, values in self.asked.items() if name != "order")

    @property
    def is_by_hand(self) -> bool:
        """Whether the list has the order that an editor gave to its collection."""
        return self.collection is not None and self.values.get("order", NEWEST) == NEWEST

    def page(self, after: Puzzle | None, length: int) -> list[Puzzle]:
        """Return up to `length` published puzzles that match the filter and come after the puzzle `after`.

        None means from the start.
        """
        puzzles = Puzzle.objects.filter(*self.conditions.values(), is_published=True)
        leading = self._columns[0]
        if leading not in LACKING:
            return self._following(puzzles, after, length)
        has_value = after is None or getattr(after, leading) is not None
        with_value = puzzles.exclude(**{leading: None})
        page = self._following(with_value, after, length) if has_value else []
        without = puzzles.filter(**{leading: None})
        return page + self._following(without, None if has_value else after, length - len(page))

    def _following(
        self, puzzles: QuerySet[Puzzle], after: Puzzle | None, length: int
    ) -> list[Puzzle]:
        if not length:
            return []
        if after is not None:
            # Null cannot be compared: the rows here have no value in that column either.
            columns = [name for name in self._columns if getattr(after, name, "") is not None]
            place = tuple(getattr(after, name, None) for name in columns)
            if self.is_by_hand:  # its columns are those of another table
                place = puzzles.filter(pk=after.pk).values_list(*columns).first() or place
            lookup = TupleLessThan if self._is_falling else TupleGreaterThan
            puzzles = puzzles.filter(lookup(Tuple(*map(F, columns)), place))
        return list(self._in_order(puzzles)[:length])

    def _in_order(self, puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
        columns = map(F, self._columns)
        return puzzles.order_by(*(c.desc() if self._is_falling else c.asc() for c in columns))

    @property
    def _columns(self) -> tuple[str, ...]:
        if self.is_by_hand:
            return ("membership__position", "membership__id")
        leading = ORDERS[self.order][1]
        return (*((leading,) if leading else ()), "created_at", "id")

    @property
    def _is_falling(self) -> bool:
        return ORDERS[self.order][2] and not self.is_by_hand


def some_of_each() -> list[Puzzle]:
    """Return two published puzzles of each level and one of each other size, old ones, easiest first.

    Return [] if none is rated.
    """
    levels, boxes = list(dict(PUZZLE_LEVELS)), [isqrt(size) for size in SIZES if size != USUAL]
    puzzles = list(Puzzle.objects.raw(SOME_OF_EACH, (levels, LOOKED_AT, SAMPLES, boxes)))
    if all(puzzle.level is None for puzzle in puzzles):
        return []
    hardest = len(levels) + 1
    return sorted(puzzles, key=lambda p: (p.level or hardest, p.box == isqrt(USUAL), p.size))


# Of a level, 9×9 puzzles if there are some among the first. Ids are random, so they differ in kind.
SOME_OF_EACH = """
    SELECT p.* FROM unnest(%s::int[]) AS kind CROSS JOIN LATERAL (
        SELECT * FROM (SELECT * FROM solver_puzzle WHERE is_published AND level = kind
                        ORDER BY created_at, id LIMIT %s) AS first
         ORDER BY box <> 3, id LIMIT %s) AS p
     UNION
    SELECT p.* FROM unnest(%s::int[]) AS kind CROSS JOIN LATERAL (
        SELECT * FROM solver_puzzle WHERE is_published AND box = kind
         ORDER BY created_at, id LIMIT 1) AS p"""
