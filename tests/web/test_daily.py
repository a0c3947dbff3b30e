"""The puzzles of a day: one choice for everybody, at every door, all day long."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone
from puzzles import ARTICLE_000, morph

from solver.engine.rating import LEVELS, rate
from solver.models import DailyPuzzle, Puzzle
from solver.puzzles import seed_puzzles
from solver.puzzles.daily import first_of, puzzle_of_the_day, puzzles_of
from solver.puzzles.starters import load_starters

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
DAY = date(2026, 11, 18)
DOORS = ("/", "/puzzles/", "/play/")  # pages with its picture


def publish(count: int, levels=(1, 2, 3, 4, 5), seed: int = 0) -> list[Puzzle]:
    """Publish so many puzzles of each level."""
    rng = random.Random(seed)
    puzzles = [
        Puzzle(givens=morph(ARTICLE_000, rng), verdict="unique", is_published=True, level=level)
        for level in levels
        for _ in range(count)
    ]
    for puzzle in puzzles:
        puzzle.save()
    return puzzles


def ids_of(day: date = DAY) -> dict[str, object]:
    return {row.level: row.puzzle_id for row in puzzles_of(day)}


def doors(client) -> set[str]:
    """Return the id of the day's puzzle from every page and answer that names it."""
    patterns = dict.fromkeys(DOORS, r'og:image" content="[^"]*/puzzles/([\w-]+)/board.png')
    patterns["/daily/"] = patterns["/"]
    found = [re.search(pattern, client.get(path).text)[1] for path, pattern in patterns.items()]
    found.append(client.get("/puzzles/today/").url.split("/")[2])
    found.append(client.get("/api/v1/puzzles/daily/").json()["puzzle"]["id"])
    givens = re.search(r"· (\d{81})</summary>", client.get("/puzzles/feed/").text)[1]
    found.append(str(Puzzle.objects.get(givens=givens).pk))
    return set(found)


class TestChoice:
    def test_has_five_levels_and_is_medium(self):
        publish(3)
        assert [row.level for row in puzzles_of(DAY)] == list(LEVELS)
        assert puzzle_of_the_day(DAY).level == 2
        assert puzzle_of_the_day(DAY) in [row.puzzle for row in puzzles_of(DAY)]

    def test_stays_while_many_puzzles_come_and_go(self, client):
        publish(3)
        first, answers = ids_of(timezone.now().date()), set()
        for number in range(5):
            come = publish(10, seed=number + 1)
            answers |= doors(client)
            Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in come]).delete()
        assert answers == {str(puzzle_of_the_day().pk)}
        assert ids_of(timezone.now().date()) == first

    def test_stays_when_easier_levels_arrive_later(self):
        publish(1, levels=[5])
        extreme = puzzle_of_the_day(DAY)
        publish(2, levels=[1, 2, 3], seed=1)
        assert [row.level for row in puzzles_of(DAY)] == ["easy", "medium", "hard", "extreme"]
        assert puzzle_of_the_day(DAY) == extreme

    def test_varies_between_days_until_every_puzzle_had_one(self):
        publish(4)
        days = [ids_of(DAY + timedelta(days=number)) for number in range(5)]
        for level in LEVELS:
            assert len({day[level] for day in days[:4]}) == 4
            assert days[4][level] in {day[level] for day in days[:4]}

    def test_depends_only_on_the_day(self):
        publish(5)
        first = ids_of()
        DailyPuzzle.objects.all().delete()
        assert ids_of() == first

    @pytest.mark.parametrize("gone", ["deleted", "unpublished"])
    def test_puzzle_that_is_gone_gets_replaced_once(self, client, gone):
        publish(3)
        day = timezone.now().date()
        before, [medium] = ids_of(day), [row.puzzle for row in puzzles_of(day)][1:2]
        if gone == "deleted":
            medium.delete()
        else:
            Puzzle.objects.filter(pk=medium.pk).update(is_published=False)
        after = doors(client)
        assert len(after) == 1
        assert after == {str(before["easy"])}  # stored next after the medium one
        now = ids_of(day)
        assert {level for level in LEVELS if now[level] != before[level]} == {"medium"}
        Puzzle.objects.update(is_published=True)
        assert doors(client) == after
        assert ids_of(day) == now

    def test_empty_library_has_none(self, client):
        assert puzzle_of_the_day() is None
        assert puzzles_of(DAY) == []
        assert "The library has no puzzles yet." in client.get("/daily/").text
        answer = client.get("/api/v1/puzzles/daily/").json()
        assert (answer["puzzle"], answer["levels"]) == (None, [])

    def test_needs_one_query_once_it_is_made(self, django_assert_num_queries):
        publish(2)
        puzzles_of(DAY)
        with django_assert_num_queries(1):
            puzzle_of_the_day(DAY)
        with django_assert_num_queries(1):
            puzzles_of(DAY)

    @pytest.mark.parametrize("levels", [(), (2,)])
    def test_needs_two_queries_where_the_library_lacks_levels(
        self, django_assert_num_queries, levels
    ):
        publish(1, levels)
        puzzles_of(DAY)
        with django_assert_num_queries(2):
            assert len(puzzles_of(DAY)) == len(levels)


