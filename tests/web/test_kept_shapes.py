"""Puzzles kept with their shape: one row each, solved by the worker's code, shown, filtered and answered."""

import json
import re
from datetime import date, timedelta
from itertools import product

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.test import Client
from support import some
from test_pages import solved as solved_page
from test_play import text_of

from solver import engine
from solver.engine.core.shape import parse
from solver.jobs import running
from solver.models import Job, Membership, Puzzle, SavedGame, Solve, Token
from solver.puzzles import catalogue, rating
from solver.puzzles.daily import puzzle_of_the_weekend
from solver.puzzles.files.reading import items_in_text
from solver.puzzles.files.writing import written
from solver.puzzles.pool import kind_of
from solver.queue import batches, submission

pytestmark = pytest.mark.django_db
SHAPES = [
    "6x6",
    "9x9 diagonals",
    "9x9 windows",
    "9x9 anti-knight",
    "9x9 disjoint",
    "12x12",
    "7x7 latin",
    "jigsaw:AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF",
    "9x9 extra:r1c1+r2c4+r9c9",
]
METHODS = ["combos", "rules", "branches", "guessing", "joins", "ladder", "best"]


def made(name: str, share: int = 5) -> engine.Grid:
    """A puzzle of a shape with most of the cells of one of its solutions."""
    shape = parse(name)
    empty = engine.Grid(shape, (0,) * shape.size**2)
    solution = engine.enumerate_solutions(empty, limit=1).solutions[0]
    givens = [digit if cell * 7 % (share + 1) else 0 for cell, digit in enumerate(solution)]
    return engine.Grid(shape, tuple(givens))


def solved(client, grid: engine.Grid, method: str = "guessing") -> Solve:
    """Solved from the front page, where it is pasted as a line."""
    solve: Solve = solved_page(client, grid.line, method=method)
    return solve


@pytest.mark.parametrize("name", SHAPES)
def test_story_is_stored_and_shown_on_the_board_of_its_shape(client, name):
    grid = made(name)
    solve = solved(client, grid)
    assert (solve.status, solve.outcome) == ("finished", "solved")
    assert Solve.objects.get().puzzle.grid == grid
    page = client.get(solve.get_absolute_url())
    assert page.status_code == 200
    for rule in grid.shape.rules:
        assert str(rule) in text_of(page)


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("method", "name"), some(product(METHODS, ["9x9 diagonals anti-knight", SHAPES[-2]]), 3)
)
def test_every_page_of_a_story_opens(client, name, method):
    solve = solved(client, made(name), method)
    assert solve.outcome in ("solved", "stalled", "limit")
    address = solve.get_absolute_url()
    for number in range(1, min(solve.iteration_count, 4) + 1):
        for view in ("board", "sets", "rows", "sql"):
            asked = {"iteration": number, "view": view}
            assert client.get(address, asked).status_code == 200
    for form in ("json", "txt", "csv", "rows.csv", "tables.sql", "svg", "png"):
        answer = client.get(f"{address}export.{form}")
        assert answer.status_code == 200, form
        assert b"".join(answer) if answer.streaming else answer.content
    sheet = text_of(client.get(f"{address}sheet/"))
    assert all(str(rule) in sheet for rule in parse(name).rules)


def test_sql_script_has_the_rows_of_the_shape(client):
    solve = solved(client, made("9x9 diagonals"))
    text = b"".join(client.get(f"{solve.get_absolute_url()}export.sql")).decode()
    assert "(27, 'diagonal', '{0,10,20,30,40,50,60,70,80}')" in text


def test_statement_of_a_step_is_shown_with_its_unit(client):
    solve = solved(client, made("9x9 diagonals", 1))
    page = client.get(solve.get_absolute_url(), {"iteration": 1, "step": 1, "view": "sql"})
    assert "set_cell" in text_of(page)


