"""The library's pages: the list and its filters, a puzzle, the puzzle of the day, and sheets to print."""

import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings
from django.contrib import messages
from django.contrib.admin.models import ADDITION
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, gettext_noop, ngettext
from django.views.decorators.http import require_POST, require_safe

from solver import engine
from solver.boards.levels import Level
from solver.boards.thumbnails import SmallBoard, draw_small
from solver.engine.core.grid import text_of
from solver.engine.rating.grading import BEYOND
from solver.models import Collection, Puzzle, Solve
from solver.models.puzzle import EARLIER, MADE, NEEDS, STARTER
from solver.models.said import said
from solver.models.uuid7 import uuid_in
from solver.puzzles import catalogue
from solver.puzzles.catalogue import LARGEST, recent_tags, twins_of
from solver.puzzles.daily import puzzle_of_the_day
from solver.puzzles.filters import BANDS, EASIEST, FILTERS, USUAL, PuzzleFilter, some_of_each
from solver.puzzles.tags import say_symmetry, say_tag
from solver.web.entry.forms import SubmissionForm
from solver.web.entry.home import refuse_form, render_home
from solver.web.page_cache import Rendering, cached_response, digest_of, drawn_response, values_of
from solver.web.solve.rows import SolveRow, rows_of

from ..choices import Field, bind_values, fields_of
from ..external_links import external_links
from ..open_graph import open_graph
from ..shortcuts import find_puzzle, owner_of, published_solves, visitors_solves
from . import rating
from .chips import address_of, chips_of
from .counts import BY_TAG, Counts, by_collection, counts_for
from .social_image import puzzle_open_graph

# The fields that have a place of their own in the template. The others follow them.
PLACED = (
    "q",
    "shape",
    "givens_from",
    "givens_to",
    "solutions",
    "needs",
    "level",
    "size",
    "collection",
    "tag",
    "order",
)
# The number of puzzles by the slug of their collection, or None if they are too many to count.
Collected = frozenset[tuple[str, int]] | None
PAGE = 24  # puzzles per page of the list
SHEET = 24  # per printed sheet
SOLVES = 10  # on a puzzle's page
TWINS = 5
SOLUTIONS = 10  # counted and shown
NODES = 2_500  # limit for counting them during a request


@dataclass(frozen=True)
class Card:
    href: str
    title: str
    facts: str  # "26 givens", and the size if it is unusual
    level: Level | None  # None if it is not rated
    unrated: str  # why it has no level, or ""
    board: SmallBoard


@dataclass(frozen=True)
class ListSidebar:
    """What a page of the library shows besides its puzzles. Equal if the rows behind it are."""

    digest: str
    collections: tuple[Collection, ...] = field(compare=False)
    puzzle_of_the_day: Puzzle | None = field(compare=False)

    @classmethod
    def now(cls) -> "ListSidebar":
        collections = tuple(Collection.objects.filter(is_published=True))
        daily = puzzle_of_the_day()
        facts = ([*map(values_of, collections)], daily and values_of(daily), recent_tags())
        return cls(digest_of(facts), collections, daily)


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """List the library's puzzles by `?q=`, filters and an order. Without parameters, show some of each level.

    `?after=` names the last puzzle of the previous page.
    """
    filters = PuzzleFilter.of(request.GET, EASIEST)
    matches, is_first = _find_page(request, filters, PAGE + 1)
    sidebar, counts = ListSidebar.now(), counts_for(filters)
    is_counted = sidebar.collections and counts.is_complete
    collected = frozenset(by_collection(filters).items()) if is_counted else None
    rows = [values_of(puzzle) for puzzle in matches]
    facts = (rows, is_first, counts.digest, sidebar.digest, collected and sorted(collected))
    return cached_response(
        request,
        facts,
        lambda: _draw(request, filters, matches, is_first, sidebar, counts, collected),
    )


