"""Lessons on techniques: each shows a step, lets it be tried at three positions, and leads to ten drills."""

import re

import pytest
from django.utils.text import slugify
from test_pages import text_of

from solver.engine import techniques
from solver.engine.core.masks import bits
from solver.engine.ladder.stored import drills
from solver.engine.techniques.atlas import kinds, level_of_technique
from solver.engine.techniques.rungs import by_slug, rungs, slug
from solver.puzzles.course import COURSE, TECHNIQUE_LESSONS, TO_FIND, TRIES
from solver.web.learn.drill import slugs_with_drills
from solver.web.learn.techniques import _small

pytestmark = pytest.mark.django_db
LESSONS = {lesson.name: lesson for lesson in TECHNIQUE_LESSONS}


def step_cells(name, stored) -> list[str]:
    found = next(rungs()[name].find(stored.position))
    return [stored.position.masks.geometry.cell_names[cell] for cell in bits(found.cells)]


def test_course_has_24_lessons_none_easier_than_a_level_before():
    levels = ["easy", "medium", "hard", "unfair", "extreme"]
    order = [levels.index(level_of_technique(lesson.kind_of)) for lesson in TECHNIQUE_LESSONS]
    assert len(LESSONS) == 24
    assert order == sorted(order)
    assert not LESSONS.keys() & {lesson.name for lesson in COURSE}


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_has_three_positions_to_try_and_ten_others_to_find(name):
    lesson = LESSONS[name]
    shown, tries, to_find = lesson.shown[1], lesson.tries, lesson.to_find
    assert (len(tries), len(to_find)) == (TRIES, TO_FIND)
    lines = [shown.line, *(stored.line for _name, _number, stored in (*tries, *to_find))]
    assert len(set(lines)) == 1 + TRIES + TO_FIND


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_says_look_see_try_and_drill(client, name):
    page = client.get(f"/learn/{name}/")
    text, html = text_of(page), page.content.decode()
    kind = LESSONS[name].kind
    for words in (kind.look, *kind.steps, kind.mistake, kind.why):
        assert str(words) in text
    links = re.findall(r'<li><a href="(/techniques/[a-z0-9-]+/find/\?[^"]+)" data-key', html)
    assert len(set(links)) == TO_FIND
    assert client.get(links[-1]).status_code == 200
    assert f'href="/learn/{LESSONS[name].sql}/"' in html


@pytest.mark.parametrize("name", LESSONS)
def test_each_try_is_judged_and_a_wrong_cell_gets_a_reason(client, name):
    for number, (technique, _number, stored) in enumerate(LESSONS[name].tries, 1):
        right = step_cells(technique, stored)
        page = client.get(f"/learn/{name}/", {"try": number, "cells": ",".join(right)})
        assert "That is right." in text_of(page)
    wrong = next(cell for cell in stored.position.masks.geometry.cell_names if cell not in right)
    said = text_of(client.get(f"/learn/{name}/", {"try": TRIES, "press": wrong}))
    assert "That is right." not in said
    assert re.search(rf"{wrong} (is|loses)", said)


def test_enough_wrong_cells_are_told_what_fails(client):
    page = client.get("/learn/x-wing/", {"cells": "r1c1,r1c2,r2c1,r9c9"})
    assert page.context["tried"]["attempt"].why_not


def test_pressed_cell_of_the_shown_board_says_what_it_has_to_do_with_the_step(client):
    name, stored = LESSONS["x-wing"].shown
    step = next(rungs()[name].find(stored.position)).step(stored.position)
    geometry = stored.position.masks.geometry
    said = {
        step.cells[0]: "is part of the pattern",
        step.removed[0][0]: f"loses {step.digits[0]}",
        next(cell for cell, digit in enumerate(stored.position.values) if digit): "is filled with",
    }
    for cell, words in said.items():
        page = client.get("/learn/x-wing/", {"look": geometry.cell_names[cell]})
        assert words in page.context["look"]
    assert client.get("/learn/x-wing/?look=r99c1").context["look"] == ""


@pytest.mark.parametrize("query", ["try=9", "try=x", "see=x", "cells=x", "press=%00", "show=1"])
def test_odd_address_still_shows_the_lesson(client, query):
    assert client.get(f"/learn/skyscraper/?{query}").status_code == 200


def test_list_shows_both_tracks(client):
    page = client.get("/learn/").content.decode()
    assert all(f'href="/learn/{name}/"' in page for name in LESSONS)
    assert page.index("/learn/sets/") < page.index("Sets in SQL</h2>")


