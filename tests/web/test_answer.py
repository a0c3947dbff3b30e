"""The answer beside the story: no solve withholds the solution, and one that stalled goes on from its board."""

import re
from itertools import product

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_000, ARTICLE_001, EMPTY, NO_CANDIDATE
from support import some
from test_pages import solved

from solver.engine import Solving, read
from solver.engine.core.geometry import digits_of
from solver.engine.techniques.events import REVEAL
from solver.models import Chapter, Solve, User
from solver.solves import solutions, writing
from solver.solves.reading import find, iter_iterations

pytestmark = pytest.mark.django_db
FEW = "1" + "0" * 15  # 4×4, with 72 solutions


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """A busy machine needs more of its processor's time for the same."""
    monkeypatch.setattr(solutions, "NODES", 100_000)


def pencil_marks(candidates) -> str:
    """A position of a 9×9 board as text, a row a line."""
    cells = ["".join(map(str, digits_of(mask))) for mask in candidates]
    return "\n".join(" ".join(cells[at : at + 9]) for at in range(0, 81, 9))


def digits_on(page: str) -> str:
    """The digits of the board that a page shows, a character a cell, `.` where there is none."""
    board = page.split('<table class="board')[1].split("</table>")[0]
    cells = re.findall(r'<td class="cell.*?</td>', board, re.DOTALL)
    found = (re.search(r'cell__digit">(.)<', cell) for cell in cells)
    return "".join(match[1] if match else "." for match in found)


def kinds_on(page: str, kind: str) -> int:
    return len(re.findall(rf'<td class="cell[^"]*cell--{kind}\b', page))


