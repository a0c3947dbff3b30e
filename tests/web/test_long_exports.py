"""What is long is a file that a worker makes once: whole, for all who may have it, and gone with its solve."""

import gzip
import json
import zlib
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from support import body_of, json_of, wait_for

from solver import engine
from solver.jobs import exporting, running
from solver.models import Chapter, Job, JobPart, Solve
from solver.queue import batches, exports, submission
from solver.queue.owners import Owner
from solver.solves import files, portions, writing
from solver.solves.exports import exports as forms
from solver.solves.portions import MOST_TOLD, Portion

pytestmark = pytest.mark.django_db
GZIP = {"headers": {"Accept-Encoding": "gzip"}}
WORKED_OUT = {}
ANSWER = ("status", "outcome", "verdict", "solutions", "iteration_count", "engine_version")
ANSWER += ("elapsed_ms", "attempt", "started_at", "finished_at")
STORED = [each.name for each in Chapter._meta.fields if each.name not in ("id", "pk", "solve")]
GROWING = [name for name, form in forms().items() if form.grows]


def long_solve(owner=None, visibility="unlisted", most=120):
    """A 25×25 board by branches: 120 iterations, of which one answer tells some 50.

    It is worked out once for each number of iterations, and copied from then on.
    """
    solve = submission.submit(
        engine.read_line("0" * 625, 25), "branches", owner=owner, visibility=visibility
    )
    if most in WORKED_OUT:
        answer, chapters = WORKED_OUT[most]
        Solve.objects.filter(pk=solve.pk).update(**answer)
        Chapter.objects.bulk_create(Chapter(**row | {"solve": solve}) for row in chapters)
    else:
        writing.record(solve.pk)
    solve.refresh_from_db()
    assert solve.iteration_count == most
    WORKED_OUT[most] = (
        {name: getattr(solve, name) for name in ANSWER},
        list(solve.chapters.values(*STORED)),
    )
    return solve


@pytest.fixture(autouse=True)
def short(settings):
    settings.SOLVE_ITERATIONS = 120


def made(job):
    running.run(job.pk)
    job.refresh_from_db()
    assert job.status == "finished", job.failure_words
    return job


def unpacked(client, address):
    """What an address gives whose file is made."""
    answer = client.get(address, **GZIP)
    assert answer.status_code == 200
    assert answer["Content-Encoding"] == "gzip"
    return unpacked_by_a_browser(body_of(answer)).decode()


def unpacked_by_a_browser(content):
    """Unpack the first member and nothing more, as browsers and curl do."""
    packer = zlib.decompressobj(wbits=31)
    unpacked = packer.decompress(content)
    assert packer.eof
    assert not packer.unused_data
    return unpacked


def fetched(client, address):
    """What an address gives once its file is made."""
    assert client.get(address).status_code == 202
    made(Job.objects.get(kind="export", spec__address=address))
    return unpacked(client, address)


