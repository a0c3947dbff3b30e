"""Where to choose a game: what is offered without a script, and what an account's games add."""

import json
from html import unescape

import pytest
from test_pages import text_of

from solver.engine.rating import LEVELS
from solver.models import SavedGame
from solver.puzzles.daily import puzzles_of
from solver.puzzles.starters import load_starters

pytestmark = pytest.mark.django_db
EASY = "1030041220004301"


def test_offers_each_level_the_day_and_drills(client, now):
    load_starters()
    page = client.get("/play/").text
    for level in LEVELS:
        assert f'href="/play/?level={level}"' in page
    day = puzzles_of(now.date())
    assert len(day) == len(LEVELS)
    for row in day:
        assert f"/puzzles/{row.puzzle_id}/play/" in page
    assert "/techniques/x-wing/find/" in page


def test_empty_library_says_so(client):
    assert "The library has no puzzles yet." in text_of(client.get("/play/"))


def test_only_the_account_gets_its_games(client, django_user_model):
    owner = django_user_model.objects.create_user("player")
    SavedGame.objects.create(owner=owner, puzzle=EASY, values="1230041220004301", at=5)
    assert EASY not in client.get("/play/").text
    client.force_login(owner)
    page = client.get("/play/").text
    (saved,) = json.loads(unescape(page.partition('data-saved="')[2].partition('"')[0]))
    assert (saved["puzzle"], saved["values"]) == (EASY, "1230041220004301")