def test_lesson_on_several_techniques_has_drills_of_its_own(client):
    html = client.get("/learn/sets/").content.decode()
    keys = re.findall(r'data-(?:key|try)="([^"]+)"', html)
    assert len(set(keys)) == TRIES + TO_FIND
    assert all(key.startswith("sets/lesson=sets ") for key in keys)
    page = client.get("/techniques/mixed/find/?lesson=sets&number=10")
    assert page.context["task"].key == "lesson=sets number=10"
    assert page.context["task"].noted == "sets"
    assert page.context["next_href"] == "?lesson=sets&number=1"
    assert "Find it:" in text_of(page)
    for query in ("lesson=sets&number=11", "lesson=sets&number=x", "lesson=none"):
        assert client.get(f"/techniques/mixed/find/?{query}").status_code == 404


class TestDrills:
    def test_one_that_was_found_leads_to_a_harder_one_and_a_miss_to_an_easier_one(self, client):
        cells = ",".join(step_cells("X-wing", drills("X-wing")[3]))
        at = "/techniques/x-wing/find/?position=4"
        assert client.get(f"{at}&cells={cells}").context["next_href"] == "?position=5"
        assert client.get(f"{at}&show=1").context["next_href"] == "?position=3"
        page = client.get(f"{at}&press=r1c1").content.decode()
        assert "missed=1" in page
        assert client.get(f"{at}&missed=1&cells={cells}").context["next_href"] == "?position=3"

    def test_mixed_ones_hide_the_name_until_it_is_found(self, client):
        at = slugs_with_drills().index("x-wing")
        address = f"/techniques/mixed/find/?at={at}&position=1"
        assert "X-wing" not in text_of(client.get(address))
        cells = ",".join(step_cells("X-wing", drills("X-wing")[0]))
        answer = client.get(f"{address}&cells={cells}")
        assert "Find it: X-wing" in text_of(answer)
        assert answer.context["next_href"].startswith(f"?at={at + 1}&position=")
        assert client.get(f"{address}&show=1").context["next_href"].startswith(f"?at={at - 1}&")

    @pytest.mark.parametrize("query", ["at=999", "at=x", "at=-1", "position=0"])
    def test_unknown_mixed_one_gets_404(self, client, query):
        assert client.get(f"/techniques/mixed/find/?{query}").status_code == 404

    def test_every_technique_with_drills_has_its_page(self, client):
        for name in slugs_with_drills():
            assert client.get(f"/techniques/{name}/find/").status_code == 200, name
        assert {slug(rung.technique) for rung in by_slug().values()} >= {*slugs_with_drills()}


def test_technique_page_teaches_before_it_defines(client):
    page = client.get("/techniques/xy-wing/")
    text, html = text_of(page), page.content.decode()
    order = ["What to look for", "What goes wrong most", "Why it is true", "Two more", "Next to it"]
    places = [text.index(words) for words in (*order, "In exact words")]
    assert places == sorted(places)
    assert "pivot" not in text
    assert "pincer" not in text
    assert "also called Y-Wing" in text
    assert html.count('<table class="board') >= 5
    assert 'href="/learn/xy-wing/"' in html
    assert "Easier: W-wing" in text
    assert "Harder: XYZ-wing" in text


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("whale", "a smaller fish of the same digit"),
        ("multi-colours-2", "multi colours 1 removes some of the same candidates"),
        ("placed-digit", "a rule of the articles"),
    ],
)
def test_technique_without_positions_says_why_and_shows_its_own_step(client, slug, reason):
    page = client.get(f"/techniques/{slug}/")
    assert reason in text_of(page)
    (scene,) = page.context["scenes"]
    assert slug == slugify(scene.step.step.technique)


@pytest.mark.parametrize("technique", techniques().values(), ids=lambda each: each.name)
def test_each_position_in_which_a_technique_nearly_applies_says_what_is_missing(technique):
    for example in technique.examples:
        if not example.finds:
            small = _small(technique, example)
            assert small["difference"] or small["lack"], "give its rung a `lack`"


def test_each_technique_has_a_recipe_of_its_own():
    """Only fish that are two in one share theirs."""
    alike: dict[str, list[str]] = {}
    for kind in kinds():
        alike.setdefault(" ".join(map(str, kind.steps)), []).extend(kind.techniques)
    shared = [name for names in alike.values() if len(names) > 1 for name in names]
    alone = [name for name in shared if not name.startswith("siamese")]
    assert not alone, f"kinds.txt: {alone} need an entry each"


def test_technique_of_the_articles_shows_its_statement(client):
    page = text_of(client.get("/techniques/pointing/"))
    assert "As a statement" in page
    assert "statements/pointing.sql" in page
