"""The page to solve a puzzle oneself, without a script: typing, checking and hints by form, and going on."""

import gzip
import html
import json
import re
from pathlib import Path
from typing import ClassVar

import pytest
from django.contrib.staticfiles import finders
from puzzles import ARTICLE_000, SOLUTION_000

from solver import engine
from solver.models import Puzzle, SavedGame, Solve, User
from solver.queue import submission
from solver.solves import writing

pytestmark = pytest.mark.django_db

LONG_NET = {  # a position whose next step is a net with more than twelve consequences
    "puzzle": "000000009400009020080100500000005600300600000060018005002000047030500800000070000",
    "values": "000000009400009020080100500000005600300600000060018005002000047030500800000070050",
    "marks": "..........57...568...................................................................",
}

LONG_SPLIT = {  # and one whose next step is a split of so many
    "puzzle": "020000009006080100700000005004600008000040010000308400090000020500007001001030800",
    "values": "020000009006080100700000005004600008000040010000308400090000020500007001001030800",
    "marks": (
        "1348..358.1457.1567.13456.367.3468..349.345..2579..23459..347.234..1348.389.1249.1269.1234"
        "69.236.3468..1239.1357...12579.1259.2579.3579..23689.35678.25789.2579..259.235679..2367.12"
        "69.1567.2579..12579...5679.267.3468..378.1458.156.1456.356..3467..3468.238.2489.269..369.3"
        "46..246.467..259..24569..579.467"
    ),
}


def fields(**typed):
    """The form as a browser sends it: a field a cell, empty ones too."""
    names = engine.read(ARTICLE_000).geometry.cell_names
    given = {name: d if d != "0" else "" for name, d in zip(names, ARTICLE_000, strict=True)}
    return {**given, "puzzle": ARTICLE_000, "ask": "check"} | typed


def text_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_typed_digits_lead_to_their_address(client):
    answer = client.post("/play/", fields(r1c1="4", r1c5="36?"))
    assert answer.status_code == 302
    page = client.get(answer["Location"])
    assert 'name="r1c1" value="4"' in page.content.decode()
    assert 'name="r1c5" value="36?"' in page.content.decode()
    assert "Your digit is right." in text_of(page)


def test_second_check_names_a_wrong_digit(client):
    page = client.post("/play/", fields(r1c1="6"), follow=True)
    assert "Something in box 1 is not right yet." in text_of(page)
    again = re.search(r'href="([^"]*names=1[^"]*)"', page.content.decode())[1].replace("&amp;", "&")
    assert "r1c1 is not right." in text_of(client.get(again))


def test_hint_stages_show_one_step_and_apply_the_removal(client):
    page = client.post("/play/", fields(ask="hint"), follow=True)
    assert "A single." in text_of(page)
    for words in ("Look at box 1.", "r2c3 is the only place left for 7 in box 1."):
        more = re.findall(r'href="([^"]*)" data-to="more"', page.content.decode())[0]
        page = client.get(more.replace("&amp;", "&"))
        assert words in text_of(page)
    done = re.search(r'href="([^"]*)" data-to="do"', page.content.decode())[1]
    assert 'name="r2c3" value="7"' in client.get(done.replace("&amp;", "&")).content.decode()


@pytest.mark.parametrize("position", [LONG_NET, LONG_SPLIT], ids=["net", "split"])
def test_proof_by_trying_is_explained_in_parts_of_twelve_consequences(client, position):
    asked = position | {"ask": "hint", "stage": "3"}
    page = client.get("/play/", asked).content.decode()
    seen = []
    while True:
        number, count = re.search(r"Part (\d+) of (\d+)", page).groups()
        seen.append(number)
        discs = re.findall(r'"(\d+)":\["disc","(\d+)"\]', html.unescape(page))
        assert len(discs) <= 12
        after = re.search(r'data-key="ArrowRight" href="([^"]*)" aria-label="Next part"', page)
        if after is None:
            break
        page = client.get(html.unescape(after[1])).content.decode()
    assert seen == [str(each + 1) for each in range(int(count))]
    assert "Nothing is left for" in page or position is LONG_SPLIT
    assert len(seen) > 1


MOST_SCRIPTS = 30_000  # bytes of all that a game needs, packed


def test_scripts_of_a_game_are_small(client):
    page = client.get("/play/", {"puzzle": ARTICLE_000}).content.decode()
    needed = re.findall(r'src="/static/(solver/js/[^"]+)"', page)
    for name in needed:  # and what they import
        text = Path(finders.find(name)).read_text()
        for other in re.findall(r'^import .* from "\./([^"]+)";$', text, re.MULTILINE):
            path = f"solver/js/{other}"
            needed += [path] * (path not in needed)
    assert {"solver/js/play.js", "solver/js/board.js"} <= set(needed)
    packed = [len(gzip.compress(Path(finders.find(name)).read_bytes())) for name in needed]
    assert sum(packed) <= MOST_SCRIPTS