class TestALongSolve:
    @pytest.mark.parametrize("form", GROWING)
    def test_gets_written_whole_into_a_file(self, client, form):
        solve = long_solve()
        text = fetched(client, f"{solve.get_absolute_url()}export.{form}")
        assert text == "".join(forms()[form].write(Portion(solve)))
        assert JobPart.objects.count() > 1

    def test_gets_written_in_the_language_of_the_reader(self, client):
        solve = long_solve()
        address = f"{solve.get_absolute_url()}export.txt"
        client.get(address, headers={"Accept-Language": "de"})
        client.get(address)
        for job in Job.objects.all():
            made(job)
        for language in ("de", "en"):
            with override(language):
                expected = "".join(forms()["txt"].write(Portion(solve)))
            headers = {"Accept-Language": language, "Accept-Encoding": "gzip"}
            answer = client.get(address, headers=headers)
            assert gzip.decompress(body_of(answer)).decode() == expected

    def test_answers_202_with_a_page_that_refreshes(self, client):
        solve = long_solve()
        address = f"{solve.get_absolute_url()}export.csv"
        answer = client.get(address)
        assert (answer.status_code, answer["Retry-After"]) == (202, "2")
        assert answer["Location"] == address
        assert answer["Cache-Control"] == "no-store"
        assert '<meta http-equiv="refresh" content="2">' in answer.content.decode()

    def test_makes_one_job_for_all_visitors(self, client):
        solve = long_solve()
        address = f"{solve.get_absolute_url()}export.json"
        for asking in (client, client, Client()):
            assert asking.get(address).status_code == 202
        made(Job.objects.get(kind="export"))
        for asking in (client, Client()):
            assert unpacked(asking, address)
        assert Job.objects.filter(kind="export").count() == 1

    def test_arrives_as_a_gz_file_without_gzip_support(self, client):
        solve = long_solve()
        address = f"{solve.get_absolute_url()}export.json"
        client.get(address)
        made(Job.objects.get())
        answer = client.get(address)
        content = body_of(answer)
        assert answer["Content-Type"] == "application/gzip"
        assert not answer.has_header("Content-Encoding")
        assert answer["Content-Length"] == str(len(content))
        assert f'filename="sudoku-{str(solve.pk)[:8]}.json.gz"' in answer["Content-Disposition"]
        assert json.loads(gzip.decompress(content))["iteration_count"] == 120

    def test_answers_404_to_others_if_private(self, client, django_user_model):
        user = django_user_model.objects.create_user("setter")
        solve = long_solve(Owner(user), "private")
        address = f"{solve.get_absolute_url()}export.json"
        client.force_login(user)
        client.get(address)
        made(Job.objects.get())
        assert unpacked(client, address)
        assert Client().get(address).status_code == 404
        assert Client().get(f"/jobs/{Job.objects.get().pk}/").status_code == 404

    def test_file_disappears_with_the_solve(self, client):
        solve = long_solve()
        client.get(f"{solve.get_absolute_url()}export.json")
        made(Job.objects.get())
        Solve.objects.filter(pk=solve.pk).delete()
        assert not Job.objects.exists()
        assert not JobPart.objects.exists()

    def test_answers_202_without_a_job_during_the_solve(self, client):
        solve = long_solve()
        Solve.objects.update(
            status="running", outcome="", lease_token=solve.pk, lease_until=timezone.now()
        )
        assert client.get(f"{solve.get_absolute_url()}export.json").status_code == 202
        assert not Job.objects.exists()

    def test_comes_by_the_api_with_a_token_too(self, client, django_user_model):
        user = django_user_model.objects.create_user("setter")
        solve = long_solve(Owner(user), "private")
        client.force_login(user)
        told = json_of(client.get(f"/api/v1/solves/{solve.pk}/"))
        answer = client.get(told["story_url"])
        assert (answer.status_code, answer["Retry-After"]) == (202, "2")
        assert (answer["Location"], answer.json()["url"]) == (told["story_url"],) * 2
        made(Job.objects.get())
        whole = json.loads(unpacked(client, told["story_url"]))
        assert [each["number"] for each in whole["iterations"]] == list(range(1, 121))
        assert Client().get(told["story_url"]).status_code == 404

    @pytest.mark.usefixtures("now")  # the next day a stranger's network is another one
    def test_has_a_limit_of_unfinished_jobs(self, client, settings):
        settings.UNFINISHED_JOBS = 2
        solve = long_solve()
        answers = [client.get(f"{solve.get_absolute_url()}export.{form}") for form in GROWING]
        refused = len(GROWING) - settings.UNFINISHED_JOBS
        assert [answer.status_code for answer in answers] == [202, 202, *[429] * refused]

    def test_has_a_link_on_the_page_of_its_job(self, client, django_user_model):
        client.force_login(django_user_model.objects.create_user("setter"))
        solve = long_solve()
        address = f"{solve.get_absolute_url()}export.json"
        assert "The job that prepares the file" in client.get(address).content.decode()
        job = made(Job.objects.get())
        assert f'href="{address}"' in client.get(job.get_absolute_url()).content.decode()

    def test_has_a_link_without_the_download_attribute(self, client, settings):
        """A browser would save the page that it waits on under the name of the file."""
        page = client.get(long_solve().get_absolute_url()).content.decode()
        assert 'export.json">' in page
        assert 'export.sql" download>' in page
        settings.SOLVE_ITERATIONS = 5
        short = long_solve(most=5)
        assert 'export.json" download>' in client.get(short.get_absolute_url()).content.decode()

    def test_answers_503_with_the_reason_of_a_failed_job(self, client):
        solve = long_solve()
        address = f"{solve.get_absolute_url()}export.json"
        client.get(address)
        Job.objects.update(status="failed", failure="fault-in-part", finished_at=timezone.now())
        answer = client.get(address)
        assert answer.status_code == 503
        assert "Something went wrong on our side" in answer.content.decode()
        Job.objects.update(finished_at=timezone.now() - timedelta(hours=1))
        assert client.get(address).status_code == 202
        assert Job.objects.count() == 2


