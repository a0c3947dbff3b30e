"""An editor keeps collections: their order, their files, what they look like, and when they are published."""

import json
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver.jobs import running
from solver.models import Collection, Job, Membership, Puzzle, User
from solver.puzzles import catalogue
from solver.queue.reaper import reap

pytestmark = pytest.mark.django_db
ORDER = "/admin/solver/membership/"
SHELVES = "/admin/solver/collection/"
IMPORT = "/admin/solver/puzzle/import/"


@pytest.fixture
def shelf() -> Collection:
    """Three puzzles in another order than they came in, the first of them published."""
    shelf = Collection.objects.create(title="Shelf", slug="shelf", description="Mine", position=4)
    lines = {"One": ARTICLE_000, "Two": ARTICLE_001, "Three": ALESCARGOT}
    made = [
        Puzzle.objects.create(givens=line, title=title, tags=[title.lower(), "x"])
        for title, line in lines.items()
    ]
    Puzzle.objects.filter(title="Three").update(is_published=True)
    catalogue.collect(shelf.pk, [puzzle.pk for puzzle in reversed(made)])
    return shelf


def order_of(shelf: Collection) -> list[str]:
    rows = Membership.objects.filter(collection=shelf)
    return [row.puzzle.title for row in rows.order_by("position", "pk")]


class TestPlaces:
    def typed(self, client: Client, shelf: Collection, **places: int) -> str:
        address = f"{ORDER}?collection__id__exact={shelf.pk}"
        forms = client.get(address).context["cl"].formset.forms
        data = {"form-TOTAL_FORMS": len(forms), "form-INITIAL_FORMS": len(forms), "_save": "Save"}
        for at, form in enumerate(forms):
            place = places.get(form.instance.puzzle.title, form.instance.position)
            data |= {f"form-{at}-id": form.instance.pk, f"form-{at}-position": place}
        return client.post(address, data, follow=True).content.decode()

    def test_must_begin_at_one(self, librarian, shelf):
        page = self.typed(librarian, shelf, Two=0)
        assert "greater than or equal to 1" in page
        assert order_of(shelf) == ["Three", "Two", "One"]

    def test_cannot_repeat(self, librarian, shelf):
        page = self.typed(librarian, shelf, Three=2, One=2)
        assert "Several puzzles have the place 2; give each another one." in page
        assert order_of(shelf) == ["Three", "Two", "One"]

    def test_can_all_change_at_once(self, librarian, shelf):
        self.typed(librarian, shelf, Three=2, Two=3, One=1)
        assert order_of(shelf) == ["One", "Three", "Two"]

    def test_close_up_after_a_removal(self, librarian, shelf):
        middle = Membership.objects.get(puzzle__title="Two")
        librarian.post(ORDER, {"action": "take_out", "_selected_action": [str(middle.pk)]})
        assert list(Membership.objects.values_list("position", flat=True)) == [1, 2]


class TestExportFile:
    def exported(self, client: Client, shelf: Collection) -> bytes:
        answer = client.get(f"{SHELVES}{shelf.pk}/export/")
        assert answer.headers["Content-Disposition"] == 'attachment; filename="shelf.json"'
        assert answer.headers["Content-Type"] == "application/json"
        return b"".join(answer.streaming_content)

    def import_(self, client: Client, content: bytes) -> Job:
        answer = client.post(IMPORT, {"file": ContentFile(content, "shelf.json")})
        assert answer.status_code == 302, answer.content.decode()
        job = Job.objects.latest("created_at")
        running.run(job.pk)
        return job

    def test_makes_the_same_collection_again(self, librarian, shelf):
        Collection.objects.update(is_published=True)
        content = self.exported(librarian, shelf)
        Collection.objects.all().delete()
        Puzzle.objects.all().delete()
        job = self.import_(librarian, content)
        assert not Collection.objects.exists()  # nothing is written before it is agreed to
        librarian.post(f"/jobs/{job.pk}/resume/")
        running.run(job.pk)
        again = Collection.objects.get()
        told = (again.title, again.slug, again.description, again.position, again.is_published)
        assert told == ("Shelf", "shelf", "Mine", 4, True)
        assert order_of(again) == ["Three", "Two", "One"]
        assert Puzzle.objects.get(title="Two").tags == ["two", "x"]
        assert [p.title for p in Puzzle.objects.filter(is_published=True)] == ["Three"]
        assert self.exported(librarian, again) == content

    def test_imports_beside_a_collection_of_the_same_name(self, librarian, shelf):
        job = self.import_(librarian, self.exported(librarian, shelf))
        librarian.post(f"/jobs/{job.pk}/resume/")
        running.run(job.pk)
        other = Collection.objects.exclude(pk=shelf.pk).get()
        assert (other.slug, order_of(other)) == ("shelf-2", order_of(shelf))
        assert Puzzle.objects.count() == 3

    @pytest.mark.parametrize(
        "told", [{"title": 7}, {"title": ""}, {"title": "A", "position": "x"}, {"title": "\x07"}]
    )
    def test_gets_rejected_with_invalid_fields(self, librarian, told):
        text = json.dumps({"collection": told, "puzzles": [ARTICLE_000]})
        assert librarian.post(IMPORT, {"text": text}).status_code == 200
        assert not Job.objects.exists()

    def test_answers_403_without_the_permission(self, client, shelf):
        client.force_login(User.objects.create_user("nobody", is_staff=True))
        assert client.get(f"{SHELVES}{shelf.pk}/export/").status_code == 403
        assert client.get(f"{SHELVES}{shelf.pk}/draft/").status_code == 403


def test_preview_shows_a_draft_as_visitors_will_see_the_page(librarian, shelf):
    page = librarian.get(f"{SHELVES}{shelf.pk}/draft/").content.decode()
    assert page.index("Three") < page.index("Two") < page.index("One")
    assert "2 puzzles are not published" in page
    assert librarian.get(f"{SHELVES}{shelf.pk + 1}/draft/").status_code == 404


def test_scheduled_collection_gets_published_with_its_puzzles(librarian, shelf):
    hour = timedelta(hours=1)
    Collection.objects.update(publish_at=timezone.now() + hour)
    reap()
    assert not Collection.objects.get().is_published
    Collection.objects.update(publish_at=timezone.now() - hour)
    reap()
    shelf.refresh_from_db()
    assert (shelf.is_published, shelf.publish_at) == (True, None)
    assert not Puzzle.objects.filter(is_published=False).exists()