def test_page_lists_all_steps_and_answers_why(client):
    asked = {"puzzle": ARTICLE_000, "ask": "steps", "step": "1"}
    assert "Possible steps" in text_of(client.get("/play/", asked))
    asked = {"puzzle": ARTICLE_000, "ask": "why", "candidate": "r1c1=9"}
    assert "r1c3 is 9, and sees it." in text_of(client.get("/play/", asked))


@pytest.mark.parametrize("step", range(36, 46))
def test_every_step_with_a_lone_candidate_renders(client, step):
    asked = {"puzzle": "4300000314020204", "ask": "steps", "step": step}
    answer = client.get("/play/", asked)
    assert answer.status_code == 200
    assert "Possible steps" in text_of(answer)


def test_why_not_explains_a_failing_technique(client):
    asked = {"puzzle": ARTICLE_000, "ask": "why-not", "technique": "xy-wing"}
    page = text_of(client.get("/play/", asked | {"cells": "r1c1 r5c5"}))
    assert "It does not work with r1c1 and r5c5. Choose 3 cells." in page
    assert "name cells of the board" in text_of(client.get("/play/", asked | {"cells": "r99c1"}))
    single = {"technique": "hidden-single", "cells": "r1c4"}
    assert "That works: hidden single." in text_of(client.get("/play/", asked | single))


def test_script_gets_only_the_fragment(client):
    sent = {"puzzle": ARTICLE_000, "values": ARTICLE_000, "marks": "", "ask": "hint", "stage": "3"}
    answer = client.post("/play/", sent, headers={"X-Requested-With": "fetch"})
    assert "<html" not in answer.content.decode()
    shown = json.loads(
        re.search(r'data-shown="([^"]*)"', answer.content.decode())[1].replace("&quot;", '"')
    )
    assert shown["placed"] == {"11": "7"}
    sent["values"] = "12"
    answer = client.post("/play/", sent, headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, "12" in answer.content.decode()) == (400, False)
    assert "81 characters for a 9×9 board, not 2" in answer.content.decode()


@pytest.mark.parametrize("puzzle", ["1230000000000004", "0" * 256])
def test_game_works_on_other_sizes(client, puzzle):
    page = client.get("/play/", {"puzzle": puzzle, "ask": "hint", "stage": "2"})
    assert page.status_code == 200
    assert f'data-size="{int(len(puzzle) ** 0.5)}"' in page.content.decode()


def test_library_puzzle_can_be_played_at_its_address(client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, is_published=True)
    assert "/play/" in client.get(f"/puzzles/{puzzle.pk}/").content.decode()
    answer = client.post(f"/puzzles/{puzzle.pk}/play/", fields(r1c1="4"))
    assert answer["Location"].startswith(f"/puzzles/{puzzle.pk}/play/?values=4")


def test_board_of_the_front_page_can_be_played(client):
    page = client.post(
        "/play/", {"size": "9", "puzzle": "", "r1c1": "4", "r1c2": "12?"}, follow=True
    )
    assert 'name="r1c1" value="4"' in page.content.decode()
    assert client.post("/play/", {"size": "9", "puzzle": "x"}, follow=True).status_code == 400


def test_wrong_cell_of_the_board_keeps_all_others(client):
    sent = client.post("/play/", fields(r1c1="4", r1c4="x", r1c5="36?", r1c6="0?"))
    assert (sent.status_code, sent.url.partition("?")[0]) == (302, "/play/")
    page = client.get(sent.url)
    for cell in ('r1c1" value="4"', 'r1c4" value=""', 'r1c5" value="36?"', 'r1c6" value=""'):
        assert f'name="{cell}' in page.content.decode()
    assert "r1c4 contains “X”; use one digit, or marks from 1 to 9. r1c6 contains" in text_of(page)


def test_game_starts_from_an_iteration_and_can_be_solved(client):
    solve = submission.submit(engine.read(ARTICLE_000), "combos", {}, submission.Owner())
    writing.record(solve.pk)
    moment = client.get(f"/solves/{solve.pk}/?iteration=6").content.decode()
    assert f"/play/?solve={solve.pk}&amp;iteration=6" in moment
    page = client.get(f"/play/?solve={solve.pk}&iteration=6").content.decode()
    values = re.search(r'data-values="(\d+)"', page)[1]
    assert sum(d != "0" for d in values) > sum(d != "0" for d in ARTICLE_000)
    assert all(d in ("0", s) for d, s in zip(values, SOLUTION_000, strict=True))
    answer = client.post(
        "/play/", {"puzzle": ARTICLE_000, "values": values, "method": "combos", "ask": "go-on"}
    )
    on = Solve.objects.get(pk=answer["Location"].split("/")[2])
    assert (on.method, on.puzzle.givens) == ("combos", ARTICLE_000)
    placed = [cell for cell, digit in enumerate(values) if digit != "0"]
    assert all(on.grid.marks[cell] == 1 << (int(values[cell]) - 1) for cell in placed)