@pytest.fixture
def little(monkeypatch):
    """Everything is long: an answer tells 3,000 bytes of stories, and so does a piece."""
    for module in (portions, exporting):
        monkeypatch.setattr(module, "MOST_WRITTEN" if module is exporting else "MOST_TOLD", 3_000)
    monkeypatch.setattr("solver.web.solves.solve_list.MOST_TOLD", 3_000)
    monkeypatch.setattr("solver.web.work.batches.MOST_TOLD", 3_000)
    monkeypatch.setattr("solver.api.batches.MOST_TOLD", 3_000)


def some_solves(owner=None, visibility="unlisted", count=5):
    text = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
    for _ in range(count):
        solve = submission.submit(engine.read(text), "combos", owner=owner, visibility=visibility)
        writing.record(solve.pk)


def all_lines(found, query=""):
    pieces, following = files.drained(files.solves(found, query, [], 10**9))
    assert following is None
    return "".join(pieces)


class TestAListOfSolves:
    def test_gets_written_whole_with_the_notes_of_the_owner(
        self, client, django_user_model, little
    ):
        user = django_user_model.objects.create_user("setter")
        client.force_login(user)
        some_solves(Owner(user))
        Solve.objects.update(note="mine")
        text = fetched(client, "/solves/export.jsonl?")
        assert text == all_lines(Solve.objects.of_visitor(user, None))
        lines = [json.loads(line) for line in text.splitlines()]
        assert [line["note"] for line in lines] == ["mine"] * 5
        assert all(len(line["iterations"]) == 15 for line in lines)

    def test_of_public_solves_has_one_file_for_all(self, client, django_user_model, little):
        user = django_user_model.objects.create_user("setter")
        some_solves(Owner(user), "public")
        Solve.objects.update(note="mine")
        address = "/solves/export.jsonl?whose=public"
        text = fetched(client, address)
        assert text == all_lines(Solve.objects.published(AnonymousUser(), None), "whose=public")
        assert "mine" not in text
        assert unpacked(Client(), address) == text
        # Its owner gets another, with the notes.
        client.force_login(user)
        assert client.get(address).status_code == 202
        made(Job.objects.get(owner=user))
        assert "mine" in unpacked(client, address)

    def test_contains_only_solves_of_its_owner(self, client, django_user_model, little):
        for name in ("one", "other"):
            some_solves(Owner(django_user_model.objects.create_user(name)), count=2)
        for name in ("one", "other"):
            user = django_user_model.objects.get(username=name)
            client.force_login(user)
            assert client.get("/solves/export.jsonl").status_code == 202
            made(Job.objects.get(owner=user))
            text = unpacked(client, "/solves/export.jsonl")
            told = {json.loads(line)["id"] for line in text.splitlines()}
            assert told == {
                str(pk) for pk in Solve.objects.filter(owner=user).values_list("pk", flat=True)
            }

    def test_gets_written_again_after_an_hour(self, client, little):
        some_solves(visibility="public")
        address = "/solves/export.jsonl?whose=public"
        fetched(client, address)
        Job.objects.update(created_at=timezone.now() - exports.FRESH)
        assert client.get(address).status_code == 202

    def test_closes_the_line_of_a_solve_deleted_meanwhile(self, client, little):
        some_solves(visibility="public")
        address = "/solves/export.jsonl?whose=public"
        client.get(address)
        job = Job.objects.get()
        found = Solve.objects.published(AnonymousUser(), None)
        [part] = job.parts.all()
        # A piece ends in the midst of the newest solve, which is deleted then.
        pieces, place = files.drained(files.solves(found, "whose=public", part.given[0], 1_000))
        piece = "".join(pieces)
        assert not piece.endswith("\n")
        found.get(pk=place[1]).delete()
        rest, following = files.drained(files.solves(found, "whose=public", place, 10**9))
        lines = [json.loads(line) for line in "".join([piece, *rest]).splitlines()]
        assert len(lines) == 5
        assert following is None

    def test_beyond_the_size_limit_continues_in_another_file(self, client, little, monkeypatch):
        monkeypatch.setattr(exporting, "LARGEST", 1)
        some_solves(visibility="public")
        *told, last = fetched(client, "/solves/export.jsonl?whose=public").splitlines()
        rest = fetched(client, json.loads(last)["next"])
        ids = [json.loads(line).get("id") for line in (*told, *rest.splitlines())]
        assert len(set(ids) & {str(pk) for pk in Solve.objects.values_list("pk", flat=True)}) >= 4

    def test_streams_at_once_if_short(self, client):
        some_solves(visibility="public", count=2)
        answer = client.get("/solves/export.jsonl?whose=public")
        assert answer.status_code == 200
        assert body_of(answer).decode() == all_lines(
            Solve.objects.published(AnonymousUser(), None), "whose=public"
        )
        assert not Job.objects.exists()


