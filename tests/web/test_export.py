"""A solve can be taken away, in every form there is, of the whole story or one iteration."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from math import inf

import pytest
from PIL import Image
from puzzles import ALESCARGOT, ARTICLE_000, NO_CANDIDATE, SOLUTION_000
from support import json_of
from test_pages import solved, submit, text_of

from solver.models import Puzzle, Solve
from solver.models.validators import neutral, without_quote
from solver.solves.exports import exports
from solver.solves.reading import iter_iterations

pytestmark = pytest.mark.django_db

FORMS = tuple(exports())
SVG = "{http://www.w3.org/2000/svg}"


def export(client, solve, form, **query):
    return client.get(f"{solve.get_absolute_url()}export.{form}", query)


def body(response) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def test_every_export_has_a_rank_of_its_own():
    shared = Counter(export.rank for export in exports().values())
    assert set(shared.values()) == {1}, f"rank: exports {shared}, each once"


def test_json_export_equals_the_api_response(client):
    solve = solved(client)
    exported = json.loads(body(export(client, solve, "json")))
    assert exported == json_of(client.get(f"/api/v1/solves/{solve.pk}/"))
    assert len(exported["iterations"]) == 15
    one = json.loads(body(export(client, solve, "json", iteration=6)))
    assert one["iterations"] == [exported["iterations"][5]]


def test_csv_export_has_a_row_for_each_step(client):
    solve = solved(client, ALESCARGOT, method="guessing")
    rows = list(csv.DictReader(io.StringIO(body(export(client, solve, "csv")).decode())))
    steps = [step for iteration in iter_iterations(solve) for step in iteration.steps]
    assert [row["technique"] for row in rows] == [step.technique for step in steps]
    assert re.fullmatch(r"r\dc\d=\d", rows[-1]["placed"])
    sixth = csv.DictReader(io.StringIO(body(export(client, solve, "csv", iteration=6)).decode()))
    assert {row["iteration"] for row in sixth} == {"6"}


@pytest.mark.asvs("1.2.10")
@pytest.mark.parametrize("value", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_csv_export_neutralises_formulas(value):
    assert neutral(value) == f"'{value}"
    assert neutral("r1c1<>2") == "r1c1<>2"
    assert neutral(-1) == -1
    for text in (value, f"'{value}", "r1c1<>2", "'quoted'"):
        assert without_quote(neutral(text)) == text


def test_txt_export_has_every_step_and_board(client):
    text = body(export(client, solved(client), "txt")).decode()
    assert text.startswith(ARTICLE_000)
    assert "Enclosed combos: solved, one solution, 15 iterations" in text
    assert "Only r4c4 and r9c4 fit {7, 9} in column 4" in text
    board = text[text.index("Iteration 15") :]
    assert "".join(re.findall(r"\d", board.split("\n\n")[1])) == SOLUTION_000
    assert "Iteration 15" not in body(export(client, solved(client), "txt", iteration=6)).decode()


def test_svg_export_draws_any_iteration(client):
    solve = solved(client)
    page = ElementTree.fromstring(body(export(client, solve, "svg", iteration=15)))
    digits = "".join(text.text for text in page.iter(f"{SVG}text") if text.get("font-size") == "30")
    assert digits == SOLUTION_000
    start = body(export(client, solve, "svg", iteration=0)).decode()
    assert "<title>Start" in start
    assert start.count('font-size="30"') == 26
    assert not re.search(r"style|script|href|class=", start)
    assert 'stroke="#a63a00"' in body(export(client, solve, "svg", iteration=6)).decode()


def test_png_export_draws_any_iteration(client):
    solve = solved(client)
    images = [
        Image.open(io.BytesIO(body(export(client, solve, "png", iteration=number))))
        for number in (0, 6, 15)
    ]
    assert {image.size for image in images} == {(1220, 1316)}
    assert len({image.tobytes() for image in images}) == 3
    # Placed now, in the middle of a cell of iteration 6 that the SVG fills too.
    assert (124, 196, 242) in {colour for _, colour in images[1].getcolors(1 << 20)}


def test_svg_export_marks_guesses_and_contradictions(client):
    solve = solved(client, ALESCARGOT, method="guessing")
    guess = next(iteration for iteration in iter_iterations(solve) if iteration.depth == 1)
    assert ">?</text>" in body(export(client, solve, "svg", iteration=guess.number)).decode()
    clash = solved(client, NO_CANDIDATE)
    assert ">!</text>" in body(export(client, clash, "svg")).decode()


@pytest.mark.asvs("3.2.1", "4.1.1", "5.4.1")
@pytest.mark.parametrize("form", FORMS)
def test_export_has_its_own_file_name_and_content_type(client, form):
    """Whatever a puzzle is called: a name would go into a header, and text into a page."""
    solve = solved(client)
    Puzzle.objects.update(title='x"; filename=evil.exe', is_published=True)
    answer = export(client, solve, form)
    assert answer["Content-Disposition"] == f'inline; filename="sudoku-{str(solve.pk)[:8]}.{form}"'
    kinds = {"json": "application/json", "svg": "image/svg+xml", "png": "image/png"}
    text = {"csv": "text/csv; charset=utf-8", "txt": "text/plain; charset=utf-8"}
    known = {form: each.content_type for form, each in exports().items()}
    assert answer["Content-Type"] == (known | kinds | text)[form]
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("form", FORMS)
def test_export_begins_as_its_form_declares(client, form):
    """Of the whole story and of one iteration; `begins` says how a reader of such files knows them."""
    solve = solved(client)
    for query in ({}, {"iteration": 0}, {"iteration": 6}):
        answer = export(client, solve, form, **query)
        assert (answer.status_code, answer["Content-Type"]) == (200, exports()[form].content_type)
        assert answer["ETag"]
        text = body(answer).decode("latin-1")
        assert re.match(exports()[form].begins, text), f"`begins` of {form}: {text[:60]!r}"
    others = [name for name, each in exports().items() if each.begins == exports()[form].begins]
    assert others == [form], "`begins` has to tell them apart"


@pytest.mark.parametrize("form", FORMS)
def test_export_for_programs_stays_english(client, form):
    solve = solved(client)
    english, german = (
        body(
            client.get(
                f"{solve.get_absolute_url()}export.{form}", headers={"Accept-Language": each}
            )
        )
        for each in ("en", "de")
    )
    assert (english == german) == exports()[form].is_english, (
        f"set `is_english` of {form} if it is for programs, else translate what it says"
    )


@pytest.mark.parametrize("form", FORMS)
def test_picture_exports_fit_the_largest_board(client, form):
    solve = solved(client, "0" * 624 + "P")
    response = export(client, solve, form)
    assert response.status_code == 200
    assert len(body(response)) < 2_000_000


@pytest.mark.parametrize("form", FORMS)
def test_export_of_a_finished_solve_can_be_cached(client, form):
    solve = solved(client)
    first = export(client, solve, form)
    assert first["Cache-Control"] == "private, no-cache"
    again = client.get(
        f"{solve.get_absolute_url()}export.{form}", headers={"If-None-Match": first["ETag"]}
    )
    assert again.status_code == 304
    assert export(client, solve, form, iteration=3)["ETag"] != first["ETag"]
    Solve.objects.update(note="a secret", is_favourite=True)  # of which an ETag says nothing
    assert export(client, solve, form)["ETag"] == first["ETag"]


@pytest.mark.parametrize("form", FORMS)
def test_export_of_an_unfinished_solve_cannot_be_cached(client, form):
    submit(client, puzzle=ARTICLE_000)
    response = export(client, Solve.objects.get(), form)
    assert response.status_code == 200
    assert body(response)
    assert response["Cache-Control"] == "no-store"
    assert "ETag" not in response


@pytest.mark.parametrize("number", ["16", "-1", "x", "٣", "", "9" * 5000, "%00"])
@pytest.mark.parametrize("form", ["json", "png"])
def test_export_answers_404_to_an_unknown_iteration(client, form, number):
    url = f"{solved(client).get_absolute_url()}export.{form}?iteration={number}"
    assert client.get(url).status_code == 404


def test_export_answers_404_to_an_unknown_form_or_solve(client):
    solve = solved(client)
    assert export(client, solve, "exe").status_code == 404
    nobody = "/solves/00000000-0000-0000-0000-000000000000/export.json"
    assert client.get(nobody).status_code == 404


def test_export_reads_a_long_solve_in_pages(client, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr("solver.engine.core.storage_codec.MOST_ITERATIONS", 4)
    monkeypatch.setattr("solver.solves.reading.MOST_ITERATIONS", 4)
    monkeypatch.setattr("solver.solves.reading.AT_ONCE", 2)
    monkeypatch.setattr("solver.solves.writing.FLUSH_SECONDS", inf)  # a slow machine flushes more
    solve = solved(client)
    with django_assert_num_queries(4):  # the puzzle, two pages, and one that is empty
        assert [iteration.number for iteration in iter_iterations(solve)] == list(range(1, 16))


class TestPrintSheet:
    def test_shows_board_strip_and_steps(self, client):
        solve = solved(client)
        page = client.get(f"{solve.get_absolute_url()}sheet/?iteration=6")
        text = text_of(page)
        assert "One solution" in text
        assert page.content.decode().count('class="printed__ring"') == 55
        assert text.count("r4c9=2 r4c9&lt;&gt;3") == 2  # beside its board, and in its turn
        assert ARTICLE_000 in text
        assert f"http://testserver{solve.get_absolute_url()}" in text

    def test_limits_boards_and_steps(self, client, monkeypatch):
        monkeypatch.setattr("solver.web.solve.print_sheet.BOARDS", 4)
        monkeypatch.setattr("solver.web.solve.print_sheet.STEPS", 30)
        page = client.get(f"{solved(client).get_absolute_url()}sheet/")
        assert page.content.decode().count("<li>") == 4
        assert "The solve continues" in text_of(page)

    def test_works_before_the_first_iteration(self, client):
        submit(client, puzzle=ARTICLE_000)
        page = client.get(f"{Solve.objects.get().get_absolute_url()}sheet/")
        assert page.status_code == 200
        assert client.get(page.request["PATH_INFO"] + "?iteration=1").status_code == 404


def test_solve_page_links_every_export(client):
    solve = solved(client)
    page = client.get(f"{solve.get_absolute_url()}?iteration=6").content.decode()
    for form, each in exports().items():
        moment = "?iteration=6" if each.shows == "board" else ""
        link = f'href="{solve.get_absolute_url()}export.{form}{moment}" download>{each.title}</a>'
        assert link in page
    assert "export.png?iteration=6" in page
    assert "sheet/?iteration=6" in page