class TestSavedGame:
    SENT: ClassVar = {
        "puzzle": ARTICLE_000,
        "values": "4" + ARTICLE_000[1:],
        "marks": "",
        "seconds": "7",
        "at": "20",
    }

    def test_resumes_on_another_device(self, client):
        client.force_login(User.objects.create_user("ada"))
        assert client.post("/play/keep/", self.SENT).status_code == 204
        page = client.get("/play/", {"puzzle": ARTICLE_000}).content.decode()
        assert f"&quot;values&quot;: &quot;4{ARTICLE_000[1:]}&quot;" in page

    def test_ignores_an_older_state(self, client):
        client.force_login(User.objects.create_user("ada"))
        client.post("/play/keep/", self.SENT)
        client.post("/play/keep/", self.SENT | {"values": ARTICLE_000, "at": "10"})
        assert SavedGame.objects.get().values[0] == "4"

    def test_needs_an_account_and_a_valid_game(self, client):
        assert client.post("/play/keep/", self.SENT).status_code == 302
        client.force_login(User.objects.create_user("ada"))
        assert client.post("/play/keep/", self.SENT | {"values": "12"}).status_code == 400
        assert not SavedGame.objects.exists()

    def test_replaces_the_oldest_beyond_the_limit(self, client, monkeypatch):
        monkeypatch.setattr(SavedGame, "MOST", 1)
        client.force_login(User.objects.create_user("ada"))
        for puzzle in (ARTICLE_000, "1230000000000004"):
            sent = self.SENT | {"puzzle": puzzle, "values": puzzle}
            assert client.post("/play/keep/", sent).status_code == 204
        assert SavedGame.objects.get().puzzle == "1230000000000004"


CROOKED = "jigsaw:AAABBBAAABBCDDDBCCDDDCCCEEEFFFEEEFFF"


class TestOtherShapes:
    def test_game_of_the_front_page_keeps_its_board(self, client):
        asked = {"size": "6", "shape": CROOKED, "r1c1": "5", "r6c6": "1"}
        page = client.post("/play/", asked, follow=True)
        assert page.status_code == 200
        html = page.content.decode()
        assert f'data-shape="{CROOKED}"' in html
        assert f'name="shape" value="{CROOKED}"' in html
        assert 'aria-label="Row 1, column 1, region 1, given"' in html
        assert "Each region inside thick lines has each digit once." in html
        assert client.get(page.redirect_chain[-1][0]).status_code == 200

    def test_digits_clash_where_cells_see_each_other(self, client):
        asked = {"puzzle": "5" + "0" * 35, "shape": "6x6 diagonals", "values": "5" + "0" * 34 + "5"}
        page = client.get("/play/", asked | {"ask": "check"})
        assert "r6c6" in page.content.decode()
        assert "diagonal 1" in page.content.decode() or "both 5" in page.content.decode()
        page = client.get("/play/", asked | {"ask": "check", "shape": "6x6"})
        assert "both 5" not in page.content.decode()

    def test_hint_is_a_single_of_the_shape(self, client):
        shape = "jigsaw:ABCCCCABCBDCABBBDDAAAEDDFFEEEDFFFFEE"
        line = "000000000506000000003020000100004000"
        page = client.get("/play/", {"puzzle": line, "shape": shape, "ask": "hint", "stage": "4"})
        assert page.status_code == 200
        assert "r3c5=6" in text_of(page)
        page = client.get("/play/", {"puzzle": line, "shape": shape, "ask": "hint", "stage": "3"})
        assert "region 4" in text_of(page)

    @pytest.mark.parametrize("ask", ["check", "hint", "steps"])
    def test_latin_square_without_boxes_is_answered(self, client, ask):
        asked = {"puzzle": "12" + "0" * 23, "shape": "5x5 latin", "values": "123" + "0" * 22}
        assert client.get("/play/", asked | {"ask": ask}).status_code == 200

    def test_settings_speak_of_what_a_cell_sees_where_there_are_further_units(self, client):
        shaped = client.get("/play/", {"puzzle": "0" * 81, "shape": "9x9 windows"}).content.decode()
        plain = client.get("/play/", {"puzzle": "0" * 81}).content.decode()
        assert "Light up all cells that the chosen one sees" in shaped
        assert "row, column and box" not in shaped
        assert "Light up row, column and box" in plain

    def test_bad_shape_is_told(self, client):
        page = client.get("/play/", {"puzzle": "0" * 81, "shape": "9x9 cages"})
        assert page.status_code == 400
        assert "is no part of a shape" in page.content.decode()

    def test_site_goes_on_with_the_board_of_the_shape(self, client):
        asked = {"puzzle": "1" + "0" * 35, "shape": CROOKED, "ask": "go-on"}
        page = client.post("/play/", asked, follow=True)
        solve = Solve.objects.get()
        assert page.redirect_chain[-1][0] == solve.get_absolute_url()
        assert solve.puzzle.grid.shape.name == CROOKED
