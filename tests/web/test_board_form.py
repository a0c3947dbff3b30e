"""The board of the front page: of every size, with candidates, filled from an address or a text."""

import re

import pytest
from puzzles import ALESCARGOT, ARTICLE_000
from test_pages import submit, text_of

from solver.engine.core import i18n
from solver.engine.core.geometry import digits_of, geometry_of
from solver.models import Job, Puzzle, Solve

pytestmark = pytest.mark.django_db

FETCH = {"X-Requested-With": "fetch"}


def fields(response) -> dict[str, str]:
    found = re.findall(r'<input name="(r\d+c\d+)" value="([^"]+)"', response.content.decode())
    return dict(found)


@pytest.mark.parametrize("size", [4, 9, 16, 25])
def test_board_has_every_size(client, size):
    page = client.get(f"/?size={size}").content.decode()
    assert page.count('maxlength="1"') == size * size
    answer = submit(client, size=size, **{f"r{size}c{size}": "1"})
    assert answer.status_code == 302
    assert Puzzle.objects.get().givens == "0" * (size * size - 1) + "1"


@pytest.mark.parametrize("size", ["3", "x", "-9", "٩", "9" * 5000, ""])
def test_unknown_size_shows_a_9x9_board(client, size):
    assert client.get("/", {"size": size}).content.decode().count('maxlength="1"') == 81


def test_large_boards_accept_letters_as_digits(client):
    submit(client, size=16, r1c1="g", r1c2="A")
    assert Puzzle.objects.get().givens.startswith("GA")


def test_typed_candidates_become_the_starting_position(client):
    submit(client, r1c1="5", r1c2="19?", r1c3="8?")
    marks = Solve.objects.get().grid.marks
    assert [digits_of(mask) for mask in marks[:3]] == [(5,), (1, 9), (8,)]
    assert len(digits_of(marks[3])) == 9


@pytest.mark.parametrize("value", ["?", "10?", "19", "1?9", "A?", "²?", "٣?", "\x00?", "19??"])
def test_invalid_cell_value_gets_400_with_its_cell(client, value):
    response = submit(client, r2c2=value, r1c1="5")
    assert response.status_code == 400
    assert "r2c2 contains" in text_of(response)
    assert fields(response)["r1c1"] == "5"


def test_text_in_any_format_fills_the_board(client):
    csv = "\n".join(",".join(ARTICLE_000[i : i + 9]) for i in range(0, 81, 9))
    page = client.post("/", {"puzzle": csv}, follow=True)
    assert "".join(fields(page).values()) == ARTICLE_000.replace("0", "")
    assert "One solution. Medium 26 givens" in text_of(page)  # also without a script
    assert not Solve.objects.exists()


def test_text_with_pencil_marks_fills_in_the_candidates(client):
    grid = ["123 4 | 1 2 ", "12 3 | 4 1 ", "1 2 | 3 4 ", "3 4 | 12 123"]
    page = client.post("/", {"puzzle": "\n".join(grid)}, follow=True)
    assert page.status_code == 200
    assert fields(page)["r1c1"] == "123?"
    assert 'data-marks="12\n3 "' in page.content.decode()


def test_script_gets_only_the_board(client):
    answer = client.post("/", {"puzzle": "0" * 255 + "G"}, headers=FETCH)
    assert "<html" not in answer.content.decode()
    assert fields(answer) == {"r16c16": "G"}
    assert "X-Requested-With" in answer["Vary"]


@pytest.mark.parametrize(
    ("data", "kind", "message"),
    [
        ({"puzzle": "0" * 80}, "html", "80 cells found"),  # with the board that was seen
        ({"puzzle": "55" + "0" * 79}, "html", "r1c1 and r1c2 are both 5"),
        ({"puzzle": "<script>" * 20}, "plain", "no Sudoku was found"),
        ({"puzzle": ARTICLE_000, "format": "magic"}, "plain", "is not a format"),
        ({"puzzle": "\x00"}, "plain", "no Sudoku was found"),
    ],
)
def test_unreadable_text_gets_one_sentence(client, data, kind, message):
    answer = client.post("/", data, headers=FETCH)
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith(f"text/{kind}")
    assert message in answer.content.decode()
    page = client.post("/", data, follow=True)
    assert page.status_code == 400
    assert data["puzzle"][:4].replace("<", "&lt;") in page.content.decode()


def test_clashes_of_a_pasted_line_get_rings_at_any_size(client):
    page = submit(client, puzzle="1100" + "0" * 12).content.decode()
    assert page.count("cell--clash") == 2
    assert page.count('maxlength="1"') == 16


