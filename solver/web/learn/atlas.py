"""The atlas: every kind of technique by its level, with a miniature, found by any name it has somewhere."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _, gettext_lazy, override
from django.views.decorators.http import require_safe

from solver import engine
from solver.boards.levels import Level
from solver.boards.miniature import draw_miniature
from solver.engine.core.deadline import unlimited
from solver.engine.ladder.stored import examples
from solver.engine.rating import LEVELS
from solver.engine.techniques.atlas import INSTEAD, MISSING, aliases_of, kinds_with_rare, level_of
from solver.engine.techniques.kinds import Kind
from solver.engine.techniques.rungs import rungs
from solver.puzzles.frequency import NeedCounts, count_needs

from ..labels import say_rule, technique_href
from ..page_cache import Rendering, cached_response

Family = tuple[Kind, ...]
Found = tuple[str, str]  # a name, and its technique
LITTLE = {"with", "and", "of", "the", "mit", "und"}
MOST_ASKED = 60  # characters of a search
WORDS = {
    "easy": gettext_lazy("Look, and it is there"),
    "medium": gettext_lazy("Two and three cells together"),
    "hard": gettext_lazy("Patterns across the board"),
    "unfair": gettext_lazy("Chains and almost locked sets"),
    "extreme": gettext_lazy("Proofs"),
}


@require_safe
def atlas(request: HttpRequest) -> HttpResponse:
    """Show the families of techniques by level. `?q=` leaves those with such a name, here or elsewhere."""
    counts = count_needs()
    return cached_response(request, counts.facts, lambda: _draw_atlas(request, counts))


def _draw_atlas(request: HttpRequest, counts: NeedCounts) -> Rendering:
    asked = request.GET.get("q", "")[:MOST_ASKED].strip()
    tiles: dict[str, list[dict[str, Any]]] = {name: [] for name in LEVELS}
    # A name may be two: `Nice Loop/AIC`.
    searches = ((asked, _find_name), (asked, _find_words), (asked.rpartition("/")[2], _find_name))
    found = next(filter(None, (_find(*each) for each in searches)), [])
    for family, name, technique in found:
        tiles[level_of(family[0])].append(_tile(family, counts, name, technique))
    context = {
        "here": "techniques",
        "asked": asked,
        "missing": [] if found else _missing(asked),
        "levels": [
            {
                "name": name,
                "level": Level.named(name),
                "words": str(WORDS[name]),
                "tiles": tiles[name],
            }
            for name in LEVELS
            if tiles[name]
        ],
        "rare": [
            {"name": say_rule(name), "href": technique_href(name)}
            for name in sorted(engine.techniques(), key=say_rule)
        ],
    }
    return "solver/techniques.html", context


def _tile(family: Family, counts: NeedCounts, name: str, technique: str) -> dict[str, Any]:
    kind, title = family[0], capfirst(str(family[0].title))
    techniques = [each for kind in family for each in kind.techniques]
    return {
        "title": title,
        "line": str(kind.line),
        "href": technique_href(technique) or technique_href(kind.techniques[0]),
        "miniature": miniature_of(kind.techniques[0]),
        "needed": say_needed(counts.needing(techniques), counts.puzzles),
        # Of its techniques, for the script.
        "slugs": " ".join(slugify(each) for each in techniques),
        "found": "" if not name or plain(name) in plain(title) else name,
    }


def say_needed(count: int, puzzles: int) -> str:
    """Return how often something is needed, or "" if it is not known."""
    if not puzzles:
        return ""
    if not count:
        return _("in none of %(count)d puzzles") % {"count": puzzles}
    every = round(puzzles / count)
    return _("in 1 puzzle of %(count)d") % {"count": every} if every > 1 else _("in most puzzles")


# --- Names --------------------------------------------------------------------------------------------


def plain(name: str) -> str:
    """Return a name without what people write differently: capitals, hyphens, blanks, accents and umlauts."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    same = "".join(letter for letter in letters if letter.isalnum())
    return re.sub("([aou])e", r"\1", same.replace("color", "colour"))


def _find(asked: str, find: Callable[[Family, str], Found | None]) -> list[tuple[Family, str, str]]:
    return [(family, *met) for family in kinds_with_rare() if (met := find(family, asked))]


def _find_name(family: Family, asked: str) -> Found | None:
    """Return the first name in a family that contains what is asked, and its technique, or None.

    A whole name comes before a part. Without a search every family is found, under no name.
    """
    if not asked:
        return "", family[0].techniques[0]
    letters = plain(asked)
    met = [
        pair for kind in family for pair in names_of(kind) if letters and letters in plain(pair[0])
    ]
    return min(met, key=lambda pair: plain(pair[0]) != letters, default=None)


def _find_words(family: Family, asked: str) -> Found | None:
    """Return the first technique of a family whose names together have each word that is asked for, or None.

    Endings are left out, such as those of plurals.
    """
    words = [plain(word).rstrip("esn") for word in re.findall(r"\w{2,}|\d", asked)]
    said = [word for word in words if word not in LITTLE]
    for kind in family:
        for technique in kind.techniques:
            names = [name for name, of in names_of(kind) if of == technique]
            together = " ".join(map(plain, names))
            if said and all(word in together for word in said):
                return say_rule(technique), technique
    return None


def _missing(asked: str) -> list[tuple[str, str]]:
    """Return the names and the words of techniques that this site does not have."""
    letters = plain(asked)
    return [
        (names, str(words))
        for names, words in MISSING.items()
        if len(letters) > 2 and any(letters in plain(name) for name in names.split(", "))
    ]


@cache
def names_of(kind: Kind) -> tuple[tuple[str, str], ...]:
    """Return each name of a kind's techniques in all languages, and elsewhere, with the technique."""
    return tuple(dict.fromkeys(_names(kind)))


def _names(kind: Kind) -> Iterator[tuple[str, str]]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            yield capfirst(str(kind.title)), kind.techniques[0]
            yield from ((say_rule(name), name) for name in kind.techniques)
    yield from ((alias, name) for name in kind.techniques for alias in aliases_of(name))
    yield from ((other, name) for other, name in INSTEAD.items() if name in kind.techniques)


# --- Miniatures ---------------------------------------------------------------------------------------


@cache
@unlimited()
def miniature_of(name: str) -> SafeString:
    """Return the pattern of a technique, drawn from a step that it finds."""
    found = examples(name)
    if found:
        position = found[0].position
        deduction = next(rungs()[name].find(position))
        geometry = position.masks.geometry
        return draw_miniature(geometry, deduction.step(position), found[0].candidates)
    board = engine.find_technique(name).examples[0].board()
    step = next(iter(engine.find_technique(name).find(board)))
    return draw_miniature(board.geometry, step, tuple(board.candidates))
