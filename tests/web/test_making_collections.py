"""A collection is made on one page: found, picked by level, put in order, titled, and given a time."""

import random
import re
from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, morph

from solver import engine
from solver.boards.pdf import SheetBoard, write_sheet
from solver.engine.core.shape import parse
from solver.jobs import running
from solver.models import Collection, Job, Puzzle
from solver.puzzles import catalogue, collections, seed_puzzles

pytestmark = pytest.mark.django_db
NEW = "/admin/solver/collection/make/"


@pytest.fixture
def drafts() -> list[Puzzle]:
    """Six drafts, two of each of three levels, and a twin of the first."""
    lines = [puzzle.givens for puzzle in seed_puzzles.puzzles() if puzzle.box == 3][:6]
    lines.insert(1, morph(lines[0], random.Random(5)).replace(".", "0"))
    made = [Puzzle.objects.create(givens=line) for line in lines]
    catalogue.examine(made)
    for at, puzzle in enumerate(made):
        puzzle.level = 1 + at // 3
    Puzzle.objects.bulk_update(made, [*catalogue.FACTS, "level"])
    return made


def press(client: Client, button: str, value: str = "1", address: str = NEW, **fields):
    data = {"title": "Issue 3/2026", "when": "", **fields, button: value}
    return client.post(address, data)


def chosen(page) -> list[str]:
    return [str(card["puzzle"].pk) for card in page.context["chosen"]]


def test_picks_of_each_level_without_twins(librarian, drafts):
    picked = chosen(press(librarian, "pick", each="2", no_twins="on"))
    levels = [Puzzle.objects.get(pk=pk).level for pk in picked]
    assert levels == [1, 1, 2, 2, 3]
    forms = {Puzzle.objects.get(pk=pk).canonical for pk in picked}
    assert len(forms) == 5
    with_twins = chosen(press(librarian, "pick", each="3"))
    assert len(with_twins) == 7
    assert not Collection.objects.exists()  # nothing is saved yet


def test_picks_none_that_is_used_or_whose_twin_is_published(librarian, drafts):
    Puzzle.objects.filter(pk=drafts[0].pk).update(is_published=True)
    shelf = Collection.objects.create(title="Other", slug="other")
    catalogue.collect(shelf.pk, [drafts[6].pk])
    picked = chosen(press(librarian, "pick", each="9", no_twins="on"))
    assert str(drafts[1].pk) not in picked
    assert str(drafts[6].pk) not in picked
    assert len(picked) == 5


def test_order_is_changed_without_a_script(librarian, drafts):
    ids = [str(puzzle.pk) for puzzle in drafts[:3]]
    up = chosen(press(librarian, "up", ids[2], puzzle=ids))
    assert up == [ids[0], ids[2], ids[1]]
    assert chosen(press(librarian, "down", ids[2], puzzle=ids)) == ids
    assert chosen(press(librarian, "out", ids[0], puzzle=ids)) == ids[1:]
    assert chosen(press(librarian, "add", str(drafts[4].pk), puzzle=ids)) == [
        *ids,
        str(drafts[4].pk),
    ]
    assert chosen(press(librarian, "up", "nonsense", puzzle=[*ids, "x"])) == ids


def test_finds_by_words_level_and_part(librarian, drafts):
    page = press(librarian, "find", level="2")
    assert {card["puzzle"].level for card in page.context["found"]} == {2}
    page = press(librarian, "find", q=drafts[5].givens[20:40])
    assert [card["puzzle"] for card in page.context["found"]] == [drafts[5]]


def test_saves_and_undoes_order_titles_and_time(librarian, drafts):
    ids = [str(drafts[at].pk) for at in (2, 0, 4)]
    when = librarian.get(NEW).context["form"].fields["when"].choices[1][0]
    rule = {"rule": "Issue 3/2026 · #", "when": when}
    answer = press(librarian, "save", puzzle=ids, **rule)
    shelf = Collection.objects.get()
    assert answer.url == f"/admin/solver/collection/{shelf.pk}/make/"
    assert (shelf.title, shelf.slug) == ("Issue 3/2026", "issue-3-2026")
    assert shelf.publish_at.isoformat() == when
    assert [str(pk) for pk in shelf.puzzle_ids] == ids
    titles = [Puzzle.objects.get(pk=pk).title for pk in ids]
    assert titles == ["Issue 3/2026 · 1", "Issue 3/2026 · 2", "Issue 3/2026 · 3"]
    again = press(librarian, "save", address=answer.url, puzzle=ids[:1], rule="", when="")
    assert again.status_code == 302
    shelf.refresh_from_db()
    assert (shelf.puzzle_ids, shelf.publish_at) == ([drafts[2].pk], None)
    second, first = Job.objects.order_by("-created_at")
    undone = undo(librarian, second)
    shelf.refresh_from_db()
    assert [str(pk) for pk in shelf.puzzle_ids] == ids
    assert shelf.publish_at.isoformat() == when
    gone = undo(librarian, first)
    assert not Collection.objects.exists()
    assert not Puzzle.objects.exclude(title="").exists()
    undo(librarian, gone)
    back = Collection.objects.get()
    assert [str(pk) for pk in back.puzzle_ids] == ids
    assert (back.title, back.publish_at.isoformat()) == ("Issue 3/2026", when)
    undo(librarian, undone)
    assert Collection.objects.get().puzzle_ids == [drafts[2].pk]