class TestABatch:
    @pytest.fixture
    def batch(self, client, django_user_model):
        self.user = django_user_model.objects.create_user("setter")
        client.force_login(self.user)
        text = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
        job = batches.submit([engine.read(text)] * 8, "combos", {}, Owner(self.user))
        return made(job)

    @pytest.mark.parametrize(
        ("name", "form"), [("answers.txt", "answers"), ("histories.jsonl", "histories")]
    )
    def test_has_all_rows_in_its_file(self, client, batch, little, name, form):
        text = fetched(client, f"/batches/{batch.pk}/{name}")
        assert text == "".join(files.drained(files.batch(batch, form, [], 10**9))[0])
        assert text.count("\n") == 8

    @pytest.mark.parametrize("histories", ["", "?histories=1"])
    def test_has_a_file_by_the_api(self, client, batch, little, histories):
        text = fetched(client, f"/api/v1/batches/{batch.pk}/results/{histories}")
        lines = [json.loads(line) for line in text.splitlines()]
        assert [line["item"] for line in lines] == list(range(1, 9))
        assert all(("iterations" in line) == bool(histories) for line in lines)

    def test_pages_through_finished_results_while_running(self, client, batch, little):
        Job.objects.filter(pk=batch.pk).update(status="queued", finished_at=None)
        address, items = f"/api/v1/batches/{batch.pk}/results/", []

        def following():
            return body_of(client.get(f"{address}?after={items[-1] if items else 0}")).splitlines()

        while lines := following():
            items += [json.loads(line)["item"] for line in lines]
        assert items == list(range(1, 9))
        assert client.get(f"/batches/{batch.pk}/answers.txt").status_code == 202
        assert not Job.objects.filter(kind="export").exists()

    def test_closes_the_line_of_a_deleted_solve(self, batch):
        pieces, place = files.drained(files.batch(batch, "histories", [], 1_000))
        piece = "".join(pieces)
        assert not piece.endswith("\n")
        Solve.objects.filter(pk=json.loads(piece.split(', "iterations"')[0] + "}")["id"]).delete()
        rest, following = files.drained(files.batch(batch, "histories", place, 10**9))
        lines = [json.loads(line) for line in "".join([piece, *rest]).splitlines()]
        assert [line["item"] for line in lines] == list(range(1, 9))
        assert following is None


class TestStoredFiles:
    def test_expire_after_a_day(self, client):
        solve = long_solve()
        client.get(f"{solve.get_absolute_url()}export.json")
        made(Job.objects.get())
        exports.drop_old()
        assert Job.objects.count() == 1
        Job.objects.update(created_at=timezone.now() - exports.KEPT)
        exports.drop_old()
        assert not Job.objects.exists()
        assert Solve.objects.count() == 1

    def test_keep_the_newest_within_the_space(self, client, monkeypatch):
        solve = long_solve()
        for form in ("json", "csv"):
            client.get(f"{solve.get_absolute_url()}export.{form}")
        jobs = [made(job) for job in Job.objects.order_by("created_at")]
        monkeypatch.setattr(exports, "MOST_KEPT", jobs[1].file_bytes)
        exports.drop_old()
        assert [job.spec["form"] for job in Job.objects.all()] == ["csv"]


@pytest.mark.django_db(transaction=True)
def test_worker_writes_the_file_that_the_visitor_waits_for(client, processes, settings):
    solve = long_solve()
    processes.worker("bulk")
    address = f"{solve.get_absolute_url()}export.json"

    def is_made():
        answer = client.get(address, **GZIP)
        body_of(answer)
        return answer.status_code == 200

    wait_for(is_made)
    whole = json.loads(unpacked(client, address))
    assert [each["number"] for each in whole["iterations"]] == list(range(1, 121))
    assert solve.iteration_count * 1_954 > MOST_TOLD
