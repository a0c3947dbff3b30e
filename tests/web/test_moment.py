"""A moment of a solve as the server tells it: where the page opens, the life of a cell, the tree."""

import re
from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, EMPTY, NO_CANDIDATE
from support import PATIENCE
from test_pages import solved, text_of

from solver.engine.core.geometry import digits_of
from solver.engine.techniques.rungs import rungs
from solver.models import Chapter, Solve
from solver.solves import reading, writing
from solver.solves.cell_history import cell_history_of
from solver.solves.reading import find, get_snapshot, iter_iterations, previous_of
from solver.web.solve import charts
from solver.web.solve.default_iteration import default_iteration
from solver.web.solve.solve_view import SolveView

pytestmark = pytest.mark.django_db

# Combos stall on it in their eighth pass, which finds nothing.
SWORDFISH = "500007620000200005004060100080000006350701048400000010003070500800009000062500007"
HARD = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
STALLING = "000000000000001023001045000000000000000006501270300000000020004000800000006000000"


def opened(client, solve, query=""):
    return client.get(f"{solve.get_absolute_url()}{query}").content.decode()


def number_of(page) -> int:
    return int(re.search(r'data-number="(\d+)"', page)[1])


def chosen_in(page) -> int:
    return int(re.search(r'<h2 data-step="(\d+)"', page)[1])


def is_beyond_singles(iteration) -> bool:
    return any(
        rungs()[step.technique].level != "easy"
        for step in iteration.steps
        if step.technique in rungs()
    )


def is_easy(technique) -> bool:
    """Whether it is a technique beyond singles that is followed at first sight."""
    return technique in rungs() and rungs()[technique].level in ("medium", "hard")


def run_again(solve):
    """Let a finished solve look as if its worker had not yet come to the end."""
    Solve.objects.filter(pk=solve.pk).update(
        status="running", outcome="", verdict="", lease_token=solve.pk, lease_until=Now()
    )