def test_titles_by_the_rule_follow_the_title_of_the_collection(librarian, drafts):
    Collection.objects.create(title="Issue 3/2026", slug="issue-3-2026")
    page = librarian.get("/admin/solver/collection/make/").content.decode()
    assert 'name="rule" value="Issue 4/2026 · #"' in page
    ids = [str(puzzle.pk) for puzzle in drafts[:3]]
    Puzzle.objects.filter(pk=ids[2]).update(title="Its own")
    suggested = {"named": "Issue 4/2026", "rule": "Issue 4/2026 · #"}
    made = press(librarian, "save", puzzle=ids, **suggested, title="Summer")

    def titles() -> list[str]:
        return [Puzzle.objects.get(pk=pk).title for pk in ids]

    assert titles() == ["Summer · 1", "Summer · 2", "Its own"]
    page = librarian.get(made.url).content.decode()
    assert 'name="rule" value="Summer · #"' in page
    again = {"named": "Summer", "rule": "Summer · #", "title": "Winter"}
    press(librarian, "save", address=made.url, puzzle=ids[::-1], **again)
    assert titles() == ["Winter · 3", "Winter · 2", "Its own"]


def test_time_alone_is_undone(librarian):
    shelf = Collection.objects.create(title="Issue", slug="issue")
    when = librarian.get(NEW).context["form"].fields["when"].choices[1][0]
    address = f"/admin/solver/collection/{shelf.pk}/make/"
    press(librarian, "save", address=address, title="Issue", when=when)
    undo(librarian, Job.objects.get())
    shelf.refresh_from_db()
    assert shelf.publish_at is None


@pytest.mark.parametrize(
    ("opened", "saved"),
    [
        ("2027-12-31T23:59:59Z", "2028-01-01T00:00:01Z"),
        ("2028-02-29T05:59:59Z", "2028-02-29T06:00:01Z"),
    ],
    ids=["midnight", "morning"],
)
def test_time_that_came_while_it_was_chosen_is_saved(request, monkeypatch, opened, saved):
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(opened))
    librarian = request.getfixturevalue("librarian")
    when = librarian.get(NEW).context["form"].fields["when"].choices[1][0]
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(saved))
    assert press(librarian, "save", when=when).status_code == 302
    assert Collection.objects.get().publish_at.isoformat() == when
    choices = librarian.get(NEW).context["form"].fields["when"].choices
    assert len(choices) == 9  # none, seven mornings, another time
    assert (when in dict(choices)) == (when > saved)


def test_change_on_the_page_of_a_collection_is_undone(librarian):
    shelf = Collection.objects.create(title="Issue", slug="issue")
    time = {"publish_at_0": "2030-01-07", "publish_at_1": "06:00"}
    data = {"title": "Other", "slug": "issue", "description": "", "position": "3", **time}
    librarian.post(f"/admin/solver/collection/{shelf.pk}/change/", data)
    shelf.refresh_from_db()
    assert shelf.publish_at is not None
    undo(librarian, Job.objects.get())
    shelf.refresh_from_db()
    assert (shelf.title, shelf.position, shelf.publish_at) == ("Issue", 0, None)


def test_new_collection_that_others_have_filled_stays(librarian, drafts):
    press(librarian, "save", puzzle=[str(drafts[0].pk)])
    shelf = Collection.objects.get()
    catalogue.collect(shelf.pk, [drafts[1].pk])
    undone = undo(librarian, Job.objects.get())
    assert undone.counts == {"later": 1}
    assert shelf.puzzle_ids == [drafts[1].pk]


