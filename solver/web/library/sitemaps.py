"""Sitemaps of the public pages, and robots.txt."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.sitemaps import Sitemap, views
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from solver import engine
from solver.models import Puzzle
from solver.operations.asked_again import for_everybody
from solver.puzzles.course import COURSE

from .daily import archive

# Personal, for programs, or endless. Solves are not listed, because link previews obey robots.txt too.
NOT_FOR_THEM = ("account", "admin", "api", "batches", "compare", "embed", "jobs", "status")


class PageSitemap(Sitemap):
    """The fixed pages, and one for each rule, each lesson and each day of the archive."""

    def items(self) -> Sequence[str]:
        rules = [reverse("technique", args=[slugify(name)]) for name in engine.techniques()]
        lessons = [reverse("lesson", args=[lesson.name]) for lesson in COURSE]
        return [
            *map(reverse, ("home", "puzzles", "daily", "make", "techniques", "learn")),
            *rules,
            *lessons,
            *archive(),
        ]

    def location(self, item: str) -> str:
        return item


class PuzzleSitemap(Sitemap):
    """The published puzzles, oldest first, so that a full page of the sitemap never changes."""

    limit = 2_000  # per page, about 0.2 MB and 0.2 s of CPU

    def items(self) -> QuerySet[Puzzle]:
        published = Puzzle.objects.filter(is_published=True)
        return published.only("id", "created_at").order_by("created_at", "id")

    def lastmod(self, item: Puzzle) -> datetime:
        return item.created_at

    def get_latest_lastmod(self) -> None:
        """Return None, because Django's own would read every puzzle."""
        return


SITEMAPS: dict[str, type[Sitemap] | Sitemap] = {"pages": PageSitemap, "puzzles": PuzzleSitemap}


@for_everybody
@require_safe
def sitemaps(request: HttpRequest) -> HttpResponse:
    """Return the index of the site's sitemaps."""
    return views.index(request, SITEMAPS, sitemap_url_name="sitemap")


@for_everybody
@require_safe
def sitemap(request: HttpRequest, section: str) -> HttpResponse:
    return views.sitemap(request, SITEMAPS, section)


@for_everybody
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    index = request.build_absolute_uri(reverse("sitemaps"))
    lines = [
        "User-agent: *",
        *(f"Disallow: /{place}/" for place in NOT_FOR_THEM),
        f"Sitemap: {index}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
