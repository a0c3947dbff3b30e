"""A person enters a puzzle, sees its story, and comes back to it: without JavaScript."""

import re
from itertools import islice

import pytest
from django.urls import reverse
from django.utils.text import slugify
from puzzles import ALESCARGOT, ARTICLE_000, EMPTY, NO_CANDIDATE, SOLUTION_000
from support import fail

from solver.engine import methods
from solver.models import Puzzle, Solve
from solver.models.sessions import session_digest
from solver.solves import writing
from solver.solves.reading import get_snapshot, iter_iterations

pytestmark = pytest.mark.django_db


def text_of(response) -> str:
    """What a reader sees, roughly: tags away, white space folded."""
    body = response.content.decode()
    body = re.sub(r"<(script|style|svg).*?</\1>", " ", body, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def submit(client, **data):
    """Send the front page's form. A refused one is shown again at an address of its own."""
    answer = client.post("/solves/", {"method": "combos", **data})
    return client.get(answer.url) if answer.status_code == 303 else answer


def solved(client, puzzle=ARTICLE_000, **data) -> Solve:
    submit(client, puzzle=puzzle, **data)
    solve = Solve.objects.latest("created_at")
    while not solve.is_over:  # on a busy machine it may go on in the slow lane
        writing.record(solve.pk)
        solve.refresh_from_db()
    return solve


def rules_in(answer) -> set[str]:
    """The rules of the listed steps, without their sets."""
    return {
        rule.split(" {")[0] for rule in re.findall(r'data-rule="([^"]*)"', answer.content.decode())
    }


class TestTheFrontPage:
    def test_has_a_board_a_paste_box_and_every_method(self, client):
        page = client.get("/").content.decode()
        assert page.count('maxlength="1"') == 81
        assert 'name="puzzle"' in page
        titles = {method.title for method in methods().values()} - {"Step by step"}
        assert len(titles) == 6  # which the line that folds them says
        for title in (*titles, "Step by step, as a person would", "six other methods"):
            assert title in page

    def test_offers_the_articles_puzzles_one_click_away(self, client):
        page = client.get("/").content.decode()
        assert f"/?puzzle={ARTICLE_000}&amp;method=combos" in page
        assert f"/?puzzle={ALESCARGOT}&amp;method=guessing" in page

    def test_fills_the_board_from_its_address(self, client):
        page = client.get(f"/?puzzle={ARTICLE_000}&method=guessing").content.decode()
        fields = re.findall(r'<input[^>]*name="r1c[1-9]"[^>]*>', page)
        values = [re.search(r'value="([1-9])"', field) for field in fields]
        assert "".join(value.group(1) if value else "0" for value in values) == ARTICLE_000[:9]

    def test_shows_the_fault_of_its_address(self, client):
        response = client.get("/?puzzle=12345")
        assert response.status_code == 400
        assert "5 cells found" in text_of(response)


class TestSubmitting:
    def test_a_pasted_line_leads_to_its_page(self, client):
        response = submit(client, puzzle=ARTICLE_000)
        solve = Solve.objects.get()
        assert response.status_code == 302
        assert response["Location"] == solve.get_absolute_url()
        assert solve.session_digest == session_digest(client.session.session_key)

    def test_a_typed_board_leads_to_its_page(self, client):
        cells = {
            f"r{i // 9 + 1}c{i % 9 + 1}": digit
            for i, digit in enumerate(ARTICLE_000)
            if digit != "0"
        }
        submit(client, **cells)
        assert Puzzle.objects.get().givens == ARTICLE_000

    def test_the_same_puzzle_has_one_row(self, client):
        submit(client, puzzle=ARTICLE_000)
        submit(client, puzzle=ARTICLE_000.replace("0", "."))
        assert Puzzle.objects.count() == 1
        assert Solve.objects.count() == 2

    def test_a_method_takes_its_options(self, client):
        submit(client, puzzle=ALESCARGOT, method="guessing", **{"guessing-guess": "most"})
        assert Solve.objects.get().options == {"guess": "most"}

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            ({}, "there is no puzzle here"),
            ({"puzzle": " \r\n "}, "there is no puzzle here"),
            ({"puzzle": "0" * 80}, "80 cells found, but a 9×9 board has 81"),
            ({"puzzle": "0" * 82}, "82 cells found"),
            ({"puzzle": "55" + "0" * 79}, "r1c1 and r1c2 are both 5, in row 1; change one of them"),
            ({"puzzle": "x" + "0" * 80}, "(cell r1c1): “x” is not a digit"),
            ({"puzzle": "٣" * 81}, "arabic-indic"),
            ({"puzzle": "\x00" + "0" * 80}, "U+0000"),
            ({"puzzle": "0" * 20_000}, "20000 characters"),
            ({"r1c1": "5", "r1c9": "5"}, "r1c1 and r1c9 are both 5, in row 1; change one of them"),
            ({"r1c1": "x"}, "r1c1 contains “x”"),
            ({"r1c1": "²"}, "r1c1 contains “²”"),
            ({"r1c1": "12"}, "r1c1 contains “12”"),
            ({"puzzle": EMPTY, "method": "magic"}, "there is no method"),
            ({"puzzle": EMPTY, "method": "guessing", "guessing-guess": "some"}, "guess is"),
        ],
    )
    def test_bad_input_gets_a_sentence_and_keeps_what_was_typed(self, client, data, message):
        response = submit(client, **data)
        assert response.status_code == 400
        assert message in text_of(response).replace("&#x27;", "'")
        assert not Solve.objects.exists()
        if "r1c9" in data:
            assert response.content.decode().count('value="5"') >= 2

    def test_needs_the_csrf_token(self):
        from django.test import Client

        response = Client(enforce_csrf_checks=True).post("/solves/", {"puzzle": ARTICLE_000})
        assert response.status_code == 403