class TestIdentity:
    def test_same_digits_of_two_shapes_are_two_puzzles(self):
        text = "1" + "0" * 80
        rows = [Puzzle.of(engine.Grid(parse(n), (1, *[0] * 80))) for n in ("9x9", "9x9 diagonals")]
        for row in rows:
            row.save()
        assert {row.board.name for row in Puzzle.objects.filter(givens=text)} == {
            "9x9",
            "9x9 diagonals",
        }
        with pytest.raises(IntegrityError), transaction.atomic():
            Puzzle.of(rows[1].grid).save()

    def test_plain_puzzle_has_no_name_of_a_shape(self):
        puzzle = Puzzle.of(engine.Grid(3, (0,) * 81))
        puzzle.save()
        assert (puzzle.shape, puzzle.box, puzzle.line) == ("", 3, "0" * 81)

    @pytest.mark.parametrize(("box", "shape"), [(3, "9x9 diagonals"), (0, "")])
    def test_database_refuses_a_box_and_a_shape_that_contradict(self, box, shape):
        puzzle = Puzzle(givens="0" * 81, box=box, shape=shape, clue_count=0)
        with pytest.raises(IntegrityError), transaction.atomic():
            Puzzle.objects.bulk_create([puzzle])

    def test_solve_of_a_plain_puzzle_never_takes_the_row_of_another_shape(self):
        cross = submission.submit(engine.Grid(parse("9x9 diagonals"), (1, *[0] * 80)), "rules")
        plain = submission.submit(engine.Grid(3, (1, *[0] * 80)), "rules")
        assert cross.puzzle != plain.puzzle
        assert plain.grid.shape.name == "9x9"


class TestFacts:
    def test_puzzle_of_a_shape_is_examined_and_rated(self):
        puzzle = Puzzle.of(made("6x6"))
        catalogue.examine([puzzle])
        assert (puzzle.verdict, bool(puzzle.canonical), bool(puzzle.grade)) == (
            "unique",
            True,
            True,
        )
        rating.rate(puzzle, with_er=True)
        assert puzzle.level == 1
        assert puzzle.score
        assert puzzle.er is None

    def test_twins_are_of_one_shape(self):
        grid = made("6x6")
        size = grid.size
        turned = tuple(
            grid.givens[column * size + row] for row in range(size) for column in range(size)
        )
        shapes = ("6x6", "6x6 boxes:3x2")
        one, other = (
            Puzzle.of(engine.Grid(parse(name), digits), is_published=True)
            for name, digits in zip(shapes, (grid.givens, turned), strict=True)
        )
        for puzzle in (one, other):
            catalogue.examine([puzzle])
            puzzle.save()
        assert one.shape != other.shape
        assert not catalogue.twins_of(one).exists()


class TestLibrary:
    @pytest.fixture(autouse=True)
    def _library(self):
        for name in ("6x6", "9x9 diagonals", SHAPES[-2], "9x9"):
            puzzle = Puzzle.of(made(name), is_published=True, title=f"On {name[:12]}")
            catalogue.examine([puzzle])
            rating.rate(puzzle)
            puzzle.save()

    def titles(self, client, **asked):
        return {
            puzzle["title"] for puzzle in client.get("/api/v1/puzzles/", asked).json()["results"]
        }

    @pytest.mark.parametrize(
        ("shape", "titles"),
        [
            ("6x6", {"On 6x6"}),
            ("jigsaw", {"On jigsaw:AAAAA"}),
            ("plain", {"On 9x9"}),
            ("9x9", {"On 9x9"}),
            ("9x9 diagonals", {"On 9x9 diagonal"}),
        ],
    )
    def test_filter_by_shape(self, client, shape, titles):
        assert self.titles(client, shape=shape) == titles

    def test_filter_that_names_no_shape_is_refused(self, client):
        answer = client.get("/api/v1/puzzles/", {"shape": "9x9 cages"})
        assert answer.status_code == 400
        assert "shape" in answer.json()["errors"]

    def test_page_has_a_chip_for_each_kind(self, client):
        words = text_of(client.get("/puzzles/"))
        for kind in ("Classic 1", "Jigsaw 1", "6×6 1", "Sudoku X 1"):
            assert kind in words
        only = client.get("/puzzles/", {"shape": ["6x6", "jigsaw"]})
        assert {"On 6x6", "On jigsaw:AAAAA"} == {
            title for title in ("On 6x6", "On jigsaw:AAAAA", "On 9x9") if title in text_of(only)
        }

    def test_page_of_a_puzzle_and_playing_it(self, client):
        for puzzle in Puzzle.objects.exclude(shape=""):
            page = client.get(puzzle.get_absolute_url())
            assert page.status_code == 200
            assert puzzle.board.title in text_of(page)
            play = client.get(f"/puzzles/{puzzle.pk}/play/", {"ask": "hint", "stage": "2"})
            assert play.status_code == 200
            assert client.get(f"/puzzles/{puzzle.pk}/board.png").status_code == 200
        sheet = client.get("/puzzles/sheet/", {"shape": "9x9 diagonals"})
        assert "Both diagonals have each digit once." in text_of(sheet)


