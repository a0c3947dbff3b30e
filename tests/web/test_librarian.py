"""A Librarian who is no superuser keeps the library: enters, tags, collects, publishes, exports, and more."""

import random

import pytest
from django.contrib.auth.models import Group
from django.core.files.base import ContentFile
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, morph

from solver.jobs import running
from solver.library import catalogue
from solver.library.files.reading import items_in_text
from solver.library.files.writing import writable
from solver.models import Collection, Job, Puzzle, Solve, User

pytestmark = pytest.mark.django_db
LIST = "/admin/solver/puzzle/"


@pytest.fixture
def librarian(client: Client) -> Client:
    user = User.objects.create_user("librarian", is_staff=True)
    user.groups.add(Group.objects.get(name="Librarian"))
    client.force_login(user)
    return client


@pytest.fixture
def three() -> list[Puzzle]:
    lines = {"One": ARTICLE_000, "Two": ARTICLE_001, "Three": ALESCARGOT}
    return [Puzzle.objects.create(givens=line, title=title) for title, line in lines.items()]


def act(client: Client, action: str, puzzles: list[Puzzle], **more) -> Job:
    """Choose an action for these puzzles in the list, and have its job done."""
    data = {"action": action, "_selected_action": [str(puzzle.pk) for puzzle in puzzles], **more}
    answer = client.post(LIST, data)
    assert answer.status_code == 302, answer.content
    job = Job.objects.get(pk=answer.url.split("/")[2])
    running.run(job.pk)
    job.refresh_from_db()
    assert client.get(answer.url).status_code == 200
    return job


def test_publishes_and_retires_many(librarian, three):
    assert act(librarian, "publish_selected", three).counts == {"changed": 3}
    assert act(librarian, "publish_selected", three).counts == {"same": 3}
    assert act(librarian, "retire_selected", three[:1]).counts == {"changed": 1}
    assert Puzzle.objects.filter(is_published=True).count() == 2


def test_tags_many_and_takes_tags_away(librarian, three):
    act(librarian, "tag_selected", three, tags="easy, nice, easy")
    act(librarian, "untag_selected", three[:1], tags="easy")
    assert [Puzzle.objects.get(pk=puzzle.pk).tags for puzzle in three] == [
        *(["nice"], ["easy", "nice"], ["easy", "nice"])
    ]


def test_puts_many_into_a_collection(librarian, three):
    collection = Collection.objects.create(title="Shelf", slug="shelf")
    job = act(librarian, "collect_selected", three, collection=collection.pk)
    assert job.counts == {"changed": 3}
    assert act(librarian, "collect_selected", three, collection=collection.pk).counts == {"same": 3}
    page = librarian.get(LIST, {"collections__id__exact": collection.pk})
    assert page.context["cl"].result_count == 3


def test_verifies_and_grades_many(librarian, three):
    assert act(librarian, "verify_selected", three).counts == {"graded": 3}
    assert set(Puzzle.objects.values_list("verdict", flat=True)) == {"unique"}
    assert not Puzzle.objects.filter(grade="").exists()


def test_deletes_only_after_being_asked_and_never_what_solves_hang_on(librarian, three):
    Solve.objects.create(puzzle=three[0], method="combos")
    job = act(librarian, "delete_selected", three)
    assert (job.status, Puzzle.objects.count()) == ("paused", 3)
    page = librarian.post(f"/jobs/{job.pk}/resume/", follow=True)
    running.run(job.pk)
    job.refresh_from_db()
    assert page.status_code == 200
    assert job.counts == {"changed": 2, "kept": 1}
    assert Puzzle.objects.get() == three[0]


@pytest.mark.parametrize("action", ["tag_selected", "collect_selected"])
def test_is_told_what_an_action_needs(librarian, three, action):
    data = {"action": action, "_selected_action": [str(three[0].pk)]}
    page = librarian.post(LIST, data, follow=True).content.decode()
    assert "beside the action" in page
    assert not Job.objects.exists()


@pytest.mark.parametrize("name", [name for name, _title in writable()])
def test_exports_a_selection_in_every_format(librarian, three, name):
    data = {"action": "export_selected", "format": name}
    data["_selected_action"] = [str(puzzle.pk) for puzzle in three]
    answer = librarian.post(LIST, data)
    text = b"".join(answer.streaming_content).decode()
    assert "attachment" in answer.headers["Content-Disposition"]
    not_written_so = text.count("# a 9×9 board")
    assert len(list(items_in_text(text))) == 3 or not_written_so == 3


@pytest.mark.parametrize("name", ["csv", "json"])
def test_reads_back_all_fields_that_it_exports(librarian, three, name):
    act(librarian, "tag_selected", three, tags="a, b")
    data = {"action": "export_selected", "format": name}
    data["_selected_action"] = [str(three[0].pk)]
    text = b"".join(librarian.post(LIST, data).streaming_content).decode()
    Puzzle.objects.all().delete()
    answer = librarian.post(f"{LIST}import/", {"text": text, "at_once": "on"})
    running.run(Job.objects.get(pk=answer.url.split("/")[2]).pk)
    puzzle = Puzzle.objects.get()
    assert (puzzle.title, puzzle.tags, puzzle.givens) == ("One", ["a", "b"], ARTICLE_000)


