"""The library for people: puzzles to look for and to look at, one a day, and sheets of them to print."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings
from django.contrib import messages
from django.contrib.admin.models import ADDITION
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from solver import engine
from solver.boards.thumbnails import SmallBoard, draw_small
from solver.engine.core.grid import text_of
from solver.models import Collection, Puzzle
from solver.puzzles import catalogue
from solver.puzzles.catalogue import LARGEST_BOX, recent_tags, twins_of
from solver.puzzles.daily import puzzle_of_the_day
from solver.puzzles.filters import (
    BANDS,
    EASIEST,
    FILTERS,
    USUAL,
    PuzzleFilter,
    grades_of,
    one_of_each,
)
from solver.web import page_cache
from solver.web.entry.forms import SubmissionForm
from solver.web.entry.home import render_home
from solver.web.page_cache import column_values
from solver.web.solve.rows import rows_of

from ..choices import Field, bind_values, fields_of
from ..external_links import external_links
from ..open_graph import open_graph
from ..shortcuts import find_puzzle, owner_of, published_solves, visitors_solves
from . import rating
from .chips import Level, address_of, chips_of, level_of, say_grade
from .counts import library_counts, name_of_counts
from .social_image import puzzle_open_graph

# The fields that the template has a place for; what else there is comes after them.
PLACED = (
    "q",
    "givens_from",
    "givens_to",
    "solutions",
    "needs",
    "size",
    "collection",
    "tag",
    "order",
)
PAGE = 24  # puzzles of a list
SHEET = 24  # of a printed sheet
SOLVES = 10  # on a puzzle's page
TWINS = 5
SOLUTIONS = 10  # counted, and shown
NODES = 2_500  # for counting them while somebody waits


@dataclass(frozen=True)
class Card:
    """A puzzle in a list."""

    href: str
    title: str
    facts: str  # "26 givens"; its size and how many solutions it has where these are not the usual ones
    needs: str  # the hardest rule; empty where its level says it
    level: Level | None  # None while it is not graded
    board: SmallBoard


@dataclass(frozen=True)
class ListSidebar:
    """What is on a page of the library beside its puzzles; the same while its rows are."""

    digest: str
    collections: tuple[Collection, ...] = field(compare=False)
    puzzle_of_the_day: Puzzle | None = field(compare=False)

    @classmethod
    def now(cls) -> "ListSidebar":
        collections = tuple(Collection.objects.filter(is_published=True))
        daily = puzzle_of_the_day()
        facts = ([*map(column_values, collections)], daily and column_values(daily), recent_tags())
        return cls(page_cache.digest_of(facts), collections, daily)


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """`?q=`, filters and an order; `?after=` names the puzzle that the page follows.

    Without any of these it is a first visit, which shows one puzzle of each kind.
    """
    wanted = PuzzleFilter.of(request.GET, EASIEST)
    found, is_first = _found(request, wanted, PAGE + 1)
    beside = ListSidebar.now()
    facts = ([column_values(puzzle) for puzzle in found], is_first, name_of_counts(), beside.digest)
    return page_cache.cached_response(
        request, facts, lambda: _draw(request, wanted, found, is_first, beside)
    )


def _draw(
    request: HttpRequest,
    wanted: PuzzleFilter,
    found: list[Puzzle],
    is_first: bool,
    beside: ListSidebar,
) -> page_cache.TemplateAndContext:
    shown = found if is_first else found[:PAGE]
    is_on = len(found) > PAGE and not is_first
    as_list = request.GET.get("view") == "list"
    view = {"view": "list" if as_list else ""}
    after = request.GET.get("after", "")
    asked = request.GET.copy()
    asked.pop("after", None)
    context = {
        "here": "puzzles",
        "unfurl": open_graph(
            request,
            _("Library"),
            _("Puzzles to solve, by level, size and source."),
            beside.puzzle_of_the_day,
        ),
        "wanted": wanted,
        "ask": drawn_ask(
            get_language() or "", asked.urlencode(), beside, name_of_counts(), not after
        ),
        "total": library_counts().total,
        "cards": [card_of(puzzle) for puzzle in shown],
        "as_list": as_list,
        "is_first": is_first,
        "all_href": address_of(wanted, view | {"order": EASIEST}, {}),
        "next_href": address_of(wanted, view | {"after": str(shown[-1].pk)}, {}) if is_on else "",
        "first_href": address_of(wanted, view, {}) if after else "",
        "sheet_href": address_of(wanted, {"after": after}, {}, "puzzle-sheet"),
        "boards_href": address_of(wanted, {}, {}),
        "list_href": address_of(wanted, {"view": "list"}, {}),
    }
    return "solver/puzzles.html", context


@lru_cache(maxsize=32)
def drawn_ask(
    language: str, query: str, beside: ListSidebar, counted: str, is_start: bool
) -> SafeString:
    """The form that asks for this, and the collections below it: drawn once while what it offers stays."""
    asked = QueryDict(query)
    wanted, counts = PuzzleFilter.of(asked, EASIEST), library_counts()
    fields = bind_values(
        _fields(language, beside, counted), wanted.asked | {"order": [wanted.order]}
    )
    as_list = asked.get("view") == "list"
    context = {
        "wanted": wanted,
        "fields": fields,
        "more": [field for name, field in fields.items() if name not in PLACED],
        "bands": [choice for choice in fields["needs"].choices if choice.value in BANDS],
        "rules": tuple(each for each in fields["needs"].choices if each.value not in BANDS),
        "chips": chips_of(wanted, counts, {"view": "list" if as_list else ""}),
        "bars": counts.bars(wanted),
        "as_list": as_list,
        "is_collection": wanted.collection is not None,
        "collections": () if wanted.is_narrowed else beside.collections,
        "today": beside.puzzle_of_the_day if is_start and not wanted.is_narrowed else None,
    }
    return render_to_string("solver/_puzzles_ask.html", context)


def _found(request: HttpRequest, wanted: PuzzleFilter, length: int) -> tuple[list[Puzzle], bool]:
    """The puzzles of the page, and whether they are one of each kind, for a first visit."""
    after = request.GET.get("after")
    if not any(wanted.asked.values()) and not after:
        found = one_of_each()
        if found:
            return found, True
    return wanted.page(_puzzle_named(after), length), False


@require_safe
def puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """A published puzzle; to those who keep the library any."""
    found = find_puzzle(request, puzzle_id)
    solves = (visitors_solves(request) | published_solves(request)).filter(puzzle=found)
    latest = solves.select_related("puzzle").order_by("-created_at")[:SOLVES]
    count = engine.count_in_time(found.grid, SOLUTIONS + 1, NODES)
    context = {
        "here": "puzzles",
        "puzzle": found,
        "board": draw_small(found.givens, found.box),
        "facts": facts_of(found, count),
        "level": graded_as(found)[0],
        "rating": rating.card_of(found),
        "solutions": [text_of(digits) for digits in count.solutions[:SOLUTIONS]],
        "rows": rows_of(list(latest)),
        "twins": [
            (twin, turn_of(found, twin))
            for twin in twins_of(found).filter(is_published=True)[:TWINS]
        ],
        "collections": found.collections.filter(is_published=True),
        "solve_href": f"{reverse('home')}?{urlencode({'puzzle': found.givens})}",
        "unfurl": puzzle_open_graph(request, found, say_facts(found)),
        "elsewhere": external_links(found.grid),
    }
    return render(request, "solver/puzzle.html", context)


@require_safe
def sheet(request: HttpRequest) -> HttpResponse:
    """The puzzles of a page of the list to print, four a page, with the solutions at the end."""
    wanted = PuzzleFilter.of(request.GET, EASIEST)
    shown, _is_first = _found(request, wanted, SHEET)
    title = wanted.collection.title if wanted.collection else _("Puzzles")
    return render_sheet(request, title, shown, address_of(wanted, {}, {}))


def render_sheet(
    request: HttpRequest,
    title: str,
    shown: Sequence[Puzzle],
    address: str,
    first: int = 1,
    others: Sequence[tuple[int, int]] = (),
) -> HttpResponse:
    """The sheet of these puzzles; `address` is the list that they are from.

    `first` is the number of the first, `others` the first and the last of each sheet of several.
    """
    solutions = list(_solutions_drawn(shown))
    context = {
        "here": "puzzles",
        "title": title,
        "cards": [(number, card_of(puzzle)) for number, puzzle in enumerate(shown, first)],
        "solutions": list(enumerate(solutions, first)),
        "late": range(first + len(solutions), first + len(shown)),
        "first": first,
        "others": others,
        "address": request.build_absolute_uri(address),
        "back_href": address,
    }
    return render(request, "solver/puzzle_sheet.html", context)


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """To the puzzle of the day; to the library while it has none."""
    found = puzzle_of_the_day()
    return redirect(found) if found else redirect("puzzles")


def card_of(puzzle: Puzzle) -> Card:
    level, needs = graded_as(puzzle)
    if puzzle.level:
        level = rating.level_of(puzzle)
    return Card(
        href=puzzle.get_absolute_url() if puzzle.is_published else play_address(puzzle),
        title=puzzle.called or f"{puzzle.givens[:18]}…",
        facts=say_facts(puzzle),
        needs=needs,
        level=level,
        board=draw_small(puzzle.givens, puzzle.box),
    )


def play_address(puzzle: Puzzle) -> str:
    """By its id where everybody may see it; else by its givens, which are all that others know."""
    if puzzle.is_published:
        return reverse("puzzle-play", args=[puzzle.pk])
    return f"{reverse('play')}?{urlencode({'puzzle': puzzle.givens})}"


def say_facts(puzzle: Puzzle) -> str:
    """`26 givens · 16×16`: what may surprise who chooses a puzzle, and no more."""
    facts = [say_givens(puzzle)]
    if puzzle.size != USUAL:
        facts.append(f"{puzzle.size}×{puzzle.size}")
    if puzzle.score is not None:
        facts.append(_("score %(score)s") % {"score": rating.say_number(puzzle.score)})
    if puzzle.verdict == Puzzle.Verdict.UNKNOWN:
        facts.append(_("solutions not counted"))
    elif puzzle.verdict != Puzzle.Verdict.UNIQUE:
        facts.append(str(puzzle.get_verdict_display()))
    return " · ".join(facts)


def graded_as(puzzle: Puzzle) -> tuple[Level | None, str]:
    """The level of a puzzle, and the hardest rule that it needs where the level does not say it."""
    band = engine.BANDS.get(puzzle.grade)
    if band not in BANDS:
        return None, ""
    is_said = grades_of(band) == (puzzle.grade,)
    return level_of(band), "" if is_said else say_grade(puzzle.grade)


def say_givens(puzzle: Puzzle) -> str:
    count = puzzle.clue_count
    return ngettext("%(count)s given", "%(count)s givens", count) % {"count": count}


def facts_of(puzzle: Puzzle, count: engine.Count) -> list[tuple[str, str]]:
    """Facts of a puzzle, each with its name."""
    level, needs = graded_as(puzzle)
    facts = [
        (_("Givens"), str(puzzle.clue_count)),
        (_("Board"), f"{puzzle.size}×{puzzle.size}"),
        (_("Solutions"), say_solutions(count)),
        (
            _("By the articles' rules") if puzzle.level else _("Needs"),
            needs or (level.words if level else ""),
        ),
    ]
    if puzzle.box <= LARGEST_BOX:
        with suppress(engine.BudgetSpent):
            known = engine.facts_of(puzzle.grid)
            facts += [
                (_("Minimal"), say_minimal(known)),
                (_("Symmetry of the givens"), ", ".join(map(_, known.symmetries))),
            ]
    kept = [
        (_("Author"), puzzle.author),
        (_("Source"), puzzle.source),
        (_("Licence"), puzzle.licence),
    ]
    return [(name, words) for name, words in (*facts, *kept) if words]


def say_solutions(count: engine.Count) -> str:
    found = len(count.solutions)
    if found > SOLUTIONS:
        return _("more than %(count)s") % {"count": SOLUTIONS}
    if count.is_complete:
        return str(found) if found else _("none")
    return _("at least %(count)s; not known how many") % {"count": found}


def say_minimal(facts: engine.Facts) -> str:
    if facts.needless is None:
        return ""
    if facts.is_minimal:
        return _("yes, every given is needed")
    count = len(facts.needless)
    return ngettext(
        "no, %(count)s given may go alone", "no, %(count)s givens may each go alone", count
    ) % {"count": count}


def turn_of(one: Puzzle, other: Puzzle) -> str:
    """The way in which one puzzle becomes the other, in words; empty when they are no twins."""
    turn = engine.mapping_between(one.grid, other.grid)
    if turn is None:
        return ""
    words = [_("rows and columns exchanged")] if turn.is_transposed else []
    words += [
        _("rows %(order)s") % {"order": " ".join(str(row + 1) for row in turn.rows)},
        _("columns %(order)s") % {"order": " ".join(str(column + 1) for column in turn.columns)},
        _("digits %(digits)s become %(others)s")
        % {
            "digits": " ".join(str(digit) for digit in range(1, one.size + 1)),
            "others": " ".join(map(str, turn.digits[1:])),
        },
    ]
    return "; ".join(words)


def _solutions_drawn(shown: Sequence[Puzzle]) -> Iterator[SmallBoard | None]:
    """Yield the solution of each, None where it has no single one that is soon found.

    It ends before the last where the time runs out: all together have as much as one search.
    """
    together = engine.Deadline(seconds=settings.REQUEST_SECONDS)
    for puzzle in shown:
        if puzzle.verdict in (Puzzle.Verdict.MULTIPLE, Puzzle.Verdict.NONE):
            yield None
            continue
        is_known = puzzle.verdict == Puzzle.Verdict.UNIQUE
        try:
            with together:
                count = engine.enumerate_solutions(puzzle.grid, 1 if is_known else 2, nodes=NODES)
        except engine.BudgetSpent:
            return
        is_one = bool(count.solutions) if is_known else count.verdict == "unique"
        yield draw_small(text_of(count.solutions[0]), puzzle.box) if is_one else None


def _puzzle_named(text: str | None) -> Puzzle | None:
    """The published puzzle of that id, None without an id; Http404 when there is none."""
    if not text:
        return None
    try:
        return get_object_or_404(Puzzle, pk=uuid.UUID(text), is_published=True)
    except ValueError:
        raise Http404("no such page") from None


@lru_cache(maxsize=8)
def _fields(_language: str, _beside: ListSidebar, _counted: str) -> dict[str, Field]:
    """The fields of the form while nothing is asked, with how many puzzles each checkbox would find."""
    counts = library_counts()
    count_of = {
        "size": lambda size: counts.of_size(int(size)),
        "solutions": counts.of_verdict,
        "needs": lambda name: counts.of_grades(grades_of(name)),
    }
    return {
        name: field.counted(count_of[name]) if name in count_of else field
        for name, field in fields_of(FILTERS).items()
    }


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Keep what stands on the front page's board in the library, for those who may; then its admin page."""
    if not request.user.has_perm("solver.add_puzzle"):
        raise PermissionDenied
    form = SubmissionForm.from_data(request.POST)
    if form.grid is not None and form.grid.marks:
        form.grid, form.error = None, _("The library keeps puzzles, without pencil marks.")
    if form.grid is None:
        return render_home(request, form, status=400)
    kept = Puzzle.objects.filter(givens=form.grid.text).first()
    if kept is None or kept.in_inbox:
        kept = kept or Puzzle(givens=form.grid.text, box=form.grid.box)
        kept.in_inbox = False
        with suppress(engine.BudgetSpent):
            catalogue.examine([kept])
        kept.save()
        catalogue.log(owner_of(request).user, [kept], ADDITION, _("Entered on the board"))
        twin = twins_of(kept).first()
        if twin:
            said = _("This is %(puzzle)s turned round; its page says how.") % {"puzzle": twin}
            messages.warning(request, said)
    else:
        messages.info(request, _("The library has it already."))
    return redirect("admin:solver_puzzle_change", kept.pk)