class TestMany:
    """Batches, imports and collections carry the shape of each puzzle."""

    @pytest.fixture
    def grids(self):
        return [made(name) for name in ("9x9 diagonals", "9x9", "6x6", SHAPES[-2])]

    def done(self, kind, lines, **spec) -> Job:
        job = submission.submit_job(kind, lines, spec=spec)
        running.run(job.pk)
        job.refresh_from_db()
        return job

    def test_batch_solves_each_on_its_board(self, grids):
        # The same digits on two boards are two puzzles, in one batch and with those that are there.
        for given in (grids, [engine.Grid(3, grids[0].givens), *grids]):
            job = batches.submit(given, "guessing", {})
            running.run(job.pk)
            answers = list(batches.results(job))
            assert [(a["shape"], a["puzzle"]) for a in answers] == [
                (grid.shape.name, grid.text) for grid in given
            ]
            assert all(a["status"] == "finished" for a in answers)
        assert Puzzle.objects.count() == 5

    def test_import_adds_each_with_its_shape_and_knows_it_again(self, grids):
        lines = [grid.line for grid in grids]
        job = self.done("import", lines, at_once=True)
        assert job.counts == {"added": 4}, job.counts
        assert {puzzle.line for puzzle in Puzzle.objects.all()} == set(lines)
        assert self.done("import", lines, at_once=True).counts == {"there": 4}

    def test_import_of_a_table_has_a_column_of_shapes(self, grids):
        rows = "\n".join(f"{grid.text};{grid.shape};A title" for grid in grids)
        items = list(items_in_text(f"Givens;Shape;Title\n{rows}\n"))
        assert self.done("import", items, at_once=True).counts == {"added": 4}
        assert {puzzle.line for puzzle in Puzzle.objects.filter(title="A title")} == {
            grid.line for grid in grids
        }

    def test_exported_file_is_imported_again(self, grids):
        for grid in grids:
            Puzzle.of(grid, is_published=True).save()
        for form in ("csv", "json", "line"):
            text = "".join(written(Puzzle.objects.all(), form))
            job = self.done("import", list(items_in_text(text)), at_once=True)
            assert job.counts == {"there": 4}, form

    def test_account_collects_puzzles_of_any_shape(self, client, django_user_model, grids):
        client.force_login(django_user_model.objects.create_user("ann"))
        for grid in grids:
            page = client.get("/collections/add/", {"puzzle": grid.line})
            assert page.status_code == 200
            client.post("/collections/add/", {"puzzle": grid.line, "title": str(grid.shape)[:20]})
        assert Membership.objects.count() == 4
        assert {each.puzzle.line for each in Membership.objects.all()} == {g.line for g in grids}

    def test_games_of_two_shapes_are_saved_apart(self, client, django_user_model):
        client.force_login(django_user_model.objects.create_user("ann"))
        names = ("9x9 diagonals", "9x9 anti-knight")
        for seconds, name in enumerate(names, 1):
            puzzle = "1" + "0" * 80
            play = client.get("/play/", {"puzzle": puzzle, "shape": name}).content.decode()
            keep = re.search('data-keep="([^"]*)"', play)[1]
            sent = {"puzzle": puzzle, "values": puzzle, "seconds": seconds, "at": 1}
            assert client.post(keep, sent).status_code == 204
        assert {each.puzzle for each in SavedGame.objects.all()} == {f"{n} {puzzle}" for n in names}
        assert client.get("/play/games/").content.count(b"<svg") >= 2
        assert "9x9 diagonals" in client.get("/play/").content.decode()