def _draw(
    request: HttpRequest,
    filters: PuzzleFilter,
    matches: list[Puzzle],
    is_first: bool,
    sidebar: ListSidebar,
    counts: Counts,
    collected: Collected,
) -> Rendering:
    listed = matches if is_first else matches[:PAGE]
    after_id = listed[-1].pk if len(matches) > PAGE and not is_first else None
    as_list = request.GET.get("view") == "list"
    view = {"view": "list" if as_list else ""}
    after = request.GET.get("after", "")
    params = request.GET.copy()
    params.pop("after", None)
    context = {
        "here": "puzzles",
        "open_graph": open_graph(
            request,
            _("Library"),
            _("Puzzles to solve, by level, size and source."),
            sidebar.puzzle_of_the_day,
        ),
        "filters": filters,
        "filter_form": render_filter_form(
            get_language() or "", params.urlencode(), sidebar, counts, collected, not after
        ),
        "total": counts.total(filters),
        "cards": [card_of(puzzle, has_score=as_list) for puzzle in listed],
        "as_list": as_list,
        "is_first": is_first,
        "all_href": address_of(filters, view | {"order": EASIEST}, {}),
        "next_href": address_of(filters, view | {"after": str(after_id)}, {}) if after_id else "",
        "first_href": address_of(filters, view, {}) if after else "",
        "sheet_href": address_of(filters, {"after": after}, {}, "puzzle-sheet"),
        "boards_href": address_of(filters, {}, {}),
        "list_href": address_of(filters, {"view": "list"}, {}),
    }
    return "solver/puzzles.html", context


@lru_cache(maxsize=32)
def render_filter_form(
    language: str,
    query: str,
    sidebar: ListSidebar,
    counts: Counts,
    collected: Collected,
    is_start: bool,
) -> SafeString:
    """Return the filter form and the collections below it as HTML, cached while its choices stay the same.

    `query` is the query string, `counts` the library's counts, `collected` those of its collections. `is_start`
    says that this is the first page of the list.
    """
    params = QueryDict(query)
    filters = PuzzleFilter.of(params, EASIEST)
    asked = filters.asked | {"order": [filters.order]}
    fields = _counted(bind_values(_fields(language, sidebar), asked), filters, counts, collected)
    as_list = params.get("view") == "list"
    context = {
        "filters": filters,
        "fields": fields,
        "more": [field for name, field in fields.items() if name not in PLACED],
        "bands": [choice for choice in fields["needs"].choices if choice.value in BANDS],
        "rules": tuple(choice for choice in fields["needs"].choices if choice.value not in BANDS),
        "orders": fields["order"].choices,
        "chips": chips_of(filters, counts, {"view": "list" if as_list else ""}),
        "bars": counts.bars(filters),
        "as_list": as_list,
        "is_collection": filters.collection is not None,
        "collections": () if filters.is_narrowed else sidebar.collections,
        "today": sidebar.puzzle_of_the_day if is_start and not filters.is_narrowed else None,
    }
    return render_to_string("solver/_puzzles_ask.html", context)


def _find_page(
    request: HttpRequest, filters: PuzzleFilter, length: int
) -> tuple[list[Puzzle], bool]:
    """Return the puzzles of the page, and whether they are some of each level for a first visit."""
    after = request.GET.get("after")
    if not any(filters.asked.values()) and not after:
        samples = some_of_each()
        if samples:
            return samples, True
    last = get_object_or_404(Puzzle, pk=uuid_in(after), is_published=True) if after else None
    return filters.page(last, length), False


