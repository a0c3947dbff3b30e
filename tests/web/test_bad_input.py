"""Bad input gets a clear answer through every door.

The kinds of bad input are rows from 1 to 46: a test has them in its docstring or as the parameter `row`.
What a door does not take is not asked of it: the form has no JSON, and the API no CSRF token.
"""

import csv
import gzip
import io
import itertools
import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from puzzles import ARTICLE_000, EMPTY, SOLUTION_000
from support import manage, some
from test_accounts import PASSWORD, sign_in
from test_limits import empty_limits, submit
from test_sharing import doors

from solver.engine import GridError
from solver.jobs import running
from solver.models import Job, Puzzle, Solve, User
from solver.puzzles.files.reading import items_in, items_in_text
from solver.solves import writing

pytestmark = pytest.mark.django_db
SOLVES, BATCHES = "/api/v1/solves/", "/api/v1/batches/"
ARABIC, FULL_WIDTH = "٣" * 81, "９" * 81
ELEVEN_CLASH = "55" + "0" * 79

TEXTS = [  # row, text, what the answer names
    (1, "0" * 80, "80 cells found"),
    (1, "0" * 82, "82 cells found"),
    (2, "", "there is no puzzle here"),
    (4, ARABIC, "arabic-indic"),
    (5, FULL_WIDTH, "fullwidth"),
    (6, "²" * 81, "superscript"),
    (6, "①" * 81, "circled"),
    (8, ELEVEN_CLASH, "r1c1 and r1c2 are both 5, in row 1; change one of them"),
    (14, "0" * 1296, "1,296 cells found"),
    (15, "\x00" * 81, ""),
]


def by_api(puzzle, client=None, **more):
    body = json.dumps({"puzzle": puzzle, **more})
    return (client or Client()).post(SOLVES, body, content_type="application/json")


def by_batch(puzzle):
    body = json.dumps({"puzzles": [puzzle]})
    return Client().post(BATCHES, body, content_type="application/json")


def by_form(puzzle):
    return Client().post("/solves/", {"puzzle": puzzle, "method": "combos"}, follow=True)


def by_compare(puzzle):
    return Client().post("/compare/", {"puzzle": puzzle}, follow=True)


def by_address(puzzle):
    return Client().get("/", {"puzzle": puzzle or " "})


def by_admin(puzzle):
    client = Client()
    root = User.objects.filter(username="root").first() or User.objects.create_superuser("root")
    client.force_login(root)
    return client.post("/admin/solver/puzzle/add/", {"givens": puzzle, "tags": ""})


def solved_by_api(puzzle, **more):
    assert by_api(puzzle, **more).status_code == 202
    solve = Solve.objects.latest("created_at")
    while not solve.is_over:
        writing.record(solve.pk)
        solve.refresh_from_db()
    return solve


@pytest.mark.asvs("2.2.1")
@pytest.mark.parametrize("door", [by_api, by_batch, by_form, by_compare, by_address, by_admin])
@pytest.mark.parametrize(
    ("row", "text", "words"), TEXTS, ids=[f"{row}-{ascii(text)[:12]}" for row, text, _ in TEXTS]
)
def test_each_door_names_the_fault_of_a_puzzle(row, text, words, door):
    if door is by_address and not text:
        pytest.skip("an empty address asks for an empty board")
    answer = door(text)
    expected = 200 if door is by_admin else 400  # the admin shows its form again
    assert answer.status_code == expected
    if door is not by_admin or row not in (2, 15):  # Django's own words there
        assert words.lower() in answer.content.decode().lower().replace("\\u201c", "“")
    assert not Puzzle.objects.exists()


def test_json_of_a_solution_alone_is_refused():
    for door in (by_form, by_address):
        answer = door(json.dumps({"easy": {"solution": SOLUTION_000}}))
        assert answer.status_code == 400
        assert "contains only a solved board" in answer.content.decode()


@pytest.mark.parametrize("value", [None, [], True, 5, {}], ids=repr)
def test_value_other_than_text_gets_400(value):
    """Rows 2 and 3."""
    for door in (by_api, by_batch):
        assert door(value).status_code == 400
    assert not Puzzle.objects.exists()


@pytest.mark.parametrize("text", [ARTICLE_000 + "\n", f"  {ARTICLE_000}\r\n\r\n"])
def test_whitespace_around_a_line_gets_stripped(text):
    """Row 7."""
    for door in (by_api, by_batch, by_form):
        assert door(text).status_code in (200, 202, 302)
    assert Puzzle.objects.get().givens == ARTICLE_000


