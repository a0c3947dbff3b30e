"""The exercises' page, and the files with which PostgreSQL runs in a browser."""

import gzip

import pytest
from django.urls import reverse
from test_pages import text_of

from solver.puzzles.course import COURSE
from solver.sets.exercises import exercises_of
from solver.web.learn import pglite
from sudokusite.local import pglite as fetching

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path, settings):
    """A folder in which PGlite is not there yet."""
    settings.BASE_DIR = tmp_path
    folder = tmp_path / "var" / "pglite" / pglite.VERSION
    folder.mkdir(parents=True)
    return folder


def address_of(name, version=pglite.VERSION):
    return reverse("pglite-file", args=[version, name])


@pytest.mark.parametrize("lesson", [lesson.name for lesson in COURSE])
def test_lesson_leads_to_its_exercises(client, lesson):
    address = reverse("exercises", args=[lesson])
    assert address in client.get(reverse("lesson", args=[lesson])).content.decode()
    page = text_of(client.get(address))
    for exercise in exercises_of(lesson):
        assert exercise.question.replace("`", "") in page
        assert "The tables, for psql" in page


def test_board_beside_the_exercises_has_its_candidates(client):
    page = text_of(client.get(reverse("exercises", args=["peers"])))
    assert "Row 1, column 1, open, candidates 1 2 5 9" in page
    assert "Row 1, column 2, given 6" in page


def test_unknown_lesson_has_no_exercises(client):
    assert client.get(reverse("exercises", args=["magic"])).status_code == 404


def test_exercise_without_pglite_is_its_text(client, folder):
    page = client.get(reverse("exercises", args=["peers"])).content.decode()
    assert "PostgreSQL for browsers is not installed on this site." in page
    assert "exercise.js" not in page


@pytest.mark.asvs("3.4.3")
def test_webassembly_may_run_in_the_worker_alone(client):
    page = client.get(reverse("exercises", args=["peers"]))["Content-Security-Policy"]
    worker = client.get(reverse("pglite-worker", args=[pglite.VERSION]))
    assert "'wasm-unsafe-eval'" in worker["Content-Security-Policy"]
    assert worker["Content-Type"] == "text/javascript"
    assert "worker-src 'self'" in page
    assert "wasm" not in page
    assert "worker-src" not in client.get("/learn/")["Content-Security-Policy"]


def test_files_of_pglite_are_sent_compressed_and_never_change(client, folder):
    (folder / "pglite.wasm.gz").write_bytes(gzip.compress(b"wasm"))
    answer = client.get(address_of("pglite.wasm"), headers={"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(b"".join(answer.streaming_content)) == b"wasm"
    assert answer["Content-Type"] == "application/wasm"
    assert answer["Content-Encoding"] == "gzip"
    assert "immutable" in answer["Cache-Control"]
    assert client.get(address_of("pglite.wasm")).status_code == 406


@pytest.mark.parametrize("name", ["LICENSE", "pglite.data", "..", "index.js.gz"])
def test_other_files_get_404(client, folder, name):
    (folder / "LICENSE.gz").write_bytes(gzip.compress(b"Apache-2.0"))
    answer = client.get(f"/pglite/{pglite.VERSION}/{name}", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 404
    assert client.get(address_of("index.js", "0.5.15")).status_code == 404


def test_package_with_another_hash_is_refused(tmp_path):
    package = tmp_path / "pglite.tgz"
    package.write_bytes(b"another")
    with pytest.raises(ValueError, match="pinned by its hash"):
        fetching.fetch(tmp_path / "fetched", package.as_uri())
    assert not (tmp_path / "fetched").exists()


def test_fetched_version_is_the_one_that_pages_ask_for():
    assert fetching.VERSION == pglite.VERSION
