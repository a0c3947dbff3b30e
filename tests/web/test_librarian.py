"""A Librarian who is no superuser keeps the library: enters, tags, collects, publishes, exports, and more."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, morph

from solver.jobs import running
from solver.models import Collection, Job, Puzzle, Solve, User
from solver.models.puzzle import SCHEDULED
from solver.puzzles import catalogue
from solver.puzzles.files.reading import items_in_text
from solver.puzzles.files.writing import writable
from solver.queue import submission
from solver.queue.reaper import reap

pytestmark = pytest.mark.django_db
LIST = "/admin/solver/puzzle/"


@pytest.fixture
def three() -> list[Puzzle]:
    lines = {"One": ARTICLE_000, "Two": ARTICLE_001, "Three": ALESCARGOT}
    return [Puzzle.objects.create(givens=line, title=title) for title, line in lines.items()]


def ask(client: Client, action: str, puzzles: list[Puzzle], **more):
    """Choose an action for these puzzles in the list, whose button says how many they are."""
    ids = [str(puzzle.pk) for puzzle in puzzles]
    data = {"action": action, "_selected_action": ids, "count": len(ids), "index": "0", **more}
    return client.post(LIST, data)


def act(client: Client, action: str, puzzles: list[Puzzle], **more) -> Job:
    """The same, and have its job done."""
    answer = ask(client, action, puzzles, **more)
    assert answer.status_code == 302, answer.content
    assert answer.url == LIST
    job = Job.objects.latest("created_at")
    running.run(job.pk)
    job.refresh_from_db()
    assert job.get_absolute_url() in client.get(answer.url).content.decode()
    return job


def test_actions_publish_and_retire_puzzles(librarian, three):
    assert act(librarian, "publish_selected", three).counts == {"changed": 3}
    assert act(librarian, "publish_selected", three).counts == {"same": 3}
    assert act(librarian, "retire_selected", three[:1]).counts == {"changed": 1}
    assert Puzzle.objects.filter(is_published=True).count() == 2


def test_puzzles_are_published_at_their_time(librarian, three):
    soon = timezone.now() + timedelta(hours=1)
    job = act(librarian, "schedule_selected", three, at=soon.strftime("%Y-%m-%dT%H:%M"))
    assert job.counts == {"changed": 3}
    act(librarian, "schedule_selected", three[:1], at="")
    catalogue.publish_what_is_due()
    assert not Puzzle.objects.filter(is_published=True).exists()
    Puzzle.objects.filter(SCHEDULED).update(publish_at=timezone.now())
    reap()
    published = Puzzle.objects.filter(is_published=True, publish_at=None).order_by("created_at")
    assert list(published) == three[1:]


def test_wrong_time_is_told(librarian, three):
    page = ask(librarian, "schedule_selected", three, at="Monday").content.decode()
    assert "Enter a valid date/time." in page


def test_titles_are_numbered_by_a_rule(librarian, three):
    act(librarian, "title_selected", three, rule="Issue 3/2026 · #", start="4")
    assert [Puzzle.objects.get(pk=puzzle.pk).title for puzzle in three] == [
        *("Issue 3/2026 · 4", "Issue 3/2026 · 5", "Issue 3/2026 · 6")
    ]
    act(librarian, "title_selected", three[:1], rule="Alone", start="1")
    assert Puzzle.objects.get(pk=three[0].pk).title == "Alone 1"


def test_set_level_outlives_the_next_rating(librarian, three):
    rating_job = submission.submit_job("rate", [str(three[0].pk)])
    running.run(rating_job.pk)
    computed = Puzzle.objects.get(pk=three[0].pk).level
    act(librarian, "level_selected", three[:1], level=str(computed % 5 + 1))
    again = submission.submit_job("rate", [str(three[0].pk)])
    running.run(again.pk)
    puzzle = Puzzle.objects.get(pk=three[0].pk)
    assert (puzzle.level, puzzle.is_level_set) == (computed % 5 + 1, True)
    act(librarian, "level_selected", three[:1], level="")
    assert Puzzle.objects.get(pk=three[0].pk).level == computed


def test_actions_add_and_remove_tags(librarian, three):
    act(librarian, "tag_selected", three, tags="easy, nice, easy")
    act(librarian, "untag_selected", three[:1], old_tags="easy")
    assert [Puzzle.objects.get(pk=puzzle.pk).tags for puzzle in three] == [
        *(["nice"], ["easy", "nice"], ["easy", "nice"])
    ]


def test_action_fills_a_collection(librarian, three):
    collection = Collection.objects.create(title="Shelf", slug="shelf")
    job = act(librarian, "collect_selected", three, collection=collection.pk)
    assert job.counts == {"changed": 3}
    assert act(librarian, "collect_selected", three, collection=collection.pk).counts == {"same": 3}
    page = librarian.get(LIST, {"collections__id__exact": collection.pk})
    assert page.context["cl"].result_count == 3


def test_action_verifies_and_grades_puzzles(librarian, three):
    assert act(librarian, "verify_selected", three).counts == {"graded": 3}
    assert set(Puzzle.objects.values_list("verdict", flat=True)) == {"unique"}
    assert not Puzzle.objects.filter(grade="").exists()


def test_confirmation_shows_the_action_and_asks_for_missing_fields(librarian, three):
    data = {"action": "tag_selected", "_selected_action": [str(three[0].pk), str(three[1].pk)]}
    page = librarian.post(f"{LIST}?verdict__exact=unknown", data).content.decode()
    assert "Add tags: 2</button>" in page
    assert "In addition to their current tags." in page
    assert 'name="collection"' not in page
    assert page.count('name="_selected_action"') == 2
    assert f'action="{LIST}?verdict__exact=unknown"' in page
    again = ask(librarian, "tag_selected", three, tags="").content.decode()
    assert "This field is required." in again
    assert not Job.objects.exists()


def test_action_stops_if_the_selection_grew(librarian, three):
    page = ask(librarian, "publish_selected", three, count=2).content.decode()
    assert "There are 3 puzzles now" in page
    across = {"select_across": "1", "count": "3"}
    Puzzle.objects.create(givens="0" * 16)
    assert (
        "There are 4 puzzles now"
        in ask(librarian, "publish_selected", three[:1], **across).content.decode()
    )
    assert not Job.objects.exists()


def test_action_solves_by_several_methods(librarian, three):
    ask(librarian, "solve_selected", three, methods=["rules", "combos"])
    for job in Job.objects.all():
        running.run(job.pk)
    assert sorted(Solve.objects.values_list("method", flat=True)) == ["combos"] * 3 + ["rules"] * 3


class TestDeletion:
    def solved(self, three, user) -> None:
        for owner in (user, user, None):
            Solve.objects.create(puzzle=three[0], method="combos", owner=owner)

    def test_names_the_solves_and_offers_to_retire(self, librarian, three, admin_user):
        self.solved(three, admin_user)
        Puzzle.objects.update(is_published=True)
        page = ask(librarian, "delete_selected", three, count="").content.decode()
        assert "They have 3 solves: admin: 2, guests: 1" in page
        assert "Number of solves" not in page  # a Librarian may not
        assert "Delete 2 without solves" in page
        assert act(librarian, "delete_selected", three, way="retire").counts == {"changed": 3}
        assert not Puzzle.objects.filter(is_published=True).exists()
        ask(librarian, "delete_selected", three, way="all", number="3")
        assert Puzzle.objects.count() == 3
        job = act(librarian, "delete_selected", three, way="free")
        assert job.counts == {"out": 2, "kept": 1}

    def test_deletes_solves_only_after_their_number_was_typed(
        self, admin_client, admin_user, three
    ):
        self.solved(three, admin_user)
        page = ask(admin_client, "delete_selected", three, way="all", number="2").content.decode()
        assert "Type 3, the number of solves" in page
        job = act(admin_client, "delete_selected", three, way="all", number="3")
        assert job.counts == {"out": 3}
        assert not Puzzle.objects.exists()
        assert not Solve.objects.exists()

    def test_asks_alike_on_the_page_of_a_puzzle(self, librarian, three, admin_user):
        self.solved(three, admin_user)
        page = librarian.get(f"{LIST}{three[0].pk}/delete/").content.decode()
        assert "They have 3 solves" in page
        librarian.post(f"{LIST}{three[0].pk}/delete/", {"post": "yes"})
        assert Puzzle.objects.filter(pk=three[0].pk).exists()

    @pytest.mark.parametrize("name", ["12", "00000000-0000-0000-0000-000000000000"])
    def test_answers_404_to_an_unknown_puzzle(self, librarian, name):
        assert librarian.get(f"{LIST}{name}/delete/").status_code == 404

    def test_offers_a_moderator_only_to_retire(self, client, three):
        moderator = User.objects.create_user("moderator", is_staff=True)
        moderator.groups.add(Group.objects.get(name="Moderator"))
        client.force_login(moderator)
        page = ask(client, "delete_selected", three, count="").content.decode()
        assert "Withdraw 3" in page
        assert "Delete 3" not in page
        assert ask(client, "delete_selected", three, way="free").status_code == 200
        assert not Job.objects.exists()


class TestTwins:
    @pytest.fixture
    def twins(self, three) -> list[Puzzle]:
        """The first of the three, and two that are it turned round."""
        rng = random.Random(4)
        for title in ("Turned", "Turned again"):
            line = morph(ARTICLE_000, rng).replace(".", "0")
            Puzzle.objects.create(givens=line, title=title, tags=[title.lower()])
        found = list(Puzzle.objects.order_by("created_at"))
        catalogue.examine(found)
        Puzzle.objects.bulk_update(found, catalogue.FACTS)
        return [found[0], *found[3:]]

    def test_can_be_filtered_and_counted(self, librarian, twins):
        page = librarian.get(LIST, {"twins": "1"})
        rows = page.context["cl"].result_list
        assert {puzzle.pk for puzzle in rows} == {puzzle.pk for puzzle in twins}
        assert [puzzle.twin_count for puzzle in rows] == [2, 2, 2]

    def test_merge_into_the_published_one(self, librarian, twins):
        first, published, solved = twins
        Puzzle.objects.filter(pk=published.pk).update(is_published=True, title="")
        solve = Solve.objects.create(puzzle=solved, method="combos")
        shelf = Collection.objects.create(title="Shelf", slug="shelf")
        catalogue.collect(shelf.pk, [first.pk, solved.pk])
        job = act(librarian, "merge_selected", [solved])
        assert job.counts == {"changed": 1}
        assert not Puzzle.objects.filter(pk=first.pk).exists()
        published.refresh_from_db()
        assert (published.title, published.tags) == ("One", ["turned", "turned again"])
        assert list(shelf.puzzles.all()) == [published]
        solved.refresh_from_db()
        assert (solved.in_inbox, solve.puzzle) == (True, solved)  # a story is told in its cells
        assert list(catalogue.solves_of(published)) == [solve]
        assert librarian.get(LIST, {"twins": "1"}).context["cl"].result_count == 0
        history = librarian.get(f"{LIST}{published.pk}/history/").content.decode()
        assert "Duplicates merged: One, Turned again" in history

    def test_stay_apart_if_no_puzzle_has_a_twin(self, librarian, three):
        catalogue.examine(three)
        Puzzle.objects.bulk_update(three, catalogue.FACTS)
        assert act(librarian, "merge_selected", three).counts == {"same": 3}


@pytest.mark.parametrize("name", [name for name, _title in writable()])
def test_action_exports_in_every_format(librarian, three, name):
    answer = ask(librarian, "export_selected", three, format=name)
    text = b"".join(answer.streaming_content).decode()
    assert "attachment" in answer.headers["Content-Disposition"]
    not_written_so = text.count("# a 9×9 board")
    assert len(list(items_in_text(text))) == 3 or not_written_so == 3


@pytest.mark.parametrize("name", ["csv", "json"])
def test_import_reads_back_exported_fields(librarian, three, name):
    act(librarian, "tag_selected", three, tags="a, b")
    answer = ask(librarian, "export_selected", three[:1], format=name)
    text = b"".join(answer.streaming_content).decode()
    Puzzle.objects.all().delete()
    answer = librarian.post(f"{LIST}import/", {"text": text, "at_once": "on"})
    running.run(Job.objects.get(pk=answer.url.split("/")[2]).pk)
    puzzle = Puzzle.objects.get()
    assert (puzzle.title, puzzle.tags, puzzle.givens) == ("One", ["a", "b"], ARTICLE_000)


def test_import_form_shows_each_line_first(librarian):
    answer = librarian.post(f"{LIST}import/", {"text": f"{ARTICLE_000}\n12\n", "tags": "x"})
    running.run(Job.objects.get().pk)
    page = librarian.get(answer.url).content.decode()
    assert "Nothing has been imported yet" in page
    assert "2 cells found" in page
    assert 'id="taken">1<' in page
    only_wrong = librarian.get(answer.url, {"fate": "wrong"}).context["page"]["rows"]
    assert [row["number"] for row in only_wrong] == [2]


def test_import_accepts_a_file_beyond_the_form_limit(librarian, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    file = ContentFile("\n".join([ARTICLE_000] * 50), "many.sdm")
    job = Job.objects.get(pk=librarian.post(f"{LIST}import/", {"file": file}).url.split("/")[2])
    assert (job.total, job.title) == (50, "Import of many.sdm")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "Choose a file or paste a text"),
        ({"text": "# nothing\n\n\n", "collection": "77"}, "valid choice"),
    ],
)
def test_import_form_shows_its_fault(librarian, data, message):
    page = librarian.post(f"{LIST}import/", data)
    assert page.status_code == 200
    assert message in page.content.decode()
    assert not Job.objects.exists()


def test_import_form_rejects_too_many_lines(librarian, settings):
    settings.IMPORT_LINES = 2
    page = librarian.post(f"{LIST}import/", {"text": f"{ARTICLE_000}\n2\n3\n"}).content.decode()
    assert "more than 2 lines" in page
    assert not Job.objects.exists()


def test_adding_a_transformed_puzzle_names_its_twin(librarian, three):
    act(librarian, "verify_selected", three)
    rows = [ARTICLE_000[at : at + 9] for at in range(0, 81, 9)]
    turned = "".join(rows[3:6] + rows[0:3] + rows[6:9])
    page = librarian.post(f"{LIST}add/", {"givens": turned, "tags": ""}, follow=True)
    assert "This is One, transformed" in page.content.decode()
    assert Puzzle.objects.get(givens=turned).verdict == "unique"


def test_board_of_the_front_page_adds_a_puzzle(librarian):
    assert "Add to the library" in librarian.get("/").content.decode()
    cells = {f"r{row}c{row}": str(row) for row in range(1, 10)}
    page = librarian.post("/puzzles/add/", {"size": "9", "method": "combos", **cells}, follow=True)
    puzzle = Puzzle.objects.get()
    assert page.redirect_chain[0][0] == f"{LIST}{puzzle.pk}/change/"
    assert (puzzle.clue_count, puzzle.verdict) == (9, "multiple")
    again = librarian.post("/puzzles/add/", {"puzzle": puzzle.givens}, follow=True)
    assert "is already in the library" in again.content.decode()
    marks = {"size": "9", "r1c1": "12?"}
    assert "without pencil marks" in librarian.post("/puzzles/add/", marks).content.decode()
    clash = librarian.post("/puzzles/add/", {"puzzle": "55" + "0" * 79}, follow=True)
    assert (clash.status_code, "both 5" in clash.content.decode()) == (400, True)
    assert Client().post("/puzzles/add/", {"puzzle": puzzle.givens}).status_code == 403


def test_history_shows_old_and_new_values(librarian, three):
    data = {"givens": ARTICLE_000, "title": "Uno", "tags": "a", "author": "", "source": ""}
    data |= {"licence": "", "notes": ""}
    librarian.post(f"{LIST}{three[0].pk}/change/", data)
    page = librarian.get(f"{LIST}{three[0].pk}/history/").content.decode()
    assert "Title: “One” → “Uno”" in page
    assert "librarian" in page


def test_pages_show_board_solves_and_badges(librarian, three):
    Solve.objects.create(puzzle=three[0], method="combos")
    page = librarian.get(f"{LIST}{three[0].pk}/change/").content.decode()
    assert "9×9 board with 26 givens" in page
    assert "combos" in page
    assert "badge--queued" in librarian.get(LIST).content.decode()


def test_form_adds_a_collection(librarian):
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
        ({"Three": 2, "One": 3}, ["Two", "Three", "One"]),
        ({"One": 3, "Three": 1}, ["Three", "Two", "One"]),
        ({"Two": 1, "Three": 2}, ["Two", "Three", "One"]),
    ],
)
def test_typed_numbers_order_a_collection(librarian, shelf, numbers, expected):
    renumber(librarian, shelf, **numbers)
    assert order_of(shelf) == expected
    assert len(set(shelf.membership_set.values_list("position", flat=True))) == 3


def test_long_collection_can_be_ordered(librarian, shelf):
    rng = random.Random(2)
    lines = {morph(ARTICLE_001, rng).replace(".", "0") for _ in range(150)}
    more = Puzzle.objects.bulk_create(
        Puzzle(givens=line, box=3, clue_count=28, title=f"No. {at}")
        for at, line in enumerate(sorted(lines))
    )
    catalogue.collect(shelf.pk, [puzzle.pk for puzzle in more])
    last = shelf.membership_set.get(puzzle=more[-1])
    page = librarian.get(ORDER, {"collection__id__exact": shelf.pk, "p": 4})
    rows = page.context["cl"].formset.forms
    assert last in [row.instance for row in rows]
    data = {"form-TOTAL_FORMS": len(rows), "form-INITIAL_FORMS": len(rows), "_save": "Save"}
    for at, row in enumerate(rows):
        place = 2 if row.instance == last else row.instance.position
        data |= {f"form-{at}-id": row.instance.pk, f"form-{at}-position": place}
    librarian.post(f"{ORDER}?collection__id__exact={shelf.pk}&p=4", data)
    assert order_of(shelf)[:4] == ["One", last.puzzle.title, "Two", "Three"]
    positions = shelf.membership_set.values_list("position", flat=True)
    assert sorted(positions) == list(range(1, len(lines) + 4))


def test_removing_puzzles_from_a_collection_keeps_them(librarian, shelf, three):
    middle = shelf.membership_set.get(puzzle=three[1])
    data = {"action": "take_out", "_selected_action": [str(middle.pk)]}
    page = librarian.post(ORDER, data, follow=True).content.decode()
    assert "Removed: 1 puzzle." in page
    assert order_of(shelf) == ["One", "Three"]
    assert Puzzle.objects.count() == 3
    history = librarian.get(f"{LIST}{three[1].pk}/history/").content.decode()
    assert "Removed from a collection: Shelf" in history


def test_collection_page_counts_unpublished_puzzles(librarian, shelf, three):
    Puzzle.objects.filter(pk=three[0].pk).update(is_published=True)
    page = librarian.get(f"/admin/solver/collection/{shelf.pk}/change/").content.decode()
    assert ">3 puzzles</a>" in page
    assert "2 not published and hidden from visitors" in page
    assert "View on site" in page
    hidden = librarian.get(LIST, {"collections__id__exact": shelf.pk, "is_published__exact": "0"})
    assert hidden.context["cl"].result_count == 2
    Puzzle.objects.update(is_published=True)
    assert "not published and" not in librarian.get("/admin/solver/collection/").content.decode()
    Collection.objects.update(is_published=False)
    page = librarian.get(f"/admin/solver/collection/{shelf.pk}/change/").content.decode()
    assert "View on site" not in page  # there is nothing to be seen yet


def test_empty_collection_explains_how_to_fill(librarian):
    empty = Collection.objects.create(title="Empty", slug="empty")
    page = librarian.get(f"/admin/solver/collection/{empty.pk}/change/").content.decode()
    assert "none yet; select some in the list of puzzles" in page


def test_viewer_gets_403_on_import_and_actions(client, three):
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.groups.add(Group.objects.get(name="Viewer"))
    client.force_login(viewer)
    assert client.get(f"{LIST}import/").status_code == 403
    data = {"action": "publish_selected", "_selected_action": [str(three[0].pk)]}
    client.post(LIST, data)
    assert not Job.objects.exists()
