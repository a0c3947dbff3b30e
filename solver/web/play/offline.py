"""What makes the site an app: its manifest, and the worker that keeps games for when there is no network."""

import hashlib
import json
import uuid
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from solver.boards.levels import Level
from solver.engine.rating import LEVELS
from solver.operations.asked_again import for_everybody
from solver.puzzles import pool

from ..page_cache import drawn_response

MOST_KEPT = 3  # puzzles of a level
SIZES = (192, 512)  # of the icons
MADE_FROM = (
    ("templates", "html"),
    ("locale", "mo"),
    ("solver/static", "js"),
    ("solver/static", "css"),
)


@for_everybody
def worker(request: HttpRequest) -> HttpResponse:
    """Answer the worker's script: what it keeps, which changes from week to week, and its code.

    The version follows from the files and templates, so that each change of them is kept anew.
    """
    year, week, _day = timezone.now().date().isocalendar()
    start = uuid.UUID(hashlib.md5(f"{year} {week}".encode(), usedforsecurity=False).hexdigest())
    levels = {
        level: [reverse("puzzle-play", args=[pk]) for pk in _some(level, start)] for level in LEVELS
    }
    code = static("solver/js/worker.js")
    named = json.dumps([digest_of_files(), levels], sort_keys=True)
    kept = {
        "version": hashlib.sha256(named.encode()).hexdigest()[:12],
        "lobby": reverse("play"),
        "offline": reverse("offline"),
        "static": settings.STATIC_URL,
        "levels": levels,
    }
    script = f"const KEPT = {json.dumps(kept)};\nimportScripts({json.dumps(code)});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@cache
def digest_of_files() -> str:
    """Return a digest of all sources of the kept pages: templates, words, scripts and styles."""
    digest = hashlib.sha256()
    for folder, suffix in MADE_FROM:
        for path in sorted((settings.BASE_DIR / folder).rglob(f"*.{suffix}")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def offline(request: HttpRequest) -> HttpResponse:
    """Show the page with which the worker answers for those that it does not keep."""
    levels = [(Level.named(name), f"{reverse('play')}?level={name}") for name in LEVELS]
    return drawn_response(request, "solver/offline.html", {"here": "play", "levels": levels})


def _some(level: str, start: uuid.UUID) -> list[uuid.UUID]:
    """Return some puzzles of a level, those after `start` first."""
    ids = pool.puzzles(pool.PoolQuery(level=level)).order_by("pk").values_list("pk", flat=True)
    after = list(ids.filter(pk__gt=start)[:MOST_KEPT])
    return after + list(ids.filter(pk__lte=start)[: MOST_KEPT - len(after)])


@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Answer the manifest, by which a browser installs the site."""
    said = {
        "name": "Sudoku by sets",
        "short_name": "Sudoku",
        "description": _("A new game of each level, the puzzles of the day, and drills."),
        "id": "/",
        "start_url": reverse("play"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [
            {
                "src": static(f"solver/icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size in SIZES
            for purpose in ("any", "maskable")
        ],
    }
    return HttpResponse(json.dumps(said), content_type="application/manifest+json")
