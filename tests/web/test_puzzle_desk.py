"""An editor at the page of one puzzle, and at the tags of all."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver.jobs import running
from solver.models import Job, Puzzle, Solve, User
from solver.puzzles import catalogue

pytestmark = pytest.mark.django_db
LIST = "/admin/solver/puzzle/"
TAGS = f"{LIST}tags/"


@pytest.fixture
def three() -> list[Puzzle]:
    """The newest last, so that the list has them in reverse."""
    lines = {"One": ARTICLE_000, "Two": ARTICLE_001, "Three": ALESCARGOT}
    return [Puzzle.objects.create(givens=line, title=title) for title, line in lines.items()]


def page_of(puzzle: Puzzle) -> str:
    return f"{LIST}{puzzle.pk}/change/"


def saved(client: Client, puzzle: Puzzle, **changes: str) -> str:
    """What the page says once its form was sent with these changes."""
    names = ("givens", "title", "author", "source", "licence", "notes")
    data = {name: getattr(puzzle, name) for name in names} | {"tags": ", ".join(puzzle.tags)}
    return client.post(page_of(puzzle), data | changes, follow=True).content.decode()


class TestThePage:
    def test_links_the_neighbours_of_the_filtered_list(self, librarian, three):
        Puzzle.objects.filter(title="Two").update(is_published=True)
        middle = librarian.get(page_of(three[1])).context
        assert str(three[2].pk) in middle["previous"]
        assert str(three[0].pk) in middle["next"]
        filtered = {"_changelist_filters": "is_published__exact=0"}
        last = librarian.get(page_of(three[0]), filtered).context
        assert str(three[2].pk) in last["previous"]
        assert "is_published__exact" in last["previous"]
        assert "next" not in last
        assert "previous" not in librarian.get(page_of(three[1]), filtered).context
        assert librarian.get(page_of(three[1]), {"_changelist_filters": "x=1"}).status_code == 200

    def test_links_the_neighbours_of_the_inbox(self, librarian, three):
        Puzzle.objects.exclude(title="Two").update(in_inbox=True, verdict="unique")
        first, alone = three[2], three[1]
        inbox = librarian.get(f"{LIST}inbox/", {"kind": "good"}).content.decode()
        address = f"{page_of(first)}?_changelist_filters=kind%3Dgood"
        assert address in inbox
        found = librarian.get(address).context
        assert str(three[0].pk) in found["next"]
        assert "kind%3Dgood" in found["next"]
        assert "previous" not in found
        assert "next" not in librarian.get(page_of(alone)).context
        kept = librarian.post(address, {"givens": first.givens, "title": "Kept", "tags": ""})
        assert kept.url == f"{LIST}inbox/?kind=good"

    def test_leads_on_to_the_next_page_of_the_list(self, librarian, three, monkeypatch):
        monkeypatch.setattr("solver.admin.library.PuzzleAdmin.list_per_page", 1)
        found = librarian.get(page_of(three[1]), {"_changelist_filters": "p=2"}).context
        assert str(three[2].pk) in found["previous"]
        assert "p%3D1" in found["previous"]
        assert str(three[0].pk) in found["next"]
        assert "p%3D3" in found["next"]

    def test_runs_an_action_and_returns(self, librarian, three):
        page = librarian.get(page_of(three[0])).content.decode()
        assert "Verify and grade</button>" in page
        data = {"action": "verify_selected", "_selected_action": [str(three[0].pk)], "index": "0"}
        answer = librarian.post(LIST, {**data, "page": str(three[0].pk), "count": "1"})
        assert answer.url == page_of(three[0])
        data["action"] = "solve_selected"
        data["_changelist_filters"] = "tag=a"  # whose neighbours it has there
        begun = {"page": str(three[0].pk), "count": "1", "methods": "rules"}
        answer = librarian.post(LIST, {**data, **begun})
        assert answer.url == f"{page_of(three[0])}?_changelist_filters=tag%3Da"
        asked = librarian.post(LIST, {**data, "page": str(three[0].pk)}).content.decode()
        assert 'name="_changelist_filters" value="tag=a"' in asked
        assert f'name="page" value="{three[0].pk}"' in asked
        assert "This field is required" not in asked
        back = librarian.post(LIST, {**data, "page": "elsewhere", "count": "1", "methods": "rules"})
        assert back.url == LIST

    def test_corrects_givens_only_without_solves(self, librarian, three):
        catalogue.examine(three)
        Puzzle.objects.bulk_update(three, catalogue.FACTS)
        Puzzle.objects.filter(pk=three[0].pk).update(level=1, score=7, rated_by=1)
        less = "0" + ARTICLE_001[1:] if ARTICLE_001[0] != "0" else ARTICLE_001.replace("1", "0", 1)
        saved(librarian, three[0], givens=less.replace("0", "."))
        puzzle = Puzzle.objects.get(pk=three[0].pk)
        assert (puzzle.givens, puzzle.title) == (less, "One")
        assert (puzzle.level, puzzle.rated_by) == (None, None)
        assert puzzle.canonical != three[0].canonical
        Solve.objects.create(puzzle=puzzle, method="combos")
        assert 'name="givens"' not in librarian.get(page_of(puzzle)).content.decode()
        saved(librarian, puzzle, givens=ARTICLE_000)
        assert Puzzle.objects.get(pk=puzzle.pk).givens == less

    def test_rejects_known_givens_with_a_link(self, librarian, three):
        page = saved(librarian, three[0], givens=three[1].givens)
        assert (
            f'This puzzle is already in the library: <a href="{page_of(three[1])}">Two</a>' in page
        )
        Puzzle.objects.filter(pk=three[1].pk).update(in_inbox=True)
        page = librarian.post(f"{LIST}add/", {"givens": ARTICLE_001, "tags": ""}).content.decode()
        assert f'This puzzle is waiting in the inbox: <a href="{page_of(three[1])}">' in page
        assert Puzzle.objects.count() == 3

    def test_restores_earlier_texts(self, librarian, three):
        puzzle = three[0]
        saved(librarian, puzzle, title="Uno", notes="long " * 40, tags="a, b")
        puzzle.refresh_from_db()
        saved(librarian, puzzle, notes="", tags="c")
        history = f"{LIST}{puzzle.pk}/history/"
        latest = max(librarian.get(history).context["action_list"], key=lambda entry: entry.pk)
        assert librarian.get(history).content.decode().count("Restore</button>") == 2
        librarian.post(f"{LIST}{puzzle.pk}/restore/{latest.pk}/")
        puzzle.refresh_from_db()
        assert (puzzle.title, puzzle.notes, puzzle.tags) == (
            "Uno",
            ("long " * 40).strip(),
            ["a", "b"],
        )
        assert librarian.get(history).content.decode().count("Restore</button>") == 3
        assert librarian.post(f"{LIST}{three[1].pk}/restore/{latest.pk}/").status_code == 404


class TestTags:
    @pytest.fixture
    def tagged(self, three) -> list[Puzzle]:
        for puzzle, tags in zip(three, (["a", "b"], ["b"], ["c"]), strict=True):
            Puzzle.objects.filter(pk=puzzle.pk).update(tags=tags)
        return three

    def rename(self, client: Client, old: str, new: str, **more: str) -> str:
        page = client.post(TAGS, {"old": old, "new": new, **more}, follow=True).content.decode()
        for job in Job.objects.filter(status="queued"):
            running.run(job.pk)
        return page

    def tags(self) -> list[list[str]]:
        return list(Puzzle.objects.order_by("created_at").values_list("tags", flat=True))

    def test_show_how_many_puzzles_have_each(self, librarian, tagged):
        assert librarian.get(TAGS).context["tags"] == [("a", "a", 1), ("b", "b", 2), ("c", "c", 1)]

    def test_keep_their_place_when_renamed(self, librarian, tagged):
        self.rename(librarian, "b", "better")
        assert self.tags() == [["a", "better"], ["better"], ["c"]]
        history = librarian.get(f"{LIST}{tagged[0].pk}/history/").content.decode()
        assert "Rename a tag: b → better" in history

    def test_merge_only_after_consent(self, librarian, tagged):
        assert "2 puzzles already have the tag “b”" in self.rename(librarian, "a", "b")
        assert self.tags()[0] == ["a", "b"]
        self.rename(librarian, "a", "b", agreed="on")
        assert self.tags() == [["b"], ["b"], ["c"]]

    @pytest.mark.parametrize("new", ["", "x, y", "x" * 51, "\x07"])
    def test_cannot_get_an_invalid_name(self, librarian, tagged, new):
        assert "errornote" in self.rename(librarian, "a", new)
        assert not Job.objects.exists()

    def test_answer_403_to_a_viewer(self, client, tagged):
        viewer = User.objects.create_user("viewer", is_staff=True)
        viewer.groups.add(Group.objects.get(name="Viewer"))
        client.force_login(viewer)
        assert client.get(TAGS).status_code == 200
        assert client.post(TAGS, {"old": "a", "new": "z"}).status_code == 403