# Two cells of row 1 have only one digit left between them, with no clash among the givens.
HOPELESS = "123456700" + "000000008" + "000000000" * 2 + "000000080" + "000000000" * 4


@pytest.mark.parametrize(
    ("row", "puzzle", "verdict"),
    [
        (9, HOPELESS, "none"),
        (10, EMPTY, "multiple"),
        (11, ARTICLE_000[:27] + "0" * 54, "multiple"),
        (12, SOLUTION_000, "unique"),
    ],
)
def test_odd_boards_get_their_verdict(row, puzzle, verdict):
    """Rows 9 to 12."""
    solve = solved_by_api(puzzle)
    assert (solve.status, solve.verdict) == ("finished", verdict)
    if row == 12:
        assert (solve.outcome, solve.solutions) == ("solved", [SOLUTION_000])


def test_guessing_keeps_its_history_at_the_iteration_limit(settings):
    """Row 13."""
    settings.SOLVE_ITERATIONS = 5
    solve = solved_by_api("1" + "0" * 80, method="guessing")
    assert (solve.outcome, solve.iteration_count) == ("limit", 5)


@pytest.mark.parametrize("size", [16, 25])
def test_api_accepts_16x16_and_25x25_boards(size):
    """Row 14."""
    assert by_api("0" * size**2, size=size).status_code == 202


@pytest.mark.parametrize("size", [0, -9, 36, 10**30])
def test_api_rejects_other_sizes(size):
    """Row 14."""
    assert by_api(EMPTY, size=size).status_code == 400


STRANGE = ["\x00", "\ud800", "a\x00b"]


@pytest.mark.parametrize("text", STRANGE, ids=lambda text: ascii(text)[:12])
@pytest.mark.parametrize("field", ["puzzle", "method", "format", "options"])
def test_invalid_characters_get_400(field, text):
    """Rows 15 to 18."""
    data = {"puzzle": EMPTY} | {field: {text: text} if field == "options" else text}
    answer = Client().post(SOLVES, json.dumps(data), content_type="application/json")
    assert answer.status_code == 400
    assert not Solve.objects.exists()