@require_safe
def puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Show the page of a published puzzle. Editors may see every puzzle."""
    puzzle = find_puzzle(request, puzzle_id)
    solves = (visitors_solves(request) | published_solves(request)).filter(puzzle=puzzle)
    rows = rows_of(list(solves.select_related("puzzle").order_by("-created_at")[:SOLVES]))
    twins = list(twins_of(puzzle).filter(is_published=True)[:TWINS])
    collections = list(puzzle.collections.filter(is_published=True))
    way = rating.solve_of(puzzle) if puzzle.level else None
    may_edit = request.user.has_perm("solver.change_puzzle")
    known = [values_of(row) for row in (puzzle, *twins, *collections)]
    facts = (known, rows, way and way.pk, may_edit)
    return cached_response(
        request, facts, lambda: _draw_puzzle(request, puzzle, rows, twins, collections, way)
    )


def _draw_puzzle(
    request: HttpRequest,
    puzzle: Puzzle,
    rows: list[SolveRow],
    twins: list[Puzzle],
    collections: list[Collection],
    way: Solve | None,
) -> Rendering:
    count = engine.count_in_time(puzzle.grid, SOLUTIONS + 1, NODES)
    context = {
        "here": "puzzles",
        "puzzle": puzzle,
        "board": draw_small(puzzle.givens, puzzle.board),
        "facts": facts_of(puzzle, count),
        "level": Level.of(puzzle.level),
        "unrated": say_unrated(puzzle),
        "rules": say_rules(puzzle),
        "requirements": puzzle.source if puzzle.source.startswith(f"{MADE}: ") else "",
        "is_starter": STARTER in puzzle.tags,
        "notes": say_notes(puzzle),
        "tags": [(tag, say_tag(tag)) for tag in puzzle.tags if not tells(tag)],
        "telling_tags": [(tag, say_tag(tag)) for tag in puzzle.tags if tag.startswith(NEEDS)],
        "rating": rating.card_of(puzzle, lambda _puzzle: way),
        "solutions": [text_of(digits) for digits in count.solutions[:SOLUTIONS]],
        "rows": rows,
        "twins": [(twin, turn_of(puzzle, twin)) for twin in twins],
        "collections": collections,
        "solve_href": reverse("home", query={"puzzle": puzzle.line}),
        "open_graph": puzzle_open_graph(request, puzzle, say_facts(puzzle)),
        "external_links": external_links(puzzle.grid),
    }
    return "solver/puzzle.html", context


@require_safe
def sheet(request: HttpRequest) -> HttpResponse:
    """Show a page of the library's list to print, four puzzles a sheet, with the solutions at the end."""
    filters = PuzzleFilter.of(request.GET, EASIEST)
    listed, _is_first = _find_page(request, filters, SHEET)
    title = filters.collection.title if filters.collection else _("Puzzles")
    return render_sheet(request, title, listed, address_of(filters, {}, {}))


def render_sheet(
    request: HttpRequest,
    title: str,
    listed: Sequence[Puzzle],
    address: str,
    first: int = 1,
    others: Sequence[tuple[int, int]] = (),
) -> HttpResponse:
    """Render a page of puzzles to print, with their solutions at the end.

    `address` is that of the list they come from. `first` is the number of the first puzzle, `others` the first
    and last number of each sheet if there are several.
    """
    solutions = list(_draw_solutions(listed))
    context = {
        "here": "puzzles",
        "title": title,
        "cards": [(number, card_of(puzzle)) for number, puzzle in enumerate(listed, first)],
        "solutions": list(enumerate(solutions, first)),
        "late": range(first + len(solutions), first + len(listed)),
        "first": first,
        "others": others,
        "address": request.build_absolute_uri(address),
        "back_href": address,
    }
    return drawn_response(request, "solver/puzzle_sheet.html", context)


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Redirect to the puzzle of the day, or to the library if there is none."""
    daily = puzzle_of_the_day()
    return redirect(daily) if daily else redirect("puzzles")


def card_of(puzzle: Puzzle, has_score: bool = True) -> Card:
    return Card(
        href=puzzle.get_absolute_url() if puzzle.is_published else play_address(puzzle),
        title=puzzle.called or f"{puzzle.givens[:18]}…",
        facts=_facts_beside_level(puzzle, has_score),
        level=Level.of(puzzle.level),
        unrated=say_unrated(puzzle),
        board=draw_small(puzzle.givens, puzzle.board),
    )


def play_address(puzzle: Puzzle) -> str:
    """Return the address to play a puzzle: by its id if it is published, or else by its givens."""
    if puzzle.is_published:
        return reverse("puzzle-play", args=[puzzle.pk])
    return reverse("play", query={"puzzle": puzzle.line})


def say_facts(puzzle: Puzzle) -> str:
    """Return the puzzle's facts in one line, without usual ones. For example, `26 givens · no solution`."""
    is_unique = puzzle.verdict == Puzzle.Verdict.UNIQUE
    return _facts_beside_level(puzzle, has_score=True) + (
        "" if is_unique else f" · {say_unrated(puzzle)}"
    )


