"""One puzzle by all methods, side by side, on a page whose address can be shared."""

import re

import pytest
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001
from support import ROOT

from solver.engine import methods
from solver.models import Solve
from solver.solves import writing
from solver.solves.comparison import MOST
from solver.web.solves.compare_curves import NAME_HEIGHT, WINDOWS

pytestmark = pytest.mark.django_db

STATIC = ROOT / "solver/static/solver"


def compared(client, puzzle=ARTICLE_000, **data) -> str:
    answer = client.post("/compare/", {"puzzle": puzzle, **data})
    while queued := Solve.objects.filter(status="queued").first():
        writing.record(queued.pk)  # twice where it goes on in the slow lane
    return answer["Location"]


def test_comparison_solves_by_every_method(client):
    page = client.get(compared(client, ARTICLE_001)).content.decode()
    assert set(Solve.objects.values_list("method", flat=True)) == set(methods())
    for solve in Solve.objects.all():
        assert f'href="{solve.get_absolute_url()}"' in page
    assert "One solution" in page
    for number in range(1, len(methods()) + 1):  # in the legend, its curve and its marks
        assert page.count(f'class="style style--{number}"') == 3
    assert "Hidden single <b>" in page


def test_summary_counts_the_methods_that_solve(client):
    page = client.get(compared(client)).content.decode()
    assert "One solution, 6 of 7 find it" in page
    assert "Guessing with rollback: the fewest iterations, 10." in page
    assert "Delete-and-insert rules: stuck with 147 candidates left." in page


def test_page_shows_all_boards_at_an_iteration(client):
    address = compared(client)
    page = client.get(f"{address}&iteration=7").content.decode()
    assert "The boards after iteration 7" in page
    assert page.count('class="mini"') == len(methods())
    assert "Enclosed combos</b><br>79 left" in page
    assert "Delete-and-insert rules</b><br>Stuck, 147 left" in page  # it ended before
    assert "iteration=8" in page
    assert (
        "The boards after iteration" in client.get(address).content.decode()
    )  # where the first ends
    assert client.get(f"{address}&iteration=x").status_code == 404


def test_curves_come_as_csv(client):
    answer = client.get(f"{compared(client)}&as=csv")
    lines = answer.content.decode().splitlines()
    assert lines[0] == ",".join(["iteration", *methods()])
    assert lines[1] == ",".join(["0", *["495"] * len(methods())])
    assert lines[8].split(",")[1] == "79"


def test_comparison_opens_for_other_visitors(client):
    address = compared(client)
    assert Client().get(address).status_code == 200


def test_page_polls_until_every_solve_finished(client):
    address = client.post("/compare/", {"puzzle": ARTICLE_000})["Location"]
    page = client.get(address).content.decode()
    assert f"{len(methods())} still running" in page
    assert "data-poll" in page
    fragment = client.get(address, headers={"X-Requested-With": "fetch"}).content.decode()
    assert "<html" not in fragment


def test_each_method_gets_its_options(client):
    compared(client, **{"guessing-guess": "most", "joins-limit": "7"})
    assert Solve.objects.get(method="guessing").options == {"guess": "most"}
    assert Solve.objects.get(method="joins").options == {"limit": 7}


@pytest.mark.parametrize(
    "data", [{"puzzle": "5" * 81}, {"puzzle": ARTICLE_000, "joins-limit": "0"}]
)
def test_invalid_comparison_gets_400(client, data):
    assert client.post("/compare/", data, follow=True).status_code == 400
    assert not Solve.objects.exists()


@pytest.mark.parametrize("solves", ["x", "%00", "00000000-0000-0000-0000-000000000000", "a" * 5000])
def test_unknown_solves_get_404(client, solves):
    assert client.get(f"/compare/?solves={solves}").status_code == 404


@pytest.mark.parametrize("query", ["", "?solves="])
def test_comparison_has_a_start_page(client, query):
    compared(client)
    page = client.get(f"/compare/{query}")
    assert page.status_code == 200
    text = page.content.decode()
    assert f'name="puzzle" value="{ALESCARGOT}"' in text
    for solve in Solve.objects.all():
        assert f'name="solves" value="{solve.pk}"' in text
    assert f"Solve by all {len(methods())} methods" in text


def test_start_page_shows_the_fault_of_a_text(client):
    page = client.post("/compare/", {"puzzle": ARTICLE_000[1:], "begin": "1"}, follow=True)
    assert page.status_code == 400
    assert "80 cells found" in page.content.decode()
    assert f"Solve by all {len(methods())} methods" in page.content.decode()
    assert ARTICLE_000[1:] in page.content.decode()


def test_table_shows_each_number_once(client):
    page = client.get(compared(client))
    rows = {row["method"]: row["outcome"] for row in page.context["rows"]}
    assert rows["Enclosed combos"] == "Solved"
    assert rows["Delete-and-insert rules"] == "Stuck, 147 left"


def test_curve_names_stand_near_their_ends_without_overlap(client):
    """Near it, not over another name, and inside of the chart, on a wide window and on a narrow one."""
    curves = client.get(compared(client)).context["curves"]["curves"]
    for window, (width, letter) in WINDOWS.items():
        placed = []
        for curve in curves:
            name, long = curve["names"][window], 100 * len(curve["name"]) * letter / width
            start = curve["end_x"] - long if name["is_before"] else curve["end_x"]
            assert -1 < start < start + long < 101
            assert 0 <= curve["end_y"] - name["y"] <= NAME_HEIGHT * len(curves)
            assert not [
                other
                for other, y, begin, end in placed
                if abs(y - name["y"]) < NAME_HEIGHT and begin < start + long and start < end
            ]
            placed.append((curve["name"], name["y"], start, start + long))


def test_every_compared_solve_has_a_style_of_its_own(client):
    """A colour, a dash pattern and a shape: no two share the last two, which print and everybody sees."""
    css = (STATIC / "css/compare.css").read_text()
    styles = dict(re.findall(r"^\.style--(\d+) {(.*)}", css, re.MULTILINE))
    dashes = [re.findall("dasharray: ([^;]+)", style) for style in styles.values()]
    page = client.get(compared(client))
    shapes = dict(re.findall(r'id="mark-(\d+)" class="(.*?)" />', page.content.decode()))
    assert styles.keys() == shapes.keys() == {str(number) for number in range(1, MOST + 1)}
    assert len({*map(str, dashes)}) == len({*shapes.values()}) == MOST
    curves = page.context["curves"]["curves"]
    assert [curve["style"] for curve in curves] == [1, 2, 3, 4, 5, 6, 7]
    marks = [mark for curve in curves for mark in curve["marks"]]
    assert len(marks) == len({*marks})  # also of two curves that run on top of each other


def test_too_many_solves_redirect_with_the_limit(client):
    page = client.get("/compare/?solves=x" + "&solves=x" * 10, follow=True)
    assert page.redirect_chain == [("/solves/", 302)]
    assert "Choose from 1 to 10 solves to compare." in page.content.decode()


def test_api_compares_all_methods_in_one_call(client):
    answer = client.post(
        "/api/v1/comparisons/", {"puzzle": ARTICLE_000}, content_type="application/json"
    )
    assert answer.status_code == 202
    for solve in Solve.objects.all():
        writing.record(solve.pk)
    compared = client.get(answer["Location"]).json()["results"]
    combos = next(row for row in compared if row["method"] == "combos")
    assert (combos["outcome"], combos["iteration_count"]) == ("solved", 15)
    assert len(combos["candidates_left"]) == 16
    assert combos["steps_by_rule"]["enclosed combo"] > 50