def test_refused_text_shows_the_board_that_was_seen(client):
    cells = [(1, 2, 5), (1, 5, 5), *((n, n + 1, n - 1) for n in range(2, 9))]
    text = "INSERT INTO g (row, col, val) VALUES " + ", ".join(map(str, cells))
    page = submit(client, puzzle=text)
    assert fields(page)["r8c9"] == "7"
    assert ringed(page) == ["r1c2", "r1c5"]


def ringed(response) -> list[str]:
    """The cells that are marked as wrong, by their names."""
    cells = re.findall(
        r'class="cell([^"]*)"[^>]*>\s*<input name="(r\d+c\d+)"', response.content.decode()
    )
    return [name for style, name in cells if "cell--clash" in style]


def test_refused_form_gets_an_address_with_all_that_was_typed(client):
    """So that a reload sends nothing again, also without a script."""
    typed = {"size": 16, "r1c1": "G", "r1c2": "g", "method": "joins", "joins-limit": "7"}
    sent = client.post("/solves/", typed | {"guessing-guess": "most"})
    assert (sent.status_code, sent.url.partition("?")[0]) == (303, "/")
    assert "guessing" not in sent.url  # which is not the method
    page = client.get(sent.url)
    assert page.status_code == 400
    assert fields(page) == {"r1c1": "G", "r1c2": "g"}
    assert ringed(page) == ["r1c1", "r1c2"]
    assert 'value="joins" checked' in page.content.decode()
    assert 'name="joins-limit" value="7"' in page.content.decode()
    for door in ("/play/", "/compare/"):
        assert client.post(door, typed).url.partition("?")[0] == "/"


@pytest.mark.parametrize("door", ["/", "/solves/", "/play/", "/compare/", "/batches/"])
def test_refused_text_that_is_too_long_for_an_address_is_answered_at_once(client, door):
    text = "not a puzzle " * 300
    page = client.post(door, {"puzzle": text, "puzzles": text, "size": "9", "begin": "1"})
    assert page.status_code in (200, 400)
    assert text[:900] in page.content.decode()


def test_nothing_selected_stays_so_in_an_address(client):
    sent = submit(client, puzzle=ARTICLE_000, method="rules", **{"rules-rules": ""})
    assert sent.status_code == 400  # and not all rules, which is the default


def test_board_is_shown_with_what_was_typed(client):
    page = client.post("/", {"puzzle": " ", "r1c1": "5"}, follow=True)
    assert (page.status_code, fields(page)) == (200, {"r1c1": "5"})


CLASHES = [
    ({"r1c1": "5", "r9c1": "5"}, 9, ["r1c1", "r9c1"]),
    ({"r1c1": "5?", "r1c2": "57?", "r1c3": "x?"}, 9, ["r1c3"]),
    ({"r10c11": "g", "r11c10": "G"}, 16, ["r10c11", "r11c10"]),
    ({"r25c1": "P", "r25c25": "p"}, 25, ["r25c1", "r25c25"]),
    ({"r25c25": "Z"}, 25, ["r25c25"]),
]