@pytest.mark.asvs("2.2.1")
@pytest.mark.parametrize(
    ("row", "body"),
    [
        (19, b"[" * 20_000),
        (20, b'{"a":' * 100_000),
        (21, b'{"puzzle": NaN}'),
        (21, b'{"puzzle": "0", "size": 1e999}'),
        (22, b'{"puzzle": "0", "size": ' + b"9" * 5000 + b"}"),
        (23, b'{"puzzle": "\xff"}'),
        (23, b'{"puzzle": "00'),
        (24, b'{"puzzle": "' + b"0" * 81 + b'", "puzzle": 5}'),
    ],
)
@pytest.mark.parametrize("address", [SOLVES, BATCHES, "/api/v1/comparisons/", "/api/v1/puzzles/"])
def test_malformed_json_gets_400(row, body, address):
    """Rows 19 to 24."""
    answer = Client().post(address, body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"]
    assert not Puzzle.objects.exists()


def test_duplicate_json_key_gets_400():
    """Row 24."""
    body = '{"puzzle": "%s", "puzzle": "%s"}' % (EMPTY, ARTICLE_000)  # noqa: UP031
    answer = Client().post(SOLVES, body, content_type="application/json")
    assert answer.status_code == 400
    assert "puzzle" in answer.json()["detail"]


def test_ten_megabytes_get_413():
    """Row 25."""
    assert by_api("0" * 10_000_000).status_code == 413
    assert by_form("0" * 10_000_000).status_code == 413


@pytest.mark.asvs("5.2.3")
def test_api_rejects_a_gzipped_body_with_400():
    """Row 25."""
    packed = gzip.compress(json.dumps({"puzzle": EMPTY}).encode())
    answer = Client().post(
        SOLVES, packed, content_type="application/json", headers={"Content-Encoding": "gzip"}
    )
    assert answer.status_code == 400


def test_form_of_1500_fields_gets_400():
    """Row 26."""
    data = {f"r{n}": "1" for n in range(1_500)}
    assert Client().post("/solves/", data).status_code == 400


@pytest.mark.asvs("3.5.1")
@pytest.mark.parametrize(
    "kind",
    [
        *("application/xml", "text/xml"),
        # What a page of another site may send without asking.
        *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
    ],
)
def test_media_types_other_than_json_get_415(kind):
    """Row 27."""
    answer = Client().post(SOLVES, json.dumps({"puzzle": EMPTY}), content_type=kind)
    assert answer.status_code == 415
    assert not Puzzle.objects.exists()


@pytest.mark.asvs("15.3.3")
def test_fields_that_no_door_offers_have_no_effect():
    """Row 28."""
    answer = by_api(ARTICLE_000, status="finished", owner=1, attempt=9, solutions=["1"])
    assert set(answer.json()["errors"]) == {"status", "owner", "attempt", "solutions"}
    assert not Solve.objects.exists()
    data = {"puzzle": ARTICLE_000, "method": "combos", "status": "finished", "owner": "1"}
    Client().post("/solves/", data)
    solve = Solve.objects.get()
    assert (solve.status, solve.owner, solve.attempt, solve.solutions) == ("queued", None, 0, [])


HARMFUL = ["<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", '"><svg onload=1>']


@pytest.mark.asvs("1.2.1")
@pytest.mark.parametrize("text", HARMFUL)
def test_pages_show_tags_as_text(text, admin_client):
    """Rows 29 and 30."""
    puzzle = Puzzle.objects.create(
        givens=ARTICLE_000, title=text, author=text, source=text, notes=text, is_published=True
    )
    solve = Solve.objects.create(puzzle=puzzle, method="combos", visibility="public")
    writing.record(solve.pk)
    for address in (
        *("/", "/solves/", f"/solves/{solve.pk}/", f"/solves/{solve.pk}/sheet/", "/puzzles/"),
        f"/puzzles/{puzzle.pk}/",
        *("/admin/solver/puzzle/", f"/admin/solver/puzzle/{puzzle.pk}/change/"),
        *(f"/solves/{solve.pk}/export.svg", f"/compare/?solves={solve.pk}"),
    ):
        answer = admin_client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert answer.status_code == 200
        assert text not in body.decode(), address


SQL = ("' OR 1=1 --", '"; DROP TABLE solver_puzzle; --', "%", "_", "\\")
SEARCHES = (
    *("/puzzles/", "/solves/?whose=public", "/admin/solver/puzzle/"),
    *("/api/v1/puzzles/", "/api/v1/solves/"),
)


@pytest.mark.fuzz
@pytest.mark.asvs("1.2.4")
@pytest.mark.parametrize(("words", "door"), some(itertools.product(SQL, SEARCHES), 3))
def test_search_treats_sql_as_words(words, door, admin_client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, title="Here", is_published=True)
    solve = Solve.objects.create(puzzle=puzzle, method="combos", visibility="public")
    page, _, query = door.partition("?")
    answer = admin_client.get(page, {"q": words} | dict([query.split("=")] if query else []))
    assert answer.status_code in (200, 400)
    text = answer.content.decode()
    assert not [key for key in (f"/puzzles/{puzzle.pk}/", str(solve.pk)) if key in text]
    assert Puzzle.objects.exists()


@pytest.mark.parametrize(
    "title", ["a\u202eb", "a\u200bb", "\u2066a", "a" * 1_000_000], ids=lambda text: ascii(text)[:12]
)
def test_admin_rejects_titles_with_hidden_or_too_many_characters(title, admin_client):
    """Rows 31 and 32."""
    data = {"givens": ARTICLE_000, "title": title, "tags": ""}
    answer = admin_client.post("/admin/solver/puzzle/add/", data)
    assert answer.status_code in (200, 413)
    assert not Puzzle.objects.exists()


def test_batch_names_the_wrong_line():
    """Row 33."""
    lines = [ARTICLE_000] * 6 + ["12345"] + [ARTICLE_000] * 3
    body = json.dumps({"puzzles": lines})
    answer = Client().post(BATCHES, body, content_type="application/json")
    assert answer.status_code == 400
    assert "7" in answer.content.decode()
    assert not Puzzle.objects.exists()


IMPORT = "/admin/solver/puzzle/import/"


@pytest.mark.asvs("5.2.3")
def test_import_rejects_too_many_lines_and_keeps_none(admin_client, settings):
    """Row 34."""
    settings.IMPORT_LINES = 3
    page = admin_client.post(IMPORT, {"text": f"{ARTICLE_000}\n" * 4}).content.decode()
    assert "there are more than 3 lines" in page
    assert not Job.objects.exists()


@pytest.mark.asvs("5.2.1")
def test_uploads_beyond_the_limit_get_413(admin_client, settings):
    """Row 34."""
    for door in (IMPORT, "/batches/"):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100_000_000  # what uploads may be; staff send them
        file = SimpleUploadedFile("large.txt", b"0" * 100_000_001)
        assert admin_client.post(door, {"file": file}).status_code == 413


@pytest.mark.asvs("5.2.3")
def test_batch_rejects_a_file_beyond_its_limit(admin_client, monkeypatch):
    """Row 34."""
    monkeypatch.setattr("solver.web.work.batches.LARGEST", 100)
    data = {"file": SimpleUploadedFile("large.txt", f"{ARTICLE_000}\n".encode() * 2)}
    answer = admin_client.post("/batches/", data)
    assert answer.status_code == 400
    assert "the file has 164 bytes; at most 100 are allowed" in answer.content.decode()
    assert not Job.objects.exists()


@pytest.mark.asvs("5.2.3")
def test_json_text_beyond_the_limit_raises(monkeypatch):
    """Row 34."""
    monkeypatch.setattr("solver.puzzles.files.reading.WHOLE", 100)
    with pytest.raises(GridError, match="more than 100 characters"):
        list(items_in_text(json.dumps([ARTICLE_000, EMPTY])))


class Endless(io.RawIOBase):
    """A file of puzzles that never ends, and fails when more of it is read than is asked for."""

    def __init__(self):
        self.given = 0

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, *_):
        return 0

    def readinto(self, buffer):
        self.given += len(buffer)
        assert self.given < 1_000_000
        line = ARTICLE_000.encode() + b"\n"
        buffer[:] = (line * (len(buffer) // len(line) + 1))[: len(buffer)]
        return len(buffer)


@pytest.mark.asvs("5.2.3")
def test_endless_file_gets_read_only_as_far_as_needed(monkeypatch):
    """Row 34."""
    monkeypatch.setattr("solver.puzzles.files.opening.MOST_LOOKED_AT", 100_000)
    assert len(list(itertools.islice(items_in(io.BufferedReader(Endless())), 1_000))) == 1_000


# Bytes of a file, and what becomes of it: taken, or words that say what is wrong with it.
LINES = f"{ARTICLE_000}\r\n{EMPTY}\r\n"
NOT_UTF_8 = "is not UTF-8 text: byte"
FILES = [
    ("CRLF", LINES.encode(), "", "", ""),
    ("UTF-8 with BOM", LINES.encode("utf-8-sig"), "", "", ""),
    ("UTF-16 with BOM", LINES.encode("utf-16"), "", "", ""),
    ("UTF-16 LE", LINES.encode("utf-16-le"), "", "", ""),
    ("UTF-16 BE", LINES.encode("utf-16-be"), "", "", ""),
    ("binary", bytes(range(256)), NOT_UTF_8, "no Sudoku was found", "not text in UTF-8"),
    ("latin-1", "Café".encode("latin-1"), NOT_UTF_8, "no Sudoku was found", "no Sudoku was found"),
]
EACH_FILE = pytest.mark.parametrize(
    ("data", "batch", "imported", "command"),
    [case[1:] for case in FILES],
    ids=[case[0] for case in FILES],
)


@EACH_FILE
def test_batch_reads_each_file_or_names_its_fault(data, batch, imported, command):
    """Row 35."""
    data = {"file": SimpleUploadedFile("file", data), "method": "rules"}
    answer = Client().post("/batches/", data)
    assert answer.status_code == (400 if batch else 302)
    assert batch in answer.content.decode()


@pytest.mark.asvs("5.2.2")
@EACH_FILE
def test_import_reads_each_file_or_names_its_fault(data, batch, imported, command, admin_client):
    """Row 35."""
    answer = admin_client.post(IMPORT, {"file": SimpleUploadedFile("file", data), "at_once": "on"})
    assert answer.status_code == 302
    job = Job.objects.get()
    running.run(job.pk)
    notes = [row[5] for part in job.parts.all() for row in part.report]
    if imported:
        assert imported in " ".join(notes)
        assert not Puzzle.objects.exists()
    else:
        # The empty board has more than one solution, and comes in where that is asked for.
        assert {puzzle.givens for puzzle in Puzzle.objects.all()} == {ARTICLE_000}


@EACH_FILE
def test_import_command_reads_each_file_or_reports_the_fault(
    data, batch, imported, command, tmp_path, capsys
):
    """Row 35."""
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(CommandError):  # the empty board is wrong in each of them
        call_command("import_puzzles", str(path), "--yes")
    printed = capsys.readouterr().out
    assert "wrong" in printed
    assert ("1 wrong" in printed and "1 added" in printed) != bool(imported)


@EACH_FILE
def test_solve_command_reads_each_stream_or_names_its_fault(data, batch, imported, command):
    """Row 35."""
    ended = manage("solve", "-", stdin=data)
    if command:
        assert ended.returncode == 2
        assert command in ended.stderr.decode()
    else:
        assert SOLUTION_000 in ended.stdout.decode()


@EACH_FILE
def test_form_and_api_answer_any_bytes_without_failing(data, batch, imported, command):
    """Row 35."""
    form = b"method=rules&puzzle=" + b"".join(b"%%%02x" % byte for byte in data)
    kind = "application/x-www-form-urlencoded"
    answer = Client().generic("POST", "/solves/", form, content_type=kind)
    if answer.status_code == 302:  # a line each: a batch of as many
        assert answer.url.startswith("/batches/")
    elif answer.status_code == 303:  # what is short enough is in an address
        assert Client().get(answer.url).status_code == 400
    else:
        assert answer.status_code == 400
    answer = Client().generic("POST", SOLVES, data, content_type="application/json")
    assert answer.status_code == 400
    assert "this is no JSON" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("encoding", "status"),
    [("utf-8", 202), ("utf-8-sig", 202), ("utf-16", 400), ("utf-16-le", 400)],
)
def test_api_reads_json_only_in_utf_8(encoding, status):
    """Row 35."""
    body = json.dumps({"puzzle": ARTICLE_000}).encode(encoding)
    answer = Client().generic("POST", SOLVES, body, content_type="application/json")
    assert answer.status_code == status


KINDS = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
CHARSETS = ("utf-16", "zlib", "base64", "idna", "undefined", "no such")


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("charset", "kind", "door"),
    some(itertools.product(CHARSETS, KINDS, (SOLVES, "/solves/", "/account/sign-in/")), 4),
)
def test_foreign_charset_gets_400(door, kind, charset):
    """Row 35."""
    part = b'--x\r\nContent-Disposition: form-data; name="puzzle"\r\n\r\n1\r\n--x--\r\n'
    answer = Client().generic("POST", door, part, content_type=f"{kind}; charset={charset}")
    assert answer.status_code == 400
    assert "UTF-8" in answer.content.decode()


