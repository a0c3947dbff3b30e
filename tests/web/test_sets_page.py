"""A step of a solve as rows and as SQL, on its page, without a script."""

import html
import re

import pytest
from django.urls import reverse
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver import engine, sets
from solver.engine.core.geometry import digits_of
from solver.engine.core.proof import SetCount
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.wording import say_set_of
from solver.models import DatabaseRun
from solver.queue import submission
from solver.sets.step_statements import first_argument, rule_of
from solver.solves import writing
from solver.solves.reading import iter_iterations

pytestmark = pytest.mark.django_db


def solved(method="combos", runs_in="python", givens=ARTICLE_000, options=None):
    solve = submission.submit(engine.read(givens), method, options, runs_in=runs_in)
    writing.record(solve.pk)
    solve.refresh_from_db()
    return solve


def section(client, solve, **asked):
    page = client.get(reverse("solve", args=[solve.pk]), asked)
    assert page.status_code == 200
    return re.search(r'<section id="sets".*?</section>', page.content.decode(), re.DOTALL)[0]


def text(part):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", part)).split())


def test_section_confirms_the_same_steps_as_the_engine(client):
    part = text(section(client, solved(runs_in="postgresql")))
    assert re.search(r"Ran in PostgreSQL \d+\S*: 15 statements\.", part)
    assert "The Python engine finds the same steps, 163 of 163." in part


def test_section_names_the_first_difference_from_the_engine(client):
    solve = solved(runs_in="postgresql")
    DatabaseRun.objects.update(same_steps=160, differs_in=6)
    part = text(section(client, solve))
    assert "differs from iteration 6 on. Steps that agree: 160 of 163" in part


def test_section_links_three_views_of_the_step(client):
    part = section(client, solved(), iteration=6, step=4, view="rows")
    links = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(Board|Table rows|SQL)</a>', part)
    assert [html.unescape(href) for href, _ in links] == [
        "?iteration=6&step=4#sets",
        "?iteration=6&step=4&view=rows#sets",
        "?iteration=6&step=4&view=sql#sets",
    ]
    assert part.count('aria-current="true"') == 1


def test_rows_view_marks_removed_rows(client):
    solve = solved()
    step = next(iter_iterations(solve, 5)).steps[3]
    part = section(client, solve, iteration=6, step=4, view="rows")
    gone = re.findall(r'<tr class="is-removed"><th scope="row">(\w+)</th>.*?<s>(\d)</s>', part)
    shape = solve.grid.geometry
    assert gone == [
        (shape.cell_names[cell], str(digit))
        for cell, mask in step.removed
        for digit in digits_of(mask)
    ]
    assert "155 → 143" in text(part)
    assert "12 affected by the statement" in text(part)
    assert f"{len(gone)} of them by this step" in text(part)


def test_sql_view_marks_the_values_of_the_statement(client):
    part = section(client, solved("rules"), iteration=1, step=1, view="sql")
    assert "<mark>" in part
    solve = solved("combos")
    part = section(client, solve, iteration=6, step=4, view="sql")
    assert "enclosed_combo.sql" in text(part)
    assert "GROUP BY t.unit, t.mask HAVING count(*)" in text(part)
    assert re.search(r"<mark>unit = \d+ /\* \w+ \d \*/", part)
    assert "This solve ran in Python; the statement does the same" in text(part)
    assert "511 combos" in text(part)


def test_sql_of_a_ladder_step_is_short_and_has_its_rows_beside_it(client):
    givens = "500007620000200005004060100080000006350701048400000010003070500800009000062500007"
    solve = solved("ladder", givens=givens)
    number = next(i.number for i in iter_iterations(solve) if i.steps[0].technique == "swordfish")
    part = section(client, solve, iteration=number, step=1, view="sql")
    short = re.search(r'<div class="short">.*?</table>', part, re.DOTALL)[0]
    assert "JOIN place c ON c.row > b.row" in text(short)
    used = re.findall(r'class="is-evidence"><th scope="row">(\d)</th><td>(.*?)</td>', short)
    assert used == [("3", "{4,8}"), ("6", "{4,6}"), ("7", "{4,6,8}")]
    assert "CREATE TEMP TABLE candidate AS" in text(part)