@pytest.mark.parametrize(("cells", "size", "expected"), CLASHES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_wrong_cells_get_rings_in_every_language(client, cells, size, expected, language):
    client.cookies["django_language"] = language
    answer = submit(client, size=size, **cells)
    assert (answer.status_code, ringed(answer)) == (400, expected)
    assert f'<html lang="{language}">' in answer.content.decode()


def test_clashing_cells_get_rings_without_the_words(client, monkeypatch):
    monkeypatch.setattr(i18n, "_translator", i18n.Translator(lambda _: "Nein."))
    answer = submit(client, r1c1="5", r1c2="5")
    assert "Nein." in text_of(answer)
    assert ringed(answer) == ["r1c1", "r1c2"]


def test_quoted_cell_names_get_no_ring(client):
    answer = submit(client, r2c2="r5c5")
    assert "r2c2 contains “r5c5”" in text_of(answer)
    assert ringed(answer) == ["r2c2"]


SEVERAL = f"{ARTICLE_000}\n{ALESCARGOT}\n"


def test_several_puzzles_make_a_batch_by_the_chosen_method(client):
    answer = submit(client, puzzle=SEVERAL, method="guessing", **{"guessing-guess": "most"})
    job = Job.objects.get()
    assert answer["Location"] == f"/batches/{job.pk}/"
    assert (job.total, job.spec["method"]) == (2, "guessing")
    assert job.spec["options"] == {"guess": "most"}
    assert not Solve.objects.exists()


def test_wrong_line_of_several_puzzles_gets_named(client):
    answer = submit(client, puzzle=f"{SEVERAL}{ARTICLE_000[:-1]}")
    assert answer.status_code == 400
    assert "line 3: 80 cells found" in text_of(answer)
    assert ALESCARGOT in answer.content.decode()
    assert not Job.objects.exists()


def test_several_puzzles_show_the_first_and_keep_the_text(client):
    page = client.post("/", {"puzzle": SEVERAL}, follow=True)
    assert page.status_code == 200
    assert "2 puzzles: they will be solved as one batch." in text_of(page)
    assert "".join(fields(page).values()) == ARTICLE_000.replace("0", "")
    assert ALESCARGOT in page.content.decode()
    many = client.post("/batches/", {"puzzle": SEVERAL, "method": "rules"}, follow=True)
    assert many.status_code == 200
    assert f"{SEVERAL}</textarea>" in many.content.decode()
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        f"{ARTICLE_000}\n{ARTICLE_000[:40]}",  # no more than one of them is a puzzle
        "\n".join(["0" * 16] * 15 + ["11" + "0" * 14]),  # one board of 16 rows
        "\n".join(["12"] + [ARTICLE_000[:9]] * 9),
    ],
)
def test_broken_lists_do_not_become_batches(client, text):
    assert submit(client, puzzle=text).status_code == 400
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"puzzle": ARTICLE_000}, "One solution. Medium 26 givens"),
        ({"puzzle": "5" + "0" * 80}, "1 given, too few for one solution"),
        ({"size": "4", "r1c1": "1", "r1c2": "2", "r1c3": "3", "r2c4": "4"}, "No solution."),
        ({"r1c1": "5"}, "1 given"),
        ({"puzzle": SEVERAL}, "2 puzzles: they will be solved as one batch."),
        ({"puzzle": "x"}, ""),
        ({}, ""),
    ],
)
def test_script_gets_the_status_of_the_board(client, data, words):
    answer = client.post("/", {"check": "1", **data}, headers=FETCH)
    assert answer.status_code == 200
    assert words in text_of(answer)
    assert bool(words) == bool(text_of(answer))


def test_level_that_takes_long_is_asked_for_twice(client, settings):
    def ask(what, puzzle):
        return client.post("/", {"check": what, "puzzle": puzzle}, headers=FETCH).content.decode()

    soon, last = ask("solutions", ALESCARGOT), ask("level", ALESCARGOT)
    assert ("data-unsure" in soon) != ("Extreme" in soon)
    assert "data-unsure" not in last
    settings.REQUEST_SECONDS = 0  # nothing is known then, and nothing is said
    assert "rating…" not in ask("level", ALESCARGOT)


def test_text_with_one_wrong_cell_fills_the_others(client):
    answer = submit(client, puzzle="S" + ARTICLE_000[1:])
    assert answer.status_code == 400
    assert fields(answer) == {
        name: digit
        for name, digit in zip(geometry_of(3).cell_names, ARTICLE_000, strict=True)
        if digit != "0"
    }
    assert "cell r1c1" in text_of(answer)


# --- Boards of other shapes ---------------------------------------------------------------------------

CROOKED = "AAABBBAAABBCDDDBCCDDDCCCEEEFFFEEEFFF"


def shape_of(page: str) -> str:
    found = re.search(r'<input type="hidden" name="shape" value="([^"]*)">', page)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("asked", "name", "cells"),
    [
        ({"size": "6"}, "6x6", 36),
        ({"size": "7"}, "7x7 latin", 49),
        ({"size": "9", "rule": ["windows", "diagonals"]}, "9x9 diagonals windows", 81),
        ({"rule": "anti-knight"}, "9x9 anti-knight", 81),
        ({"size": "9", "regions": CROOKED}, f"jigsaw:{CROOKED}", 36),
        ({"regions": CROOKED.translate(str.maketrans("ABCDEF", "654321"))}, f"jigsaw:{CROOKED}", 36),
        ({"shape": "12x12 boxes:4x3"}, "12x12 boxes:4x3", 144),
        ({"size": "9", "shape": "9x9"}, "", 81),
    ],
)  # fmt: skip
def test_address_chooses_a_board(client, asked, name, cells):
    page = client.get("/", asked)
    assert page.status_code == 200
    html = page.content.decode()
    assert (shape_of(html), html.count('maxlength="1"')) == (name, cells)
    assert client.get("/", asked, headers=FETCH).content.decode().count("<input name=") == cells


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"regions": "AAAABBBBCCCCDDDE" + "E" * 9}, "region &#x27;A&#x27; has 4 cells, not 5"),
        ({"regions": "AAB"}, "rows, not 1"),
        ({"size": "6", "rule": "asterisk"}, "this board has no asterisk"),
        ({"shape": "9x9 cages"}, "is no part of a shape"),
    ],
)
def test_bad_shape_is_told_beside_the_usual_board(client, asked, reason):
    page = client.get("/", asked)
    assert page.status_code == 400
    assert reason in page.content.decode()
    assert page.content.decode().count('maxlength="1"') == 81