def _facts_beside_level(puzzle: Puzzle, has_score: bool) -> str:
    facts = [say_givens(puzzle)]
    if puzzle.shape or puzzle.size != USUAL:
        facts.append(puzzle.board.title)
    if has_score and puzzle.score is not None:
        facts.append(_("score %(score)s") % {"score": rating.say_number(puzzle.score)})
    return " · ".join(facts)


def say_unrated(puzzle: Puzzle) -> str:
    """Return why a puzzle has no level, or "" if it has one."""
    if puzzle.level:
        return ""
    if puzzle.verdict == Puzzle.Verdict.UNKNOWN:
        return _("solutions not counted")
    if puzzle.verdict != Puzzle.Verdict.UNIQUE:
        return str(puzzle.get_verdict_display())
    if puzzle.size > LARGEST:
        return _("no level beyond %(size)d×%(size)d") % {"size": LARGEST}
    return _("not rated yet") if puzzle.rated_by is None else _("too hard to rate")


def say_rules(puzzle: Puzzle) -> str:
    """Return whether the articles' rules solve a puzzle, and the hardest one needed, or "" if not known."""
    if puzzle.grade == BEYOND:
        return _("not enough")
    if puzzle.grade not in engine.GRADES:
        return ""
    return _("enough; the hardest one needed: %(rule)s") % {"rule": _(engine.GRADES[puzzle.grade])}


def say_notes(puzzle: Puzzle) -> str:
    """Return the puzzle's notes, in the language of the page if it is one of the starter library."""
    if STARTER not in puzzle.tags:
        return puzzle.notes
    note, *titles = (part.strip() for part in puzzle.notes.split(EARLIER))
    earlier = [_("Earlier title: %(title)s") % {"title": title} for title in titles]
    return "\n".join(filter(None, [note and _(note), *earlier]))


def tells(tag: str) -> bool:
    """Return whether a tag gives away what a puzzle needs: its grade or technique."""
    return tag in engine.GRADES or tag.startswith(NEEDS)


def say_givens(puzzle: Puzzle) -> str:
    count = puzzle.clue_count
    return ngettext("%(count)s given", "%(count)s givens", count) % {"count": count}


def facts_of(puzzle: Puzzle, count: engine.Count) -> list[tuple[str, str]]:
    """Return the facts of a puzzle for its page as (name, text). `count` has its solutions."""
    facts = [
        (_("Givens"), str(puzzle.clue_count)),
        (_("Board"), puzzle.board.title),
        (_("Solutions"), say_solutions(count)),
    ]
    if engine.has_canonical_form(puzzle.board):
        with suppress(engine.BudgetSpent):
            engine_facts = engine.facts_of(puzzle.grid)
            facts += [
                (_("Minimal"), say_minimal(engine_facts)),
                (
                    _("Symmetry of the givens"),
                    ", ".join(map(say_symmetry, engine_facts.symmetries)),
                ),
            ]
    origin = [
        (_("Author"), puzzle.author),
        (_("Source"), puzzle.origin),
        (_("Licence"), puzzle.licence),
    ]
    return [(name, value) for name, value in (*facts, *origin) if value]


def say_solutions(count: engine.Count) -> str:
    number = len(count.solutions)
    if number > SOLUTIONS:
        return _("more than %(count)s") % {"count": SOLUTIONS}
    if count.is_complete:
        return str(number) if number else _("none")
    return _("at least %(count)s; the exact number is not known") % {"count": number}