class TestAPageOpens:
    @pytest.mark.parametrize("puzzle", [ARTICLE_000, ARTICLE_001, STALLING, ALESCARGOT])
    def test_at_the_first_step_beyond_singles_of_a_method_without_rungs(self, client, puzzle):
        solve = solved(client, puzzle)
        page = opened(client, solve)
        first = next(
            each
            for each in iter_iterations(solve)
            if any(len(step.cells) > 1 or len(step.digits) > 1 for step in each.steps)
        )
        assert number_of(page) == first.number < solve.iteration_count
        sizes = [len(step.cells) for step in first.steps if not step.is_single]
        assert len(first.steps[chosen_in(page) - 1].cells) == min(sizes) > 1
        assert "Opened at the first easy step beyond singles." in page
        assert 'href="?iteration=1&amp;step=1">First step<' in page

    @pytest.mark.parametrize(
        ("puzzle", "method"),
        [(SWORDFISH, "ladder"), (ALESCARGOT, "guessing"), (ALESCARGOT, "branches")],
    )
    def test_at_the_hardest_step_which_removes_most(self, client, puzzle, method):
        solve = solved(client, puzzle, method=method)
        page = opened(client, solve)
        iterations = list(iter_iterations(solve))
        if not any(is_beyond_singles(each) for each in iterations if not each.depth):
            parents, branch, line = (
                {each.branch: each.parent for each in iterations},
                iterations[-1].branch,
                [],
            )
            while branch:
                line, branch = [*line, branch], parents[branch]
            iterations = [each for each in iterations if each.branch in line]
            assert "assumption" in page
        else:
            iterations = [each for each in iterations if not each.depth]
        steps = {
            (each.number, number): step
            for each in iterations
            for number, step in enumerate(each.steps, 1)
        }
        shown = steps[number_of(page), chosen_in(page)]
        indexes = [rungs()[s.technique].index for s in steps.values() if s.technique in rungs()]
        assert rungs()[shown.technique].index == max(indexes) > rungs()["hidden single"].index
        same = [step for step in steps.values() if step.technique == shown.technique]
        assert shown.removed_count == max(step.removed_count for step in same)

    def test_at_the_first_step_beyond_singles_where_the_hardest_is_hard_to_follow(self, client):
        solve = solved(client, ALESCARGOT, method="ladder")
        page = opened(client, solve)
        first = next(
            each
            for each in iter_iterations(solve)
            if any(is_easy(step.technique) for step in each.steps)
        )
        assert number_of(page) == first.number
        assert "Opened at the first easy step beyond singles." in page
        hardest = int(re.search(r'href="\?iteration=(\d+)&amp;step=1">Hardest step<', page)[1])
        assert find(solve, hardest).steps[0].technique == reading.hardest_technique(solve)

    def test_at_a_step_whose_digits_are_those_of_the_solution(self, client):
        """No rule finds anything at first, and guesses go wrong before one is right."""
        solve = solved(client, HARD, method="guessing")
        number = number_of(opened(client, solve))
        assert find(solve, number).depth
        solution = find(solve, solve.iteration_count).candidates
        shown = find(solve, number).candidates
        assert all(mask & end for mask, end in zip(shown, solution, strict=True))

    def test_at_a_single_if_there_is_nothing_else(self, client):
        solve = solved(client, "0030040002001000", method="ladder")  # 4×4
        page = opened(client, solve)
        step = find(solve, number_of(page)).steps[chosen_in(page) - 1]
        assert step.technique == reading.hardest_technique(solve)
        assert rungs()[step.technique].level == "easy"

    def test_at_the_start_if_no_rule_found_anything(self, client):
        solve = solved(client, "0" * 16)
        page = opened(client, solve)
        assert solve.iteration_count == 1
        assert number_of(page) == 0
        assert "Opened at the start: no technique found anything." in page

    def test_at_the_history_of_the_requested_cell(self, client):
        assert "History of r5c6" in opened(client, solved(client, STALLING), "?cell=r5c6")

    def test_at_a_contradiction(self, client):
        page = opened(client, solved(client, NO_CANDIDATE))
        assert "Opened at the contradiction." in page
        assert chosen_in(page)
        assert "has no candidate left" in page

    def test_where_the_address_says(self, client):
        solve = solved(client)
        assert number_of(opened(client, solve, "?iteration=15")) == 15
        assert number_of(opened(client, solve, "?iteration=0")) == 0
        assert number_of(opened(client, solve, "?rule=enclosed-combo")) == 15
        assert number_of(opened(client, solve, "?cells=list")) == number_of(opened(client, solve))

    @pytest.mark.parametrize("flush_seconds", [0, PATIENCE])
    def test_during_the_solve_where_it_will_be_at_its_end(self, client, monkeypatch, flush_seconds):
        """Also if the worker was so slow that each iteration has a chapter of its own."""
        monkeypatch.setattr(writing, "FLUSH_SECONDS", flush_seconds)
        solve = solved(client, ALESCARGOT, method="ladder")
        at_the_end = default_iteration(SolveView(solve)).view
        run_again(solve)
        page = opened(client, solve)
        assert (number_of(page), chosen_in(page)) == (at_the_end.iteration, at_the_end.step)
        assert f'data-poll="{solve.get_absolute_url()}"' in page
        assert f'href="?iteration={solve.iteration_count}">Latest step<' in page

    def test_during_the_solve_where_its_reader_has_gone(self, client):
        solve = solved(client, SWORDFISH, method="ladder")
        run_again(solve)
        page = opened(client, solve, "?iteration=2")
        assert number_of(page) == 2
        assert f'data-poll="{solve.get_absolute_url()}?iteration=2' in page

    def test_at_the_latest_iteration_while_there_are_only_singles(self, client):
        solve = solved(client, "0030040002001000", method="ladder")
        run_again(solve)
        assert number_of(opened(client, solve)) == solve.iteration_count

    def test_for_a_solve_without_any_removal(self, client):
        solve = solved(client, EMPTY, method="joins")
        page = opened(client, solve)
        assert chosen_in(page)
        assert "ways to fill row 1" in page