def test_imports_from_a_form_and_sees_each_line_first(librarian):
    answer = librarian.post(f"{LIST}import/", {"text": f"{ARTICLE_000}\n12\n", "tags": "x"})
    running.run(Job.objects.get().pk)
    page = librarian.get(answer.url).content.decode()
    assert "Nothing is written yet" in page
    assert "2 cells found" in page
    assert 'id="taken">1<' in page
    only_wrong = librarian.get(answer.url, {"fate": "wrong"}).context["page"].rows
    assert [row.number for row in only_wrong] == [2]


def test_imports_a_file_larger_than_a_page_may_send(librarian, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    file = ContentFile("\n".join([ARTICLE_000] * 50), "many.sdm")
    job = Job.objects.get(pk=librarian.post(f"{LIST}import/", {"file": file}).url.split("/")[2])
    assert (job.total, job.title) == (50, "Import of many.sdm")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "Choose a file or paste a text"),
        ({"text": "givens,colour\n1,2"}, "“colour” is no field"),
        ({"text": "# nothing\n\n\n", "collection": "77"}, "valid choice"),
    ],
)
def test_is_told_what_is_wrong_with_an_import(librarian, data, message):
    page = librarian.post(f"{LIST}import/", data)
    assert page.status_code == 200
    assert message in page.content.decode()
    assert not Job.objects.exists()


def test_is_told_of_too_many_lines_and_none_is_kept(librarian, settings):
    settings.IMPORT_LINES = 2
    page = librarian.post(f"{LIST}import/", {"text": f"{ARTICLE_000}\n2\n3\n"}).content.decode()
    assert "more than 2 lines" in page
    assert not Job.objects.exists()


def test_enters_a_puzzle_and_learns_that_it_is_another_one_turned_round(librarian, three):
    act(librarian, "verify_selected", three)
    rows = [ARTICLE_000[at : at + 9] for at in range(0, 81, 9)]
    turned = "".join(rows[3:6] + rows[0:3] + rows[6:9])
    page = librarian.post(f"{LIST}add/", {"givens": turned, "tags": ""}, follow=True)
    assert "This is One turned round" in page.content.decode()
    assert Puzzle.objects.get(givens=turned).verdict == "unique"


def test_enters_a_puzzle_on_the_board_of_the_front_page(librarian):
    assert "Add to the library" in librarian.get("/").content.decode()
    cells = {f"r{row}c{row}": str(row) for row in range(1, 10)}
    page = librarian.post("/puzzles/add/", {"size": "9", "method": "combos", **cells}, follow=True)
    puzzle = Puzzle.objects.get()
    assert page.redirect_chain[0][0] == f"{LIST}{puzzle.pk}/change/"
    assert (puzzle.clue_count, puzzle.verdict) == (9, "multiple")
    again = librarian.post("/puzzles/add/", {"puzzle": puzzle.givens}, follow=True)
    assert "has it already" in again.content.decode()
    marks = {"size": "9", "r1c1": "12?"}
    assert "without pencil marks" in librarian.post("/puzzles/add/", marks).content.decode()
    assert librarian.post("/puzzles/add/", {"puzzle": "55" + "0" * 79}).status_code == 400
    assert Client().post("/puzzles/add/", {"puzzle": puzzle.givens}).status_code == 403


def test_finds_in_the_history_what_a_field_was_before(librarian, three):
    data = {"title": "Uno", "tags": "a", "author": "", "source": "", "licence": "", "notes": ""}
    librarian.post(f"{LIST}{three[0].pk}/change/", data)
    page = librarian.get(f"{LIST}{three[0].pk}/history/").content.decode()
    assert "title: “One” → “Uno”" in page
    assert "librarian" in page


def test_sees_board_solves_and_badges_on_the_pages(librarian, three):
    Solve.objects.create(puzzle=three[0], method="combos")
    page = librarian.get(f"{LIST}{three[0].pk}/change/").content.decode()
    assert "9×9 board with 26 givens" in page
    assert "combos" in page
    assert "badge--queued" in librarian.get(LIST).content.decode()


def test_makes_a_collection(librarian):
    data = {"title": "New", "slug": "new", "description": "", "position": "1", "is_published": "on"}
    librarian.post("/admin/solver/collection/add/", data)
    collection = Collection.objects.get()
    assert librarian.get(f"/admin/solver/collection/{collection.pk}/change/").status_code == 200


@pytest.fixture
def shelf(three) -> Collection:
    shelf = Collection.objects.create(title="Shelf", slug="shelf", is_published=True)
    catalogue.collect(shelf.pk, [puzzle.pk for puzzle in three])
    return shelf


ORDER = "/admin/solver/membership/"