@pytest.mark.asvs("1.2.10")
@pytest.mark.parametrize("start", ["=", "+", "-", "@", "'="])
def test_csv_export_quotes_formulas_and_reads_them_back(start, admin_client):
    """Row 36."""
    title = f"{start}1+1"
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, title=title)
    data = {
        "action": "export_selected",
        "format": "csv",
        "_selected_action": [puzzle.pk],
        "count": "1",
    }
    answer = admin_client.post("/admin/solver/puzzle/", data)
    text = b"".join(answer.streaming_content).decode()
    assert next(csv.DictReader(io.StringIO(text)))["title"] == f"'{title}"
    puzzle.delete()
    admin_client.post(IMPORT, {"text": text, "at_once": "on"})
    running.run(Job.objects.get().pk)
    assert Puzzle.objects.get().title == title


@pytest.mark.asvs("1.2.10")
@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_report_csv_contains_no_formula(start, admin_client):
    """Row 36."""
    admin_client.post(IMPORT, {"text": f"{start}cmd|' /C calc'!A0"})
    job = Job.objects.get()
    running.run(job.pk)
    answer = admin_client.get(f"/jobs/{job.pk}/report.csv")
    rows = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert len(rows) == 2
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_private_solve_gets_404_at_every_door():
    """Row 37: each door of a private solve; `test_sharing` and `test_walk` ask for all that has an owner."""
    solve = solved_by_api(ARTICLE_000)
    Solve.objects.update(visibility="private", owner=User.objects.create_user("setter"))
    assert {Client().get(door).status_code for door in doors(solve)} == {404}
    assert solve.pk.version == 7  # with 74 bits that nobody can guess