def say_minimal(facts: engine.Facts) -> str:
    if facts.needless is None:
        return ""
    if facts.is_minimal:
        return _("yes, every given is needed")
    count = len(facts.needless)
    return ngettext(
        "no, %(count)s given could be left out",
        "no, any one of %(count)s givens could be left out",
        count,
    ) % {"count": count}


def turn_of(one: Puzzle, other: Puzzle) -> str:
    """Return in words how one puzzle is transformed into the other, or "" if they are not equivalent."""
    transformation = engine.mapping_between(one.grid, other.grid)
    if transformation is None:
        return ""
    changes = [_("rows and columns exchanged")] if transformation.is_transposed else []
    changes += [
        _("rows %(order)s") % {"order": " ".join(str(row + 1) for row in transformation.rows)},
        _("columns %(order)s")
        % {"order": " ".join(str(column + 1) for column in transformation.columns)},
        _("digits %(digits)s become %(others)s")
        % {
            "digits": " ".join(str(digit) for digit in range(1, one.size + 1)),
            "others": " ".join(map(str, transformation.digits[1:])),
        },
    ]
    return "; ".join(changes)


def _draw_solutions(listed: Sequence[Puzzle]) -> Iterator[SmallBoard | None]:
    """Yield the solution of each puzzle, or None if it has not exactly one that is soon found.

    Stop early if the time runs out. All puzzles together have the time of one search.
    """
    deadline = engine.Deadline(seconds=settings.REQUEST_SECONDS)
    for puzzle in listed:
        if puzzle.verdict in (Puzzle.Verdict.MULTIPLE, Puzzle.Verdict.NONE):
            yield None
            continue
        is_known = puzzle.verdict == Puzzle.Verdict.UNIQUE
        try:
            with deadline:
                count = engine.enumerate_solutions(puzzle.grid, 1 if is_known else 2, nodes=NODES)
        except engine.BudgetSpent:
            return
        is_single = bool(count.solutions) if is_known else count.verdict == "unique"
        yield draw_small(text_of(count.solutions[0]), puzzle.board) if is_single else None


@lru_cache(maxsize=8)
def _fields(_language: str, _sidebar: ListSidebar) -> dict[str, Field]:
    """Return the empty fields of the form."""
    return fields_of(FILTERS)


def _counted(
    fields: dict[str, Field], filters: PuzzleFilter, counts: Counts, collected: Collected
) -> dict[str, Field]:
    """Return the fields with the number of puzzles for each choice. Select boxes offer none without puzzles."""
    result = dict(fields)
    for name in ("solutions", "needs", *BY_TAG):
        number_of = counts.by(name, filters)
        if number_of is not None:
            result[name] = fields[name].counted(number_of)
    if collected is not None:
        result["collection"] = fields["collection"].counted(Counter(dict(collected)))
    return result


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Save the front page's puzzle to the library, and redirect to its admin page.

    Raise PermissionDenied if the user may not add puzzles.
    """
    if not request.user.has_perm("solver.add_puzzle"):
        raise PermissionDenied
    form = SubmissionForm.from_data(request.POST)
    if form.grid is None:
        return refuse_form(request, form)
    if form.grid.marks:
        form.error = _("The library keeps puzzles without pencil marks.")
        return render_home(request, form, status=400)
    saved = Puzzle.objects.filter(**Puzzle.identity(form.grid)).first()
    if saved is None or saved.in_inbox:
        saved = saved or Puzzle.of(form.grid)
        saved.in_inbox = False
        with suppress(engine.BudgetSpent):
            catalogue.examine([saved])
        saved.save()
        catalogue.log(
            owner_of(request).user, [saved], ADDITION, said(gettext_noop("Entered on the board"))
        )
        twin = twins_of(saved).first()
        if twin:
            message = _("This is %(puzzle)s, transformed; its page says how.") % {"puzzle": twin}
            messages.warning(request, message)
    else:
        messages.info(request, _("This puzzle is already in the library."))
    return redirect("admin:solver_puzzle_change", saved.pk)