def order_of(shelf: Collection) -> list[str]:
    in_order = shelf.membership_set.order_by("position", "pk")
    return [membership.puzzle.title for membership in in_order]


def renumber(client: Client, shelf: Collection, **numbers: int) -> None:
    """Type other numbers into the list of a collection, and save."""
    address = f"{ORDER}?collection__id__exact={shelf.pk}"
    rows = client.get(address).context["cl"].formset.forms
    data = {"form-TOTAL_FORMS": len(rows), "form-INITIAL_FORMS": len(rows), "_save": "Save"}
    for at, row in enumerate(rows):
        place = numbers.get(row.instance.puzzle.title, row.instance.position)
        data |= {f"form-{at}-id": row.instance.pk, f"form-{at}-position": place}
    answer = client.post(address, data, follow=True)
    assert "changed successfully" in answer.content.decode()


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ({"Three": 1}, ["Three", "One", "Two"]),
        ({"One": 2}, ["Two", "One", "Three"]),
        ({"One": 99}, ["Two", "Three", "One"]),
        ({"Three": 0}, ["Three", "One", "Two"]),
        ({"One": 3, "Three": 1}, ["Three", "Two", "One"]),
        ({"Two": 1, "Three": 2}, ["Two", "Three", "One"]),
    ],
)
def test_orders_a_collection_by_typing_numbers(librarian, shelf, numbers, expected):
    renumber(librarian, shelf, **numbers)
    assert order_of(shelf) == expected
    assert len(set(shelf.membership_set.values_list("position", flat=True))) == 3


def test_orders_a_collection_of_any_length(librarian, shelf):
    rng = random.Random(2)
    lines = {morph(ARTICLE_001, rng).replace(".", "0") for _ in range(150)}
    more = Puzzle.objects.bulk_create(
        Puzzle(givens=line, box=3, clue_count=28, title=f"No. {at}")
        for at, line in enumerate(sorted(lines))
    )
    catalogue.collect(shelf.pk, [puzzle.pk for puzzle in more])
    last = shelf.membership_set.get(puzzle=more[-1])
    page = librarian.get(ORDER, {"collection__id__exact": shelf.pk, "p": 2})
    rows = page.context["cl"].formset.forms
    assert last in [row.instance for row in rows]
    data = {"form-TOTAL_FORMS": len(rows), "form-INITIAL_FORMS": len(rows), "_save": "Save"}
    for at, row in enumerate(rows):
        place = 2 if row.instance == last else row.instance.position
        data |= {f"form-{at}-id": row.instance.pk, f"form-{at}-position": place}
    librarian.post(f"{ORDER}?collection__id__exact={shelf.pk}&p=2", data)
    assert order_of(shelf)[:4] == ["One", last.puzzle.title, "Two", "Three"]
    positions = shelf.membership_set.values_list("position", flat=True)
    assert sorted(positions) == list(range(1, len(lines) + 4))


def test_takes_puzzles_out_of_a_collection_and_keeps_them(librarian, shelf, three):
    middle = shelf.membership_set.get(puzzle=three[1])
    data = {"action": "take_out", "_selected_action": [str(middle.pk)]}
    page = librarian.post(ORDER, data, follow=True).content.decode()
    assert "Taken out: 1 puzzle." in page
    assert order_of(shelf) == ["One", "Three"]
    assert Puzzle.objects.count() == 3
    history = librarian.get(f"{LIST}{three[1].pk}/history/").content.decode()
    assert "Take out of a collection: Shelf" in history


def test_is_told_what_of_a_collection_visitors_do_not_see(librarian, shelf, three):
    Puzzle.objects.filter(pk=three[0].pk).update(is_published=True)
    page = librarian.get(f"/admin/solver/collection/{shelf.pk}/change/").content.decode()
    assert ">3 puzzles</a>" in page
    assert "2 not published, so visitors do not see them" in page
    assert "View on site" in page
    hidden = librarian.get(LIST, {"collections__id__exact": shelf.pk, "is_published__exact": "0"})
    assert hidden.context["cl"].result_count == 2
    Puzzle.objects.update(is_published=True)
    assert "not published, so" not in librarian.get("/admin/solver/collection/").content.decode()
    Collection.objects.update(is_published=False)
    page = librarian.get(f"/admin/solver/collection/{shelf.pk}/change/").content.decode()
    assert "View on site" not in page  # there is nothing to be seen yet


def test_is_told_how_to_fill_an_empty_collection(librarian):
    empty = Collection.objects.create(title="Empty", slug="empty")
    page = librarian.get(f"/admin/solver/collection/{empty.pk}/change/").content.decode()
    assert "none yet; choose some in the list of puzzles" in page


def test_is_more_than_a_viewer_may_do(client, three):
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.groups.add(Group.objects.get(name="Viewer"))
    client.force_login(viewer)
    assert client.get(f"{LIST}import/").status_code == 403
    data = {"action": "publish_selected", "_selected_action": [str(three[0].pk)]}
    client.post(LIST, data)
    assert not Job.objects.exists()