@pytest.mark.parametrize(
    "identity", ["9" * 30, "-1", "٣", "0", "%00", "00000000-0000-4000-8000-000000000000"]
)
def test_strange_ids_get_404(identity):
    """Row 38."""
    for address in (f"/solves/{identity}/", f"{SOLVES}{identity}/", f"/puzzles/{identity}/"):
        assert Client().get(address).status_code == 404


@pytest.mark.parametrize(
    "number", ["9" * 5000, "\x00", "-1", "٣", "1.5", "x"], ids=lambda text: ascii(text)[:12]
)
def test_strange_numbers_get_400_or_404(number):
    """Row 39."""
    solve = solved_by_api(ARTICLE_000)
    page, api = f"/solves/{solve.pk}/", f"{SOLVES}{solve.pk}/iterations/"
    for address, name in (
        *((page, "iteration"), (page, "step"), (page, "since")),
        *((f"{page}sheet/", "iteration"), (f"{page}export.svg", "iteration"), (api, "after")),
        *(("/solves/", "after"), ("/puzzles/", "after")),
    ):
        status = Client().get(address, {name: number}).status_code
        assert status in ({404, 400} if address != "/puzzles/" else {200, 400, 404}), (
            address,
            name,
        )


@pytest.mark.parametrize("address", ["/solves/", "/compare/", "/batches/", "/account/sign-in/"])
def test_forms_without_a_csrf_token_get_403(address):
    """Row 40."""
    data = {"puzzle": ARTICLE_000, "puzzles": ARTICLE_000, "method": "rules"}
    assert Client(enforce_csrf_checks=True).post(address, data).status_code == 403
    assert not Puzzle.objects.exists()


