"""What is drawn once and put into many pages is what it would be if it were drawn for each of them."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.utils.translation import override
from puzzles import ARTICLE_000

from solver.models import Collection, Membership, Puzzle, User
from solver.web import fragment_cache

TEMPLATES = Path(settings.BASE_DIR, "templates")
OF_A_VISITOR = re.compile(r"\b(request|user|perms|messages|csrf_token)\b")
HEADER = '{% load parts %}{% part "_header.html" here=here name=name %}'


def header(**context) -> str:
    return engines["django"].from_string(HEADER).render(context)


def named_parts() -> set[str]:
    """The templates that are parts of others, and what these include."""
    texts = {
        str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")
    }
    found = set(re.findall(r'{% part "([^"]+)"', "".join(texts.values())))
    for name in found.copy():
        found |= set(re.findall(r'{% include "([^"]+)"', texts[name]))
    return found


def test_cached_parts_never_read_the_visitor():
    assert "solver/_row.html" in named_parts()
    asked = {name: OF_A_VISITOR.findall((TEMPLATES / name).read_text()) for name in named_parts()}
    assert not [name for name, found in asked.items() if found]
    assert "ada" not in header(here="home", name="", user=User(username="ada"))


def test_part_renders_once_for_the_same_arguments():
    header(here="learn", name="grace")
    before = fragment_cache.render_cached.cache_info()
    again, other = header(here="learn", name="grace"), header(here="learn", name="<b>")
    after = fragment_cache.render_cached.cache_info()
    assert (after.hits - before.hits, after.misses - before.misses) == (1, 1)
    assert ">grace<" in again
    assert "grace" not in other
    assert "&lt;b&gt;" in other


def test_part_differs_by_language():
    with override("de"):
        assert "Bibliothek" in header(here="home", name="")
    assert "Library" in header(here="home", name="")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/puzzles/", "/puzzles/?size=9", "/puzzles/?view=list"])
def test_library_page_shows_changed_collections_at_once(client, address):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, is_published=True, verdict="unique", level=2)
    shelf = Collection.objects.create(title="Easy ones", slug="easy-ones", is_published=True)
    Membership.objects.create(collection=shelf, puzzle=puzzle, position=1)

    def page() -> str:
        return client.get(address).content.decode()

    assert "Easy ones" in page()
    Collection.objects.update(title="Hard ones")
    assert "Hard ones" in page()
    assert "Easy ones" not in page()
    shelf.delete()
    assert "Hard ones" not in page()
    Puzzle.objects.update(title="A new name", tags=["a-new-tag"])
    assert page().count("A new name") >= (
        1 if "size" in address else 2
    )  # also as the one of the day
    assert "a-new-tag" in page()
    Puzzle.objects.filter(pk=puzzle.pk).update(is_published=False)
    assert "A new name" not in page()