@pytest.mark.django_db(transaction=True)
def test_processes_at_once_store_one_choice():
    publish(4)

    def choose(_number):
        try:
            return puzzle_of_the_day(DAY).pk, sorted(row.pk for row in puzzles_of(DAY))
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(choose, range(16)))
    assert answers == [answers[0]] * 16
    assert DailyPuzzle.objects.count() == 5


class TestNewSite:
    def test_has_all_five_levels_at_once(self):
        load_starters()
        rows = puzzles_of(timezone.now().date())
        assert [row.level for row in rows] == list(LEVELS)
        assert first_of(rows).level == "medium"

    def test_levels_of_its_puzzles_are_those_of_the_rating(self):
        by_level = {level: [] for level in range(1, 6)}
        for puzzle in seed_puzzles.puzzles():
            if puzzle.box == 3 and puzzle.level:
                by_level[puzzle.level].append(puzzle)
        for level, puzzles in by_level.items():
            assert len(puzzles) >= 10
            assert rate(puzzles[0].grid).level == LEVELS[level - 1]


class TestApi:
    def test_names_the_day_its_puzzle_and_one_of_each_level(self, client):
        publish(2)
        answer = client.get("/api/v1/puzzles/daily/").json()
        assert answer["day"] == timezone.now().date().isoformat()
        assert [puzzle["level"] for puzzle in answer["levels"]] == list(LEVELS)
        assert answer["puzzle"] in answer["levels"]
        assert client.get(answer["puzzle"]["url"]).json()["puzzle"] == answer["puzzle"]["puzzle"]

    def test_takes_no_parameter(self, client):
        assert client.get("/api/v1/puzzles/daily/?day=2026-11-20").status_code == 400


class TestCalendar:
    @pytest.fixture(autouse=True)
    def _january(self):
        now = datetime(2027, 1, 5, 12, tzinfo=UTC)
        with patch("django.utils.timezone.now", return_value=now):
            yield

    def table(self, client, path="/daily/", **headers) -> tuple[list[str], list[list[str]]]:
        page = client.get(path, headers=headers).text
        head = re.findall(r'<th scope="col" abbr="\w+">(\S+)</th>', page)
        body = re.search(r"<tbody>(.*?)</tbody>", page, re.DOTALL)[1]
        return head, [re.findall(r"<td.*?</td>", week) for week in body.split("</tr>")[:-1]]

    def test_has_the_days_of_the_month_below_their_weekdays(self, client):
        head, weeks = self.table(client)
        assert head == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        days = [[re.sub("<.*?>", "", cell) for cell in week] for week in weeks]
        assert days[0] == ["", "", "", "", "1", "2", "3"]
        assert days[4] == ["25", "26", "27", "28", "29", "30", "31"]

    def test_links_the_days_until_today(self, client):
        _, weeks = self.table(client)
        cells = [cell for week in weeks for cell in week if cell != "<td></td>"]
        hrefs = [re.findall(r'href="(.*?)"', cell) for cell in cells]
        assert hrefs[:5] == [[f"/daily/2027-01-0{day}/"] for day in range(1, 6)]
        assert not any(hrefs[5:])
        assert ["month__today" in cell for cell in cells].index(True) == 4

    def test_marks_the_shown_day_and_today(self, client):
        marks = r'(\w+) 2027"[^>]*? aria-current="(\w+)"'
        assert re.findall(marks, client.get("/daily/").text) == [("January", "page")]
        page = client.get("/daily/2027-01-02/").text
        assert [kind for _, kind in re.findall(marks, page)] == ["page", "date"]

    def test_leads_to_other_months_of_the_archive(self, client):
        arrows = r'href="([^"]*)#archive" aria-label="(\w+) month"'
        for path, found in (
            ("/daily/", [("/daily/2026-12-31/", "Previous")]),
            (
                "/daily/2026-12-31/",
                [("/daily/2026-11-30/", "Previous"), ("/daily/2027-01-01/", "Next")],
            ),
            ("/daily/2026-11-01/", [("/daily/2026-12-01/", "Next")]),
        ):
            assert re.findall(arrows, client.get(path).text) == found

    def test_speaks_the_language_and_has_the_week_of_the_reader(self, client):
        head, _ = self.table(client, **{"Accept-Language": "de"})
        assert head == ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
        assert "Januar 2027" in client.get("/daily/", headers={"Accept-Language": "de"}).text
        with patch("solver.web.library.daily.get_format", return_value=0):  # as in Portuguese
            head, weeks = self.table(client)
        assert head[0] == "Sun"
        assert [re.sub("<.*?>", "", cell) for cell in weeks[0]] == ["", "", "", "", "", "1", "2"]

    @pytest.mark.parametrize(
        "day", ["2999-01-01", "2026-10-31", "2027-01-06", "someday", "20261120"]
    )
    def test_answers_404_to_a_day_without_puzzles(self, client, day):
        assert client.get(f"/daily/{day}/").status_code == 404

    def test_days_are_in_the_sitemap(self, client):
        found = client.get("/sitemap-pages.xml").text
        assert found.count("/daily/20") == 30 + 31 + 5
        assert "/daily/2026-11-01/" in found
        assert "/daily/2027-01-05/" in found