@pytest.mark.parametrize("forwarded", ["", "1.1.1.{}", "10.0.0.{}, 1.1.1.1"])
def test_rate_limit_ignores_forged_addresses(forwarded, settings):
    """Rows 41 and 42."""
    empty_limits()
    settings.LIMIT_SUBMISSIONS = "2/day"
    said = [{"X-Forwarded-For": forwarded.format(n)} if forwarded else {} for n in range(3)]
    answers = [submit(Client(), headers=headers) for headers in said]
    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert answers[2]["Retry-After"].isdigit()


@pytest.mark.parametrize("address", ["//evil.example", "/\\evil.example", "\t//evil.example"])
def test_redirects_stay_on_the_site(address, admin_user):
    """Row 43."""
    User.objects.create_user("setter", password=PASSWORD)
    assert sign_in(Client(), next=address)["Location"] == "/solves/"
    data = {"username": "admin", "password": "password", "next": address}
    assert Client().post("/admin/login/", data)["Location"] in ("/solves/", "/admin/")
    chosen = Client().post("/language/", {"language": "de", "next": address})
    assert chosen["Location"] == "/"


def test_foreign_host_header_gets_400():
    """Row 44."""
    for address in ("/", SOLVES, "/livez", "/admin/"):
        assert Client().get(address, HTTP_HOST="evil.example").status_code == 400


def test_wrong_passwords_lock_out_and_get_logged(admin_user, settings, caplog):
    """Row 45."""
    empty_limits()
    settings.LIMIT_PASSWORDS = "10/15 minutes"
    tries = [
        Client().post("/admin/login/", {"username": "admin", "password": f"wrong {n}"})
        for n in range(20)
    ]
    assert [answer.status_code for answer in tries] == [200] * 10 + [429] * 10
    assert caplog.text.count(f"locked out: account {admin_user.pk} from 127.0.0.1") == 10


def test_repeated_idempotency_key_makes_one_solve(admin_client):
    """Row 46."""
    answers = [
        admin_client.post(
            SOLVES,
            json.dumps({"puzzle": puzzle}),
            content_type="application/json",
            headers={"Idempotency-Key": "one"},
        )
        for puzzle in (ARTICLE_000, ARTICLE_000, EMPTY)
    ]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert answers[2].status_code in (409, 422)
    assert Solve.objects.count() == 1


def test_tests_cover_every_row_from_1_to_46():
    found = re.findall(
        r'^    """Rows? (\d+)(?: (?:to|and) (\d+))?', Path(__file__).read_text(), re.MULTILINE
    )
    named = {n for first, last in found for n in range(int(first), int(last or first) + 1)}
    assert named | {row for row, *_ in TEXTS} == set(range(1, 47))