class TestCellHistory:
    def test_names_the_step_that_took_each_candidate(self, client):
        solve = solved(client)
        life = cell_history_of(solve, solve.grid.geometry.cell_at("r5c6"), get_snapshot(solve, 6))
        iterations = {each.number: each for each in iter_iterations(solve)}
        assert set(digits_of(life.at_start)) == set(range(1, 10))
        assert set(life.lost) == set(range(1, 10)) - {2}
        for digit, event in life.lost.items():
            step = iterations[event.number].steps[event.step_number - 1]
            assert step == event.step
            assert dict(step.removed)[41] >> (digit - 1) & 1
        assert (life.placed.number, life.placed.step_number) == (7, 7)

    def test_shows_reasons_and_links(self, client):
        solve = solved(client)
        page = opened(client, solve, "?iteration=6&cell=r5c6")
        text = text_of(client.get(f"{solve.get_absolute_url()}?iteration=6&cell=r5c6"))
        assert "9 candidates at the start, 4 after iteration 6, 2 placed in iteration 7." in text
        assert "r5c4 and r6c6 contain 4 and 8 Enclosed combo {4, 8} in box 5" in text
        assert 'href="?iteration=7&amp;step=7"' in page
        assert page.count("cell--peer") == 20
        assert 'class="is-chosen"' in page

    def test_of_a_given_has_one_line(self, client):
        page = opened(client, solved(client), "?iteration=6&cell=r1c2")
        assert "Given: it is 2 from the start." in page
        assert 'class="life"' not in page

    @pytest.mark.parametrize("query", ["cell=r0c1", "cell=r10c1", "cell=x", "cell=r5c6&digit=12"])
    def test_ignores_an_invalid_cell_or_digit(self, client, query):
        page = opened(client, solved(client), f"?iteration=6&{query}")
        assert "digit=12" not in page
        assert ("History of r5c6" in page) == query.startswith("cell=r5c6")

    @pytest.mark.parametrize("method", ["guessing", "branches"])
    def test_follows_only_branches_that_lead_to_the_iteration(self, client, method):
        """What the boards of the line themselves say, iteration by iteration."""
        solve = solved(client, ALESCARGOT, method=method)
        iterations = {each.number: each for each in iter_iterations(solve)}
        for number in (len(iterations) // 3, len(iterations)):
            shown = get_snapshot(solve, number)
            line = [number]
            while before := previous_of(shown.branches, iterations[line[0]]):
                line.insert(0, before)
            for cell in range(0, 81, 9):
                life = cell_history_of(solve, cell, shown)
                mask = life.at_start
                for at in line:
                    lost = {digit for digit, event in life.lost.items() if event.number == at}
                    assert set(digits_of(mask & ~iterations[at].candidates[cell])) == lost
                    mask = iterations[at].candidates[cell]
                assert all(
                    each.number in line or each.number > number for each in life.lost.values()
                )

    def test_reads_no_chapter_twice(self, client):
        solve = solved(client, ALESCARGOT, method="guessing")
        shown = get_snapshot(solve)
        chapters = Chapter.objects.filter(solve=solve).count()
        with CaptureQueriesContext(connection) as asked:
            cell_history_of(solve, 40, shown)
        assert len(asked) <= chapters + 1

    def test_works_on_25x25(self, client):
        solve = solved(client, "0" * 625)
        page = opened(client, solve, "?cell=r25c25")
        assert "History of r25c25" in page
        assert page.count("cell--peer") == 24 + 24 + 16


class TestTheStrip:
    """Over the track: bars of how hard each iteration is, or the curve of candidates left."""

    def test_has_a_bar_for_each_step_of_the_ladder_and_marks_the_hardest(self, client):
        solve = solved(client, SWORDFISH, method="ladder")
        page = opened(client, solve)
        bars = dict(re.findall(r'class="scrub__bar(?: scrub__bar--(\w+))?" d="([^"]*)"', page))
        assert sum(path.count("M") for path in bars.values()) == solve.iteration_count
        assert bars["past"].count("M") == number_of(page) - 1
        across = round(1000 * number_of(page) / solve.iteration_count)
        assert bars["hardest"] == f"M{across} 66V0"
        assert "scrub__future" not in page

    def test_has_low_bars_for_singles(self, client):
        page = opened(client, solved(client, "0030040002001000", method="ladder"))
        assert {*re.findall(r" 66V(\d+)", page)} == {"52"}
        assert 'scrub__bar--hardest" d=""' in page

    @pytest.mark.parametrize("method", ["combos", "joins"])
    def test_has_a_curve_for_methods_beside_the_ladder(self, client, method):
        page = opened(client, solved(client, ARTICLE_000, method=method))
        assert "scrub__future" in page
        assert "scrub__bar" not in page

    def test_has_a_curve_for_a_long_solve(self, client, monkeypatch):
        solve = solved(client, SWORDFISH, method="ladder")
        monkeypatch.setattr(reading, "SEARCHED", 0)
        assert reading.ranks_of(solve) == []
        assert "scrub__future" in opened(client, solve)


def test_start_tells_what_comes_first(client):
    page = opened(client, solved(client), "?iteration=0")
    assert "Start" in page
    assert re.findall(r'<a data-go data-keep="step (\d)" href="([^"]*)"', page)[0] == (
        "1",
        "?iteration=1&amp;step=1",
    )


class TestTheCharts:
    def test_disappear_without_data(self, client):
        page = opened(client, solved(client, EMPTY, method="joins"), "?charts=1")
        for title in (
            "What each technique did",
            "When each cell was solved",
            "When each digit was",
        ):
            assert title not in page
        assert "When each cell was solved" in opened(client, solved(client), "?charts=1")

    def test_come_only_on_request(self, client):
        solve = solved(client)
        page = opened(client, solve, "?iteration=2")
        assert "When each digit was" not in page
        href = re.search(r'data-later href="([^"]*)#went"', page)[1].replace("&amp;", "&")
        whole, alone = opened(client, solve, href), opened(client, solve, f"{href}&charts=alone")
        assert whole.count("When each digit was placed</h3>") == whole.count("<html") == 1
        drawn = whole[whole.index('<div id="went"') : whole.index('<section class="share')]
        assert alone.strip() == drawn.rpartition("</div>")[0].strip()

    def test_have_one_tab_stop_and_tables(self, client):
        page = opened(client, solved(client, ALESCARGOT, method="branches"), "?charts=1")
        drawn = page[page.index('id="charts"') :]
        assert drawn.count("data-rove") == 6
        assert len(re.findall(r'<a [^>]*tabindex="0"', drawn)) == 1  # the list of rules
        assert drawn.count("The same, as a table") == 2
        assert len(re.findall(r'<a [^>]*tabindex="-1"', drawn)) > 100

    @pytest.mark.parametrize("method", ["guessing", "branches"])
    def test_have_a_tree_that_equals_its_table(self, client, method):
        solve = solved(client, ALESCARGOT, method=method)
        tree = charts.draw_charts(SolveView(solve))["tree"]
        outcomes = {branch.number: branch.outcome for branch in tree["rows"]}
        for lane in (*tree["lanes"], *tree["whole"]):
            last = lane["last"]
            assert outcomes[last.number].startswith(lane["outcome"].rstrip("…"))
            assert lane["name"].endswith((last.assumes or "?", f"Branch {last.number}"))
        assert tree["dead"] == sum(branch.ended == "dead" for branch in tree["rows"])
        assert len(tree["lanes"]) < len(tree["whole"])
        assert any(lane["folded"] for lane in tree["lanes"])

    def test_name_open_branches_of_an_unsolved_tree(self, client):
        solve = solved(client, ALESCARGOT, method="branches")
        rows = list(iter_iterations(solve))[:60]
        tree = charts.draw_tree(solve.grid.geometry, rows, False, str)
        outcomes = [branch.outcome for branch in tree["rows"]]
        assert not any("was solved first" in outcome for outcome in outcomes)
        assert "Still open at the end of the solve." in outcomes


def test_page_prints_the_whole_line_of_a_puzzle(client):
    assert "0" * 256 in opened(client, solved(client, "0" * 256))


def test_page_draws_a_solve_that_grows_meanwhile(client, monkeypatch):
    """The branches are read first; what hangs on them is looked up after more has been written."""
    solve = solved(client, "0" * 16, method="guessing")
    chapter = Chapter.objects.get(solve=solve)
    guesses = [n for n, each in enumerate(iter_iterations(solve)) if each.parent is not None]
    assert guesses
    for read in guesses:  # the iterations before a branch, the last of which leads to it
        early = SimpleNamespace(first=1, last=chapter.last, iterations=chapter.iterations)
        early.branches, early.lefts = chapter.branches[:read], chapter.lefts[:read]
        early.techniques = chapter.techniques
        with monkeypatch.context() as patch:
            patch.setattr(reading, "_all_of_few", lambda _solve, early=early: [early])
            shown = get_snapshot(solve)
            assert (shown.iteration.number, shown.following) == (read, None)
            address = f"{solve.get_absolute_url()}?iteration={read}"
            assert client.get(address).status_code == 200
            later = client.get(f"{solve.get_absolute_url()}?iteration={read + 1}")
            assert later.status_code == 404


def test_larger_board_spells_what_a_step_follows_from_and_removes(client):
    """Its other cells have room for the number of their candidates alone."""
    rows = ["0000" + "56789ABCDEFG"] + ["0" * 16] * 15
    for row, column, digit in ((4, 0, "3"), (5, 0, "4"), (8, 1, "3"), (9, 1, "4")):
        rows[row] = rows[row][:column] + digit + rows[row][column + 1 :]
    page = opened(client, solved(client, "".join(rows), method="combos"))
    evidence = re.findall(r'cell--evidence[^>]*>.*?<span class="cell__face[^>]*>(.*?)<', page)
    assert evidence == ["12", "12"]
    gone = re.findall(r'<span class="cell__gone">(.*?)</span></span>', page)
    assert {digit for each in gone for digit in re.findall(r">(\w)", each)} == {"1", "2"}