@pytest.mark.parametrize("method", ["combos", "ladder"])
def test_sql_view_links_the_articles_own_sql_of_its_methods(client, method):
    part = section(client, solved(method), iteration=6, step=1, view="sql")
    assert ("export.tsql.sql" in part) == ("sudoku.sql" in part) == (method == "combos")


def test_sql_view_draws_the_query_plan(client):
    part = section(client, solved(runs_in="postgresql"), iteration=6, step=4, view="sql")
    bars = [int(width) for width in re.findall(r'<rect width="(\d+)"', part)]
    assert len(bars) > 5
    assert max(bars) == 120
    assert "Recursive Union" in part


@pytest.mark.every
@pytest.mark.parametrize("method", engine.methods())
@pytest.mark.parametrize("view", ["rows", "sql"])
def test_section_renders_for_every_step(client, method, view):
    solve = solved(method)
    for iteration in list(iter_iterations(solve))[:4]:
        for number in {1, len(iteration.steps)} if iteration.steps else ():
            part = section(client, solve, iteration=iteration.number, step=number, view=view)
            assert "<h2>" in part, (method, iteration.number, number)


def test_each_stage_of_joins_has_its_statement():
    story = list(engine.Solving(engine.read(ALESCARGOT), "joins"))
    named = [rule_of("joins", one.steps[-1], one.steps) for one in story if one.steps]
    assert [rule.name for rule in named[-29:]] == ["count_lines", "agree", *["join"] * 27]


@pytest.mark.parametrize("method", sets.solvers())
def test_every_step_has_a_statement(method):
    for givens in (ARTICLE_000, ALESCARGOT):
        for iteration in engine.Solving(engine.read(givens), method):
            for step in iteration.steps:
                assert rule_of(method, step, iteration.steps) in sets.rules().values()


def test_unknown_view_shows_only_the_board(client):
    part = section(client, solved(), iteration=6, step=4, view="tables")
    assert "<h2>" not in part
    assert '<a data-go data-keep="Show the step as Board"' in part


def test_start_position_has_no_sets_section(client):
    part = section(client, solved(), iteration=0, view="sql")
    assert "<h2>" not in part


def test_statement_gets_escaped(client):
    part = section(client, solved(), iteration=6, step=4, view="sql")
    assert "&lt;&gt; 0" in part
    assert "<> 0" not in part


def test_ladder_step_shows_truths_and_links_as_rows(client):
    solve = solved("ladder", givens=ARTICLE_001)
    counted = [
        (iteration, argument)
        for iteration in iter_iterations(solve, 1)
        if isinstance(argument := first_argument(iteration.steps[0]), SetCount)
    ]
    iteration, count = max(counted, key=lambda each: len(each[1].links))
    part = section(client, solve, iteration=iteration.number, step=1, view="sql")
    assert "GROUP BY cell, digit HAVING sum(weight) < 0 OR sum(weight) >" in text(part)
    rows = re.findall(r'<tr><th scope="row">([^<]+)</th><td>(\w+)</td></tr>', part)
    sets = [say_set_of(solve.grid.geometry, number) for number in (*count.truths, *count.links)]
    roles = ["truth"] * len(count.truths) + ["link"] * len(count.links)
    assert rows == list(zip(sets, roles, strict=True))
    assert f"'{{{','.join(map(str, count.links))}}}'" in html.unescape(part)
    returned = re.findall(r'<li class="chip">([^<]+)</li>', part)
    assert set(describe_step(solve.grid.geometry, iteration.steps[0]).removed) <= {
        html.unescape(fact) for fact in returned
    }
