"""The editors' list of puzzles: cells edited in place, columns to choose, and puzzles found by any part."""

import random

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, morph

from solver.models import Collection, Job, Puzzle, User
from solver.puzzles import catalogue

pytestmark = pytest.mark.django_db
LIST = "/admin/solver/puzzle/"


@pytest.fixture
def puzzle() -> Puzzle:
    return Puzzle.objects.create(givens=ARTICLE_000, title="One", tags=["a"])


def edit(client: Client, puzzle: Puzzle, field: str, value: str, was: str):
    data = {"field": field, "value": value, "was": was}
    return client.post(f"{LIST}{puzzle.pk}/cell/", data)


@pytest.mark.parametrize(
    ("field", "was", "value", "stored"),
    [
        ("title", "One", "Über den Dächern", {"title": "Über den Dächern"}),
        ("title", "One", "", {"title": ""}),
        ("tags", "a", "b, c, b", {"tags": ["b", "c"]}),
        ("level", "", "4", {"level": 4, "is_level_set": True}),
        ("is_published", "", "1", {"is_published": True}),
    ],
)
def test_cell_is_saved_and_can_be_undone(librarian, puzzle, field, was, value, stored):
    answer = edit(librarian, puzzle, field, value, was)
    assert (answer.status_code, answer.json()["error"]) == (200, "")
    puzzle.refresh_from_db()
    assert {name: getattr(puzzle, name) for name in stored} == stored
    job = Job.objects.get()
    assert job.counts == {"changed": 1}
    assert not edit(librarian, puzzle, field, was, answer.json()["value"]).json()["error"]


def test_second_editor_of_a_cell_is_told(librarian, admin_client, puzzle):
    edit(admin_client, puzzle, "title", "Theirs", "One")
    answer = edit(librarian, puzzle, "title", "Mine", "One")
    told = answer.json()
    assert "admin has changed this to “Theirs” meanwhile" in told["error"]
    assert (told["value"], told["shown"]) == ("Theirs", "Theirs")
    assert not edit(librarian, puzzle, "tags", "x", "a").json()["error"]  # another cell
    assert Puzzle.objects.get().title == "Theirs"


@pytest.mark.parametrize(
    ("field", "value", "was"),
    [
        ("title", "x" * 201, "One"),
        ("title", "a\u202eb", "One"),
        ("tags", "x" * 51, "a"),
        ("level", "9", ""),
        ("is_published", "maybe", ""),
    ],
)
def test_wrong_value_is_told_and_not_saved(librarian, puzzle, field, value, was):
    answer = edit(librarian, puzzle, field, value, was)
    assert answer.json()["error"]
    assert answer.json()["value"] is None
    assert not Job.objects.exists()


def test_cell_needs_the_permission_and_a_known_field(librarian, puzzle):
    user = User.objects.create_user("viewer", is_staff=True)
    user.groups.add(Group.objects.get(name="Viewer"))
    viewer = Client()
    viewer.force_login(user)
    assert edit(viewer, puzzle, "title", "x", "One").status_code == 403
    assert edit(librarian, puzzle, "givens", "x", ARTICLE_000).status_code == 404
    assert "cells.js" not in viewer.get(LIST).content.decode()
    assert "cells.js" in librarian.get(LIST).content.decode()


def test_columns_are_chosen_and_kept(librarian, puzzle):
    shelf = Collection.objects.create(title="My shelf", slug="shelf")
    catalogue.collect(shelf.pk, [puzzle.pk])
    assert "My shelf</td>" not in librarian.get(LIST).content.decode()
    chosen = {"choose_columns": "1", "column": ["shelf_names", "bogus"], "tight": "1"}
    assert librarian.post(f"{LIST}?q=One", chosen).url == f"{LIST}?q=One"
    page = librarian.get(LIST).content.decode()
    assert "My shelf</td>" in page
    assert "field-called" not in page
    assert "tight" in page
    librarian.cookies["desk-columns"] = "column=nothing"
    assert "field-called" in librarian.get(LIST).content.decode()


@pytest.fixture
def library(puzzle) -> dict[str, Puzzle]:
    twin = morph(ARTICLE_000, random.Random(3))
    made = {
        "one": puzzle,
        "two": Puzzle.objects.create(givens=ARTICLE_001, title="1234 words"),
        "three": Puzzle.objects.create(givens=ALESCARGOT),
        "twin": Puzzle.objects.create(givens=twin),
    }
    catalogue.examine(list(made.values()))
    Puzzle.objects.bulk_update(made.values(), catalogue.FACTS)
    return made


def found(client: Client, text: str) -> set[str]:
    return {p.givens for p in client.get(LIST, {"q": text}).context["cl"].result_list}


def lines_of(givens: str) -> list[str]:
    return [givens[row : row + 9].replace("0", ".") for row in range(0, 81, 9)]


def test_puzzle_is_found_by_any_part_of_its_givens(librarian, library):
    inner = library["three"].givens[20:34]
    assert library["three"].givens in found(librarian, inner)
    assert library["three"].givens in found(librarian, inner.replace("0", "."))
    rows = lines_of(library["three"].givens)
    assert found(librarian, " ".join(rows[3:6])) == {library["three"].givens}
    assert library["two"].givens in found(librarian, "1234")  # a word


@pytest.mark.parametrize("form", ["\n", " ", ""])
def test_pasted_puzzle_is_found_with_its_twins(librarian, library, form):
    both = {library["one"].givens, library["twin"].givens}
    assert found(librarian, form.join(lines_of(ARTICLE_000))) == both
    assert found(librarian, form.join(lines_of(library["twin"].givens))) == both


def test_text_that_is_no_puzzle_finds_words(librarian, library):
    assert found(librarian, "1234 words") == {library["two"].givens}
    assert found(librarian, "a long text without any puzzle in it, of many words") == set()


def chips(client: Client, address: str = LIST) -> dict[str, int | None]:
    rows = client.get(address).context["cl"].first_rows
    return {f"{row.title} {chip.words}": chip.count for row in rows for chip in row.chips}


@pytest.mark.parametrize(
    "query",
    ["", "?level__exact=2", "?is_published__exact=0&level__exact=1", "?grade=-", "?o=3&p=1"],
)
def test_long_list_has_the_same_counts_as_a_short_one(librarian, library, monkeypatch, query):
    Puzzle.objects.filter(title="One").update(is_published=True, level=2)
    Puzzle.objects.filter(title="").update(level=1)
    Puzzle.objects.filter(pk=library["twin"].pk).update(grade="", grade_rank=None)
    exact = chips(librarian, LIST + query)
    monkeypatch.setattr("solver.admin.model_admin.COUNTED", 0)
    assert chips(librarian, LIST + query) == exact


def test_long_list_counts_nothing_that_it_does_not_know(librarian, library, monkeypatch):
    monkeypatch.setattr("solver.admin.model_admin.COUNTED", 0)
    assert set(chips(librarian, f"{LIST}?q=words").values()) == {None}
    assert set(chips(librarian, f"{LIST}?tag=a").values()) == {None}


def test_tags_of_the_site_are_in_the_language_of_the_page(librarian, puzzle):
    Puzzle.objects.update(tags=["needs x-wing", "mine"])
    page = librarian.get(LIST, headers={"Accept-Language": "de"}).content.decode()
    assert 'data-value="needs x-wing, mine">braucht X-Wing, mine</a>' in page