class TestASolve:
    def test_shows_the_status_queued(self, client):
        submit(client, puzzle=ARTICLE_000)
        page = client.get(Solve.objects.get().get_absolute_url())
        assert "Queued" in text_of(page)
        assert 'http-equiv="refresh"' in page.content.decode()
        assert "data-poll" in page.content.decode()

    def test_shows_the_place_in_line(self, client, monkeypatch):
        submit(client, puzzle=ARTICLE_000)
        first = Solve.objects.get()
        submit(client, puzzle=EMPTY)
        second = Solve.objects.exclude(pk=first.pk).get()
        assert "Next in line. Usually under a second." in text_of(
            client.get(first.get_absolute_url())
        )
        assert "Place 2 in line. You can close this page" in text_of(
            client.get(second.get_absolute_url())
        )
        Solve.objects.filter(pk=first.pk).update(lane="bulk")
        assert "Next in line." in text_of(client.get(second.get_absolute_url()))
        monkeypatch.setattr("solver.web.labels.MOST_WAITING", 1)
        monkeypatch.setattr("solver.web.solve.context.MOST_WAITING", 1)
        # A row that changes its lane is queued there behind what is there already.
        Solve.objects.filter(pk=second.pk).update(lane="bulk")
        assert "More than 1 are waiting before it." in text_of(
            client.get(second.get_absolute_url())
        )

    def test_opens_with_verdict_and_outcome(self, client):
        text = text_of(client.get(solved(client).get_absolute_url()))
        assert text.index("One solution") < text.index("Solved in 15 iterations")
        assert "Enclosed combos" in text

    def test_shows_every_iteration(self, client):
        solve = solved(client)
        for number in range(16):
            page = client.get(f"{solve.get_absolute_url()}?iteration={number}")
            assert page.status_code == 200
        board = client.get(f"{solve.get_absolute_url()}?iteration=15").content.decode()
        digits = re.findall(r"Row \d, column \d, (?:given|solved) (\d)", board)
        assert "".join(digits) == SOLUTION_000

    def test_abbreviates_a_cell_with_every_candidate(self, client):
        page = client.get(f"{solved(client).get_absolute_url()}?iteration=0")
        assert "1-9" in text_of(page)

    def test_shows_each_step_in_words_and_the_changes(self, client):
        text = text_of(client.get(f"{solved(client).get_absolute_url()}?iteration=6&step=6"))
        assert "Only r4c4 and r9c4 fit {7, 9} in column 4" in text
        assert "r9c4=7" in text
        assert "r5c4<>7" in text.replace("&lt;&gt;", "<>")
        assert "What changed" in text

    def test_lists_the_steps_of_one_rule_alone(self, client):
        address = solved(client, ALESCARGOT, method="guessing").get_absolute_url()
        for number in range(1, 30):
            url = f"{address}?iteration={number}"
            rules = rules_in(client.get(url))
            if len(rules) > 1:
                break
        assert len(rules) > 1
        for rule in rules:
            assert rules_in(client.get(f"{url}&rule={slugify(rule)}")) == {rule}

    def test_shows_the_changes_since_any_iteration(self, client):
        url = solved(client).get_absolute_url()
        since_start = text_of(client.get(f"{url}?iteration=15&since=0"))
        assert since_start.count(" = ") == 81 - 26
        assert client.get(f"{url}?iteration=15&since=16").status_code == 404
        assert client.get(f"{url}?iteration=15&step=99").status_code == 404
        assert client.get(f"{url}?iteration=15&step=x").status_code == 404

    def test_links_the_previous_and_next_iteration(self, client):
        url = solved(client).get_absolute_url()
        page = client.get(f"{url}?iteration=6").content.decode()
        assert 'href="?iteration=5"' in page
        assert 'href="?iteration=7"' in page

    @pytest.mark.parametrize("number", ["16", "-1", "x", "٣", "", "9" * 5000, "%00", "1e1"])
    def test_answers_404_to_an_unknown_iteration(self, client, number):
        assert (
            client.get(f"{solved(client).get_absolute_url()}?iteration={number}").status_code == 404
        )

    def test_explains_several_solutions(self, client):
        text = text_of(client.get(solved(client, EMPTY).get_absolute_url()))
        assert "Several solutions" in text
        assert "no technique can choose between them" in text

    def test_names_the_cells_of_a_contradiction(self, client):
        text = text_of(client.get(solved(client, NO_CANDIDATE).get_absolute_url()))
        assert "No solution" in text
        assert "Contradiction in iteration" in text

    def test_names_guesses_and_branches(self, client):
        solve = solved(client, ALESCARGOT, method="guessing")
        guess = next(iteration for iteration in iter_iterations(solve) if iteration.depth == 1)
        text = text_of(client.get(f"{solve.get_absolute_url()}?iteration={guess.number}"))
        assert "Guess" in text
        assert f"Branch {guess.branch}" in text

    def test_shows_each_branch_from_its_fork(self, client):
        """Within a branch, and from its parent to its first board, candidates only go."""
        from solver.web.solve.context import build_solve_context
        from solver.web.solve.solve_view import SolveView

        solve = solved(client, ALESCARGOT, method="branches")
        forks = 0
        for iteration in islice(iter_iterations(solve), 60):
            view = SolveView(solve, iteration.number)
            page = build_solve_context(view, get_snapshot(solve, iteration.number))["iteration"]
            assert page["before"] >= page["after"]
            for step in iteration.steps:
                if step.technique == "fork":
                    forks += 1
                    name = solve.puzzle.grid.geometry.cell_names[step.cells[0]]
                    change = next(each for each in page["changes"] if each["cell"] == name)
                    digits = "".join(some for some, _is_lost in change["kept"])
                    assert [int(digit) for digit in digits] == list(step.digits)
        assert forks > 3

    def test_fits_larger_boards(self, client):
        solve = solved(client, "0" * 625)
        assert client.get(solve.get_absolute_url()).status_code == 200

    def test_that_failed_shows_the_reason_and_can_be_retried(self, client):
        submit(client, puzzle=ARTICLE_000)
        solve = Solve.objects.get()
        fail(solve, "worker-lost", times=3)
        page = client.get(solve.get_absolute_url())
        assert "The worker was lost 3 times." in text_of(page)
        assert client.post(reverse("retry", args=[solve.pk])).status_code == 302
        solve.refresh_from_db()
        assert solve.status == "queued"

    def test_answers_a_fragment_to_polling(self, client):
        url = solved(client).get_absolute_url()
        fragment = client.get(url, headers={"X-Requested-With": "fetch"}).content.decode()
        assert "<html" not in fragment
        assert "One solution" in fragment
        assert "data-poll" not in fragment

    @pytest.mark.parametrize("where", ["9" * 30, "-1", "٣", "00000000-0000-0000-0000-000000000000"])
    def test_answers_404_to_an_unknown_id(self, client, where):
        response = client.get(f"/solves/{where}/")
        assert response.status_code == 404
        assert "<h1" in response.content.decode()


class TestPastSolves:
    def test_list_only_solves_of_this_visitor(self, client):
        solve = solved(client)
        from django.test import Client

        assert solve.get_absolute_url() in client.get("/solves/").content.decode()
        assert solve.get_absolute_url() not in Client().get("/solves/").content.decode()

    def test_explain_an_empty_list(self, client):
        assert "Nothing here yet" in text_of(client.get("/solves/"))


class TestEveryPage:
    @pytest.mark.parametrize("url", ["/", "/solves/", "/nothing/", "/api/v1/", "/admin/login/"])
    def test_has_a_strict_policy_and_nothing_inline(self, client, url):
        response = client.get(url)
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        body = response.content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", body)

    def test_health_addresses_answer_200(self, client):
        assert client.get("/livez").status_code == 200
        assert client.get("/readyz").status_code == 200