def page_of(client, solve, query=""):
    answer = client.get(f"{solve.get_absolute_url()}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def is_revealed(iteration) -> bool:
    return any(step.technique == REVEAL for step in iteration.steps)


def press_in(page: str, words: str) -> str:
    """The address behind a link with these words."""
    [href] = re.findall(rf'href="([^"]*)"[^>]*>{re.escape(words)}<', page)
    return href.replace("&amp;", "&")


class TestTheSolution:
    def test_appears_by_a_link_on_a_stuck_solve(self, client):
        solve = solved(client, ALESCARGOT)
        page = page_of(client, solve)
        assert "No technique found anything more." in page
        assert "The puzzle still has one solution." in page
        assert digits_on(page) != ALESCARGOT_SOLUTION
        shown = page_of(client, solve, press_in(page, "Show the solution"))
        assert digits_on(shown) == ALESCARGOT_SOLUTION
        hidden = page_of(client, solve, press_in(shown, "Hide the solution"))
        assert digits_on(hidden) == digits_on(page)

    def test_marks_givens_solved_cells_and_the_rest_differently(self, client):
        solve = solved(client, ARTICLE_001)
        left = find(solve, solve.iteration_count).candidates
        is_open = sum(mask.bit_count() > 1 for mask in left)
        page = page_of(client, solve, "?show=solution")
        assert kinds_on(page, "given") == 28
        assert kinds_on(page, "shown") == is_open > 0
        assert kinds_on(page, "solved") == 81 - 28 - is_open > 0
        assert "in the solution, not found by this method" in page
        assert "not found by this method: from the exact count" in page  # the legend
        # Before the first iteration nothing is solved yet.
        assert kinds_on(page_of(client, solve, "?show=solution&iteration=0"), "shown") == 81 - 28

    def test_keeps_the_iteration_and_stays_while_stepping(self, client):
        page = page_of(client, solved(client, ARTICLE_001), "?iteration=3")
        href = press_in(page, "Show the solution")
        assert href == "?iteration=3&show=solution"
        shown = page_of(client, Solve.objects.get(), href)
        assert 'href="?iteration=4&amp;show=solution"' in shown

    def test_has_an_announcement_for_screen_readers(self, client):
        shown = page_of(client, solved(client, EMPTY), "?show=solution&number=2")
        assert 'data-say="Solution 2 of 100+. ' in shown

    def test_can_be_stepped_through_one_by_one(self, client):
        solve = solved(client, FEW)
        seen, href = [], "?show=solution&number=61"
        while href:
            page = page_of(client, solve, href)
            seen.append(digits_on(page))
            assert f"<b>Solution {60 + len(seen)} of 72</b>" in page
            following = re.search(r'href="([^"]*)" aria-label="Next solution"', page)
            href = following and following[1].replace("&amp;", "&")
        assert len(set(seen)) == 12
        assert all(read(FEW).is_solved_by(list(map(int, line))) for line in seen)
        assert "at least" not in page
        assert "Previous solution" in page

    def test_marks_differing_cells_by_sign_and_words(self, client):
        two = "0030040002001000".replace("3", "0", 1)  # 4×4
        solve = solved(client, two)
        lines = solve.solutions
        differing = sum(len(set(digits)) > 1 for digits in zip(*lines, strict=True))
        page = page_of(client, solve, "?show=solution")
        assert len(lines) > 1
        assert kinds_on(page, "differs") == differing > 0
        assert page.count("; differs between the solutions") == differing
        assert f"{differing} cells differ between these solutions; they are marked ≠." in page

    def test_offers_a_larger_search_beyond_100_solutions(self, client):
        solve = solved(client, EMPTY)
        page = page_of(client, solve, "?show=solution&number=2")
        assert "Solution 2 of 100+" in page
        assert "There are at least 100 solutions: the search stopped there." in page
        form = client.get(press_in(page, "Look for up to 1000 by Joins")).content.decode()
        assert re.search(r'value="joins" checked', form)
        assert re.search(r'name="joins-limit" value="1000"', form)

    @pytest.mark.parametrize("number", ["0", "101", "999999999"])
    def test_clamps_its_number_to_the_range(self, client, number):
        page = page_of(client, solved(client, EMPTY), f"?show=solution&number={number}")
        assert f"Solution {1 if number == '0' else 100} of 100+" in page

    def test_searches_again_for_solves_of_an_older_version(self, client):
        """They are looked for on asking, and not kept."""
        solve = solved(client, FEW)
        kept = solve.solutions[7:9]
        Solve.objects.update(solutions=kept, has_all_solutions=False)
        page = page_of(client, solve, "?show=solution&number=2")
        assert digits_on(page) == kept[1]
        assert "Solution 2 of 72" in page
        assert Solve.objects.get().solutions == kept

    def test_search_has_a_budget(self, client, monkeypatch):
        monkeypatch.setattr(solutions, "NODES", 100)
        solve = solved(client, "0" * 625)
        assert 2 <= len(solve.solutions) < 100
        assert not solve.are_all_solutions
        page = page_of(client, solve, "?show=solution")
        assert (
            f"There are at least {len(solve.solutions)} solutions: the search stopped there."
            in page
        )

    @pytest.mark.parametrize("method", ["guessing", "branches", "best"])
    def test_begins_with_the_one_of_the_method(self, client, method):
        solve = solved(client, FEW, method=method)
        page = page_of(client, solve)
        assert "There are other solutions. Stopped at the first solution." in text_of_page(page)
        shown = page_of(client, solve, press_in(page, "Show solutions"))
        end = page_of(client, solve, press_in(page, "Solution"))
        assert digits_on(shown) == digits_on(end)
        assert kinds_on(shown, "shown") == 0

    def test_exists_after_the_iteration_limit(self, client, settings):
        settings.SOLVE_ITERATIONS = 5
        solve = solved(client, ALESCARGOT, method="guessing")
        page = page_of(client, solve)
        assert "Stopped at a limit. The puzzle still has one solution." in text_of_page(page)
        shown = page_of(client, solve, press_in(page, "Show the solution"))
        assert digits_on(shown) == ALESCARGOT_SOLUTION

    def test_has_no_link_on_solved_or_impossible_solves(self, client):
        for puzzle in (ARTICLE_000, NO_CANDIDATE):
            page = page_of(client, solved(client, puzzle))
            assert "Show the solution" not in page
            assert 'class="answer' not in page
            page_of(client, Solve.objects.latest("created_at"), "?show=solution")

    def test_stays_hidden_until_the_solve_finished(self, client):
        client.post("/solves/", {"puzzle": ARTICLE_001, "method": "combos"})
        page = page_of(client, Solve.objects.get(), "?show=solution")
        assert 'class="answer' not in page


class TestOutcomeSentence:
    @pytest.mark.parametrize("method", ["combos", "joins", "rules", "guessing", "branches", "best"])
    def test_never_claims_that_a_method_assumes_one_solution(self, client, method):
        assert "assumes" not in page_of(client, solved(client, FEW, method=method))

    def test_counts_all_solutions_of_joins_or_names_the_limit(self, client):
        page = page_of(client, solved(client, FEW, method="joins"))
        assert "All solutions were found: 72." in page
        solve = solved(client, FEW, method="joins", **{"joins-limit": "9"})
        page = page_of(client, solve, "?show=solution")
        assert "Stopped at a limit. The puzzle has several solutions." in text_of_page(page)
        assert "Solution 1 of 72" in page  # the exact count knows them all

    def test_offers_no_larger_search_after_joins_at_their_limit(self, client):
        page = page_of(client, solved(client, EMPTY, method="joins"), "?show=solution")
        assert "There are at least 100" in page
        assert "Look for up to" not in page


def text_of_page(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def key_in(page: str, key: str) -> str | None:
    """The address that a key of the player leads to."""
    found = re.search(rf'data-key="{key}" href="([^"]*)"', page)
    return found and found[1].replace("&amp;", "&")


def curve_in(page: str) -> list[str]:
    return re.findall(r'class="scrub__(?:past|future)" d="([^"]*)"', page)


def parts_in(page: str) -> list[tuple[str, str]]:
    """The parts of the story with their addresses."""
    named = re.search(r'<p class="parts.*?</p>', page)
    links = re.findall(r'href="([^"]*)"[^>]*>(.*?)</a>', named[0]) if named else []
    return [(href, re.sub("<[^>]*>", "", words)) for href, words in links]


def go_on(client, solve) -> Solve:
    answer = client.post(f"{solve.get_absolute_url()}go-on/")
    assert answer.status_code == 302
    on = Solve.objects.get(pk=answer["Location"].split("/")[2])
    while not on.is_over:
        writing.record(on.pk)
        on.refresh_from_db()
    return on


class TestContinuing:
    @pytest.mark.fuzz
    @pytest.mark.parametrize(
        ("puzzle", "method"),
        some(product([ALESCARGOT, "0" * 16, "0" * 256], ["combos", "rules"]), 3),
    )
    def test_repeats_the_stuck_solve_and_then_solves(self, client, puzzle, method):
        solve = solved(client, puzzle, method=method)
        page = page_of(client, solve)
        assert f'action="{solve.get_absolute_url()}go-on/"' in page
        on = go_on(client, solve)
        earlier, whole = list(iter_iterations(solve)), list(iter_iterations(on))
        assert whole[: len(earlier)] == earlier
        assert [iteration.number for iteration in whole] == list(range(1, len(whole) + 1))
        assert (on.outcome, on.method, on.continues_id) == ("solved", "best", solve.pk)
        assert on.puzzle_id == solve.puzzle_id
        assert read(puzzle).is_solved_by(read(on.solutions[0]).givens)

    def test_steps_from_the_first_into_the_second_and_back_on_one_curve(self, client):
        solve = solved(client, ARTICLE_001)
        on, last = go_on(client, solve), solve.iteration_count
        end, total = page_of(client, solve, f"?iteration={last}"), on.iteration_count
        assert key_in(end, "ArrowRight") == f"{on.get_absolute_url()}?iteration={last + 1}"
        assert key_in(end, "ArrowDown") == key_in(end, "ArrowRight")
        assert key_in(end, "End") == f"{on.get_absolute_url()}?iteration={total}"
        begun = page_of(client, on, f"?iteration={last + 1}")
        assert key_in(begun, "ArrowLeft") == f"{solve.get_absolute_url()}?iteration={last}"
        assert key_in(begun, "ArrowUp") == key_in(begun, "ArrowLeft")
        assert key_in(begun, "Home") == "?iteration=0"
        for moment in (0, 3, last):
            here, there = (page_of(client, each, f"?iteration={moment}") for each in (solve, on))
            assert curve_in(here) == curve_in(there)
            assert f"of {total}" in here
        assert f'data-own="{last}" data-beyond="{on.get_absolute_url()}"' in end
        lefts = [left for row in Chapter.objects.filter(solve=on) for left in row.lefts]
        assert len(lefts) == total
        assert lefts[: last + 1] == sorted(lefts[: last + 1], reverse=True)

    def test_next_link_keeps_the_display_options(self, client):
        solve = solved(client, ARTICLE_001)
        on, last = go_on(client, solve), solve.iteration_count
        end = page_of(client, solve, f"?iteration={last}&cells=list")
        beyond = key_in(end, "ArrowRight")
        assert beyond == f"{on.get_absolute_url()}?iteration={last + 1}&cells=list"
        assert "board--list" in client.get(beyond).content.decode()

    def test_next_link_needs_a_visible_continuation(self, client):
        solve, other = solved(client, ARTICLE_001), Client()
        last = f"?iteration={solve.iteration_count}"
        assert key_in(page_of(client, solve, last), "ArrowRight") is None
        on = go_on(client, solve)
        assert key_in(page_of(other, solve, last), "ArrowRight") is None
        assert (
            key_in(page_of(other, on, f"?iteration={solve.iteration_count + 1}"), "ArrowLeft")
            == last
        )
        Solve.objects.filter(pk=on.pk).update(visibility="public")
        assert key_in(page_of(other, solve, last), "ArrowRight").startswith(on.get_absolute_url())

    def test_next_link_leads_to_an_unfinished_continuation(self, client):
        solve = solved(client, ARTICLE_001)
        client.post(f"{solve.get_absolute_url()}go-on/")
        [on] = Solve.objects.filter(continues=solve)
        page = page_of(client, solve, f"?iteration={solve.iteration_count}")
        assert key_in(page, "ArrowRight") == on.get_absolute_url()

    def test_links_both_solves_to_each_other(self, client):
        solve = solved(client, ARTICLE_001)
        on, last = go_on(client, solve), solve.iteration_count
        there = page_of(client, solve)
        href = press_in(there, "Show how it continued")
        assert href == f"{on.get_absolute_url()}?iteration={last + 1}"
        back = page_of(client, on)
        assert press_in(back, "The solve that this one continues") == solve.get_absolute_url()
        assert parts_in(back)[:2] == [
            ("?iteration=1", f"Enclosed combos 1–{last}"),
            (f"?iteration={last + 1}", f"The ladder of techniques {last + 1}–{on.iteration_count}"),
        ]

    def test_twice_leads_to_the_same_solve(self, client):
        solve = solved(client, ARTICLE_001)
        assert go_on(client, solve) == go_on(client, solve)
        assert Solve.objects.count() == 2

    def test_keeps_the_chosen_rules(self, client):
        few = {"rules-rules": ["placed", "cell"], "rules-output": "final"}
        solve = solved(client, ARTICLE_001, method="rules", **few)
        on = go_on(client, solve)
        expected = {"first": "rules", "then": "ladder", **solve.options}
        assert on.options.items() >= expected.items()
        assert list(iter_iterations(on))[: solve.iteration_count] == list(iter_iterations(solve))

    def test_keeps_the_pencil_marks_of_the_start(self, client):
        first = next(iter(Solving(read(ARTICLE_001), "combos")))
        solve = solved(client, pencil_marks(first.candidates))
        on = go_on(client, solve)
        assert solve.start
        assert bytes(on.start) == bytes(solve.start)
        (solution,) = on.solutions
        assert read(ARTICLE_001).is_solved_by(read(solution).givens)

    @pytest.mark.parametrize(
        ("puzzle", "method"), [(ARTICLE_000, "combos"), (ALESCARGOT, "guessing")]
    )
    def test_answers_404_for_a_solved_or_guessing_solve(self, client, puzzle, method):
        solve = solved(client, puzzle, method=method)
        assert "go-on/" not in page_of(client, solve)
        assert client.post(f"{solve.get_absolute_url()}go-on/").status_code == 404
        assert Solve.objects.count() == 1

    def test_answers_405_to_get(self, client):
        assert (
            client.get(f"{solved(client, ARTICLE_001).get_absolute_url()}go-on/").status_code == 405
        )

    def test_keeps_a_private_solve_private(self, client):
        solve = solved(client, ARTICLE_001)
        Solve.objects.update(visibility="private")
        on = go_on(client, solve)
        assert on.visibility == "private"
        assert Client().post(f"{solve.get_absolute_url()}go-on/").status_code == 404

    def test_hides_unlisted_solves_of_others(self, client):
        """Who may open the one would learn the address of the other, which its owner has given to few."""
        solve, other = solved(client, ARTICLE_001), Client()
        on = go_on(other, solve)
        assert on.continues_id is None
        assert str(solve.pk) not in page_of(other, on)
        assert str(on.pk) not in page_of(client, solve)
        Solve.objects.filter(pk=solve.pk).update(visibility="public")
        third = go_on(Client(), solve)
        assert third.continues_id == solve.pk
        assert str(third.pk) not in page_of(client, solve)  # unlisted
        Solve.objects.filter(pk=third.pk).update(visibility="public")
        assert f"Continued here: solved, {third.iteration_count} iterations" in page_of(
            client, solve
        )
        assert str(solve.pk) in page_of(other, third)

    def test_survives_deleting_the_first_solve(self, client):
        solve = solved(client, ARTICLE_001)
        on = go_on(client, solve)
        before = client.get(f"/api/v1/solves/{on.pk}/").getvalue()
        solve.delete()
        assert client.get(f"/api/v1/solves/{on.pk}/").getvalue() == before
        assert "The solve that this one continues" not in page_of(client, on)

    def test_ends_with_the_account_of_both_solves(self, client, django_user_model):
        client.force_login(django_user_model.objects.create_user("setter"))
        solve = solved(client, ARTICLE_001)
        go_on(client, solve)
        User.objects.get().delete()
        assert not Solve.objects.exists()


class TestBestMethod:
    def test_has_the_default_choice_of_the_form(self, client):
        page = client.get("/").content.decode()
        assert re.findall(r'name="method"[^>]*value="(\w+)" checked', page) == ["best"]
        assert re.search(r'<details class="choose">', page)  # the others stand behind one line
        client.post("/solves/", {"puzzle": ARTICLE_001})
        solve = Solve.objects.get()
        assert (solve.method, solve.options["first"]) == ("best", "ladder")
        assert "Step by step, as a person would" in client.get("/solves/").content.decode()

    def test_names_its_parts(self, client):
        page = page_of(client, solved(client, ARTICLE_001, method="best"))
        assert not parts_in(page)  # the ladder goes on to the end
        combos = {"best-first": "combos"}
        page = page_of(client, solved(client, ARTICLE_001, method="best", **combos))
        assert parts_in(page)[0] == ("?iteration=1", "Enclosed combos 1–6")
        assert parts_in(page)[1][1].startswith("Guessing with rollback 7–")

    def test_says_where_a_digit_is_revealed_and_goes_on_by_the_ladder(self, client):
        few = {"best-first": "ladder", "best-techniques": ["naked-single", "hidden-single"]}
        solve = solved(client, ALESCARGOT, method="best", **few)
        revealed = [each.number for each in iter_iterations(solve) if is_revealed(each)]
        assert revealed
        page = page_of(client, solve, f"?iteration={revealed[0]}")
        assert "The exact search counts one solution" in text_of_page(page)
        assert "guess" not in text_of_page(page)
        assert not parts_in(page)

    def test_shows_no_answer_box_without_guessing(self, client):
        page = page_of(client, solved(client, ARTICLE_000, method="best"))
        assert not parts_in(page)
        assert 'class="answer' not in page

    def test_accepts_a_first_method(self, client):
        solved(client, ARTICLE_001, method="best", **{"best-first": "rules", "best-guess": "most"})
        assert Solve.objects.get().options["first"] == "rules"
        assert Solve.objects.get().options["guess"] == "most"

    def test_form_unfolds_a_wrong_option_of_another_method(self, client):
        data = {"puzzle": ARTICLE_000, "method": "joins", "joins-limit": "0"}
        page = client.post("/solves/", data, follow=True).content.decode()
        assert '<details class="choose" open>' in page

    def test_has_the_default_choice_for_batches(self, client):
        page = client.get("/batches/").content.decode()
        assert re.findall(r'name="method"[^>]*value="(\w+)" checked', page) == ["best"]


def test_solved_page_needs_no_query_for_the_solution(client):
    solve = solved(client, ARTICLE_000)
    with CaptureQueriesContext(connection) as asked:
        page_of(client, solve)
    assert not [query for query in asked if '"continues_id" =' in query["sql"]]