def undo(client: Client, job: Job) -> Job:
    """Press the button on the page of the action, and have it done."""
    assert "Undo</button>" in client.get(job.get_absolute_url()).content.decode()
    client.post(f"/jobs/{job.pk}/undo/")
    undone = Job.objects.latest("created_at")
    running.run(undone.pk)
    undone.refresh_from_db()
    return undone


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"title": ""}, "This field is required."),
        ({"when": "other"}, "Enter the time."),
        ({"when": "other", "at": "Monday"}, "Enter a valid date/time."),
        ({"when": "2026-13-01"}, "Select a valid choice."),
        ({"title": "a\u202eb"}, "errorlist"),
    ],
)
def test_wrong_values_are_told(librarian, drafts, fields, words):
    page = press(librarian, "save", **{"puzzle": [str(drafts[0].pk)], **fields})
    assert words in page.content.decode()
    assert chosen(page) == [str(drafts[0].pk)]
    assert not Collection.objects.exists()


def test_next_issue_is_offered(librarian):
    Collection.objects.create(title="Issue 12", slug="issue-12")
    assert 'value="Issue 13"' in librarian.get(NEW).content.decode()
    assert collections.next_title("Heft 3/2026") == "Heft 4/2026"
    assert collections.next_title("Nr. 09 – 2026, Sommer") == "Nr. 10 – 2026, Sommer"
    assert collections.next_title("Jahrbuch 2026") == "Jahrbuch 2027"
    assert collections.next_title("No number") == ""
    assert collections.slug_of("Über den Dächern") == "ueber-den-daechern"


def test_page_needs_permissions(client, django_user_model):
    user = django_user_model.objects.create_user("moderator", is_staff=True)
    client.force_login(user)
    assert client.get(NEW).status_code == 403


class TestSheet:
    def test_has_the_puzzles_and_their_solutions(self, librarian, drafts):
        shelf = Collection.objects.create(title="Für (alle)", slug="shelf")
        catalogue.collect(shelf.pk, [puzzle.pk for puzzle in drafts])
        answer = librarian.get(f"/admin/solver/collection/{shelf.pk}/sheet.pdf")
        assert answer.headers["Content-Type"] == "application/pdf"
        content = answer.content
        assert content.count(b"/Type /Page ") == 3  # six, one more, and all solutions
        assert b"(F\xfcr \\(alle\\))" in content
        given = sum(puzzle.clue_count for puzzle in drafts)
        digits = re.findall(rb"\(([1-9])\) Tj", content)
        assert len(digits) == given + 7 * 81

    def test_boards_of_other_shapes_have_their_signs_and_rules(self, librarian):
        shelf = Collection.objects.create(title="Others", slug="others")
        shapes = {"9x9 diagonals windows": 2, "9x9 anti-knight": 0, "6x6": 0}
        for name in shapes:
            shape = parse(name)
            empty = engine.Grid(shape, (0,) * shape.size**2)
            (whole,) = engine.enumerate_solutions(empty, limit=1).solutions
            puzzle = Puzzle.of(engine.Grid(shape, (0, *whole[1:])))
            puzzle.save()
            catalogue.collect(shelf.pk, [puzzle.pk])
        content = librarian.get(f"/admin/solver/collection/{shelf.pk}/sheet.pdf").content
        # Of puzzles and solutions, two lines along diagonals, and four outlines.
        assert (content.count(b"[] 0 d"), content.count(b"[3 2] 0 d")) == (4, 8)
        assert b"(Both diagonals have each digit once. Each window" in content
        assert b"(Cells a knight\x92s move apart have different digits.)" in content
        assert len(re.findall(rb"\(([1-9])\) Tj", content)) == 2 * (81 + 81 + 36) - 3

    def test_table_of_places_is_right(self):
        boards = [
            SheetBoard(name, engine.read(line))
            for name, line in (("A", ARTICLE_000), ("数独", ARTICLE_001), ("C", ALESCARGOT))
        ]
        content = write_sheet("Sheet", "Solutions", boards)
        at = int(content.rsplit(b"startxref\n")[1].split()[0])
        assert content[at : at + 4] == b"xref"
        places = [int(row[:10]) for row in content[at:].split(b"\n")[3:] if row.endswith(b"n ")]
        for number, place in enumerate(places, 1):
            assert content[place:].startswith(b"%d 0 obj" % number)
        for length, drawing in re.findall(
            rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", content, re.DOTALL
        ):
            assert int(length) == len(drawing)