def test_board_of_a_shape_is_read_by_what_its_cells_see(client):
    asked = {"shape": "9x9 diagonals", "size": "9", "r1c1": "5", "r9c9": "5"}
    page = client.post("/solves/", asked, follow=True)
    assert page.status_code == 400
    assert "r1c1 and r9c9 are both 5, in diagonal 1" in text_of(page)
    assert shape_of(page.content.decode()) == "9x9 diagonals"


def test_page_names_the_cells_and_rules_of_a_shape(client):
    page = client.get("/", {"shape": f"jigsaw:{CROOKED} diagonals"}).content.decode()
    assert 'aria-label="Row 1, column 1, region 1, diagonal 1"' in page
    assert "Both diagonals have each digit once." in page
    assert 'data-sets="' in page
    assert 'data-sets="' not in client.get("/").content.decode()


def test_cells_alone_fill_the_chosen_board(client):
    line = "1" + "0" * 35
    page = client.get("/", {"shape": f"jigsaw:{CROOKED}", "puzzle": line})
    assert fields(page)["r1c1"] == "1"
    assert shape_of(page.content.decode()) == f"jigsaw:{CROOKED}"


def test_puzzle_of_a_shape_is_counted_and_stored_with_it(client):
    line = "120000000000300000000004000000000000"
    digits = {f"r{at // 6 + 1}c{at % 6 + 1}": each for at, each in enumerate(line) if each != "0"}
    asked = {"shape": "6x6 diagonals", "size": "6", **digits}
    assert "Several solutions." in client.post("/", asked | {"check": "1"}).content.decode()
    assert client.post("/solves/", asked, follow=True).status_code == 200
    assert client.post("/compare/", asked, follow=True).status_code == 200
    puzzle = Puzzle.objects.get(givens=line)
    assert (puzzle.shape, puzzle.box, puzzle.size) == ("6x6 diagonals", 0, 6)


BROKEN = f"{ARTICLE_000[:51]}k{ARTICLE_000[52:]}"  # a letter in r6c7


def test_refused_text_stays_and_its_cells_stand_on_the_board(client):
    answer = client.post("/", {"puzzle": BROKEN}, headers=FETCH)
    said = answer.content.decode()
    assert answer.status_code == 400
    assert "line 1, column 52 (cell r6c7): “k” is not a digit" in said
    assert len(fields(answer)) == 26
    assert re.findall(r'<input name="(r\d+c\d+)"[^>]*aria-invalid="true"', said) == ["r6c7"]
    page = submit(client, puzzle=BROKEN).content.decode()
    assert f"{BROKEN}</textarea>" in page
    assert "r6c7" in page


def test_board_of_a_refused_text_counts_once_it_is_mended(client):
    cells = fields(client.post("/", {"puzzle": BROKEN}, headers=FETCH))
    sent = cells | {"puzzle": BROKEN, "size": "9", "mending": ARTICLE_000}
    assert "is not a digit" in text_of(submit(client, **sent))
    assert not Solve.objects.exists()
    submit(client, **sent, r6c7="4")
    assert Puzzle.objects.get().givens == f"{ARTICLE_000[:51]}4{ARTICLE_000[52:]}"


def test_refused_text_is_shown_again_if_it_was_changed_instead(client):
    cells = fields(client.post("/", {"puzzle": BROKEN}, headers=FETCH))
    sent = cells | {"size": "9", "mending": ARTICLE_000}
    assert "“s”" in text_of(submit(client, puzzle=BROKEN.replace("k", "s"), **sent))
    submit(client, puzzle=ARTICLE_000, **sent)
    assert Puzzle.objects.get().givens == ARTICLE_000


def test_note_of_a_copied_text_says_each_figure_once(client):
    answer = client.post("/", {"puzzle": f"Here is mine: {ARTICLE_000}"}, headers=FETCH)
    said = text_of(answer)
    assert "26 givens , read as a line, found in a longer text 1 2 3" in said
    assert said.count("26 givens") == 1


@pytest.mark.parametrize(
    ("shape", "words"),
    [("12x12", "10 to 12 are written as A to C."), ("10x10", "10 is written as A."), ("9x9", "")],
)
def test_board_says_how_digits_above_nine_are_written(client, shape, words):
    page = client.get("/", {"shape": shape}).content.decode()
    assert ("written as A" in page) == bool(words)
    assert words in page
