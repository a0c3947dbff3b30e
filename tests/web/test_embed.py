"""Another site shows a solve in a frame: what a stranger may see, without a cookie, and without a way in."""

from html import unescape

import pytest
from django.test import Client
from puzzles import ARTICLE_000
from test_headers import LISTED, POLICY
from test_pages import solved

from solver.models import Solve, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def solve(client):
    return solved(client)


def embed(solve, moment="", client=None):
    return (client or Client()).get(f"/embed{solve.get_absolute_url()}{moment}")


@pytest.mark.asvs("3.4.3")
def test_only_the_embedded_solve_can_be_framed(solve):
    answer = embed(solve)
    policy = {*answer["Content-Security-Policy"].split("; ")}
    assert policy == POLICY - {"frame-ancestors 'none'"} | {"frame-ancestors *"}
    assert "X-Frame-Options" not in answer
    others = LISTED.keys() - {"X-Frame-Options"}
    assert {name: answer[name] for name in others} == {name: LISTED[name] for name in others}
    page = Client().get(solve.get_absolute_url())
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_private_solve_in_a_frame_gets_404(solve):
    Solve.objects.update(visibility="private")
    answer = embed(solve)
    assert answer.status_code == 404
    assert answer["X-Frame-Options"] == "DENY"


def test_frame_neither_sets_nor_reads_cookies(client, solve):
    assert not Client().get(f"/embed{solve.get_absolute_url()}").cookies
    client.force_login(User.objects.create_user("setter"))
    answer = embed(solve, client=client)
    assert not answer.cookies
    assert "setter" not in answer.content.decode()


@pytest.mark.asvs("3.4.3")
@pytest.mark.parametrize(
    ("visibility", "status"), [("private", 404), ("unlisted", 200), ("public", 200)]
)
@pytest.mark.parametrize("who", ["stranger", "owner"])
def test_owner_sees_in_a_frame_only_what_strangers_see(client, solve, visibility, status, who):
    """Or a site could show its visitors their own private solves."""
    Solve.objects.update(visibility=visibility)
    assert embed(solve, client=client if who == "owner" else None).status_code == status


def test_frame_has_board_and_player_but_no_header(solve):
    page = embed(solve, "?iteration=6").content.decode()
    assert 'class="board board--3"' in page
    for step in (0, 5, 7, 15):
        assert f'href="?iteration={step}"' in page
    assert "<header" not in page
    assert "<form" not in page
    assert f'href="{solve.get_absolute_url()}?iteration=6" target="_blank"' in page


@pytest.mark.parametrize("moment", ["?iteration=0", "?iteration=15", ""])
def test_frame_steps_from_the_first_to_the_last_iteration(solve, moment):
    page = embed(solve, moment).content.decode()
    opened = "?iteration=2&step=2"
    assert ('href="?iteration=1"' in page) == (moment in ("?iteration=0", ""))
    assert ("Opened at " in page) == (moment == "")
    assert 'class="level"' in page
    assert page.count("<h2>") == (1 if moment == "" else 0)
    assert (opened in unescape(page)) == (moment == "")


@pytest.mark.parametrize("moment", ["?iteration=16", "?iteration=x", "?iteration=-1"])
def test_frame_answers_404_to_an_unknown_iteration(solve, moment):
    assert embed(solve, moment).status_code == 404


def test_frame_shows_a_queued_solve(client):
    client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
    answer = embed(Solve.objects.get())
    assert answer.status_code == 200
    assert "Queued" in answer.content.decode()