class TestMaking:
    """A visitor, an editor and a program order puzzles of a shape."""

    @pytest.mark.parametrize("shape", ["6x6", "jigsaw"])
    def test_page_orders_one_of_the_board_and_then_offers_it(self, client, shape):
        assert f'value="{shape}"' in client.get("/make/").content.decode()
        asked = {"shape": shape, "level": "easy"}
        assert "No such puzzle is ready" in text_of(client.get("/make/", asked))
        client.post("/make/", asked)
        job = Job.objects.get(kind="generate")
        running.run(job.pk)
        puzzle = Puzzle.objects.get(job=job)
        assert (kind_of(puzzle.shape), puzzle.level, puzzle.verdict) == (shape, 1, "unique")
        page = client.get("/make/", asked)
        assert page.context["offered"]["puzzle"] == puzzle
        assert client.get(page.context["offered"]["play_href"]).status_code == 200

    @pytest.mark.parametrize(
        ("shape", "status"),
        [("9x9 cages", 400), ("6x6 diagonals", 202), ({"size": 8}, 202)],
    )
    def test_program_orders_them_by_name_or_object(self, django_user_model, shape, status):
        user = django_user_model.objects.create_user("lena")
        user.groups.add(Group.objects.get(name="Librarian"))
        _token, secret = Token.objects.make(user, "script")
        client = Client(headers={"Authorization": f"Bearer {secret}"})
        body = json.dumps({"count": 2, "shape": shape})
        answer = client.post("/api/v1/generate/", body, content_type="application/json")
        assert answer.status_code == status, answer.content
        for job in Job.objects.all():
            running.run(job.pk)
            made_ones = Puzzle.objects.filter(job=job)
            assert [puzzle.board.name for puzzle in made_ones] == [job.spec["shape"]] * 2

    def test_day_of_a_weekend_has_one_on_another_board(self, client):
        Puzzle.of(made("9x9 windows"), is_published=True, verdict="unique").save()
        saturday, monday = date(2026, 11, 28), date(2026, 11, 23)
        chosen = puzzle_of_the_weekend(saturday)
        assert chosen == puzzle_of_the_weekend(saturday + timedelta(days=1))
        assert (chosen.shape, puzzle_of_the_weekend(monday)) == ("9x9 windows", None)
        assert chosen.board.title in text_of(client.get(f"/daily/{saturday}/"))


class TestApi:
    def post(self, client, **body):
        return client.post("/api/v1/solves/", json.dumps(body), content_type="application/json")

    @pytest.mark.parametrize(
        "shape",
        [
            "9x9 diagonals",
            {"size": 9, "extras": ["diagonal-up", "diagonal-down"]},
        ],
    )
    def test_shape_is_a_name_or_an_object_and_the_name_in_answers(self, client, shape):
        grid = made("9x9 diagonals")
        answer = self.post(client, puzzle=grid.text, shape=shape, method="guessing")
        assert answer.status_code == 202, answer.json()
        assert (answer.json()["shape"], answer.json()["size"]) == ("9x9 diagonals", 9)
        assert Puzzle.objects.get().shape == "9x9 diagonals"

    @pytest.mark.parametrize(
        ("shape", "words"),
        [
            ("9x9 cages", "is no part of a shape"),
            ({"size": 9, "cages": []}, "'cages' is no part of a shape"),
            ({"size": "9"}, "size must be the number of rows"),
            ({"size": 9, "regions": "AAB"}, "regions has 3 letters"),
            ({"size": 9, "extra_regions": [3]}, "extra_regions must be a list of lists"),
            (7, "a name such as 9x9 diagonals is expected"),
        ],
    )
    def test_bad_shape_is_told_by_its_field(self, client, shape, words):
        answer = self.post(client, puzzle="0" * 81, shape=shape)
        assert answer.status_code == 400
        assert words in answer.json()["errors"]["shape"][0]

    def test_hint_and_steps_on_a_shape(self, client):
        grid = made("9x9 diagonals")
        for path in ("hints", "steps"):
            answer = client.post(
                f"/api/v1/{path}/",
                json.dumps({"puzzle": grid.text, "shape": "9x9 diagonals"}),
                content_type="application/json",
            )
            assert answer.status_code == 200, answer.content

    def test_technique_that_a_shape_does_not_suit_is_refused_by_its_name(self, client):
        body = {"puzzle": "1" + "0" * 24, "shape": "5x5 latin", "techniques": ["two-string-kite"]}
        answer = client.post("/api/v1/steps/", json.dumps(body), content_type="application/json")
        assert answer.status_code == 400
        assert "not proved for the board" in str(answer.json())


@pytest.mark.parametrize("form", ["csv", "json", "opensudoku", "sdm", "line", "hodoku"])
def test_file_of_puzzles_never_writes_a_shape_as_a_plain_board(form):
    puzzle = Puzzle.of(made("9x9 diagonals"))
    puzzle.save()
    puzzle.refresh_from_db()
    text = "".join(written([puzzle], form))
    bare = [line for line in text.splitlines() if puzzle.givens in line]
    assert all("9x9 diagonals" in line for line in bare)
    assert form not in ("csv", "json") or bare
