"""The player's page, the account's record, the manifest, and the worker that keeps games for later."""

import json
from itertools import chain

import pytest
from django.contrib.staticfiles import finders

from solver.engine.rating import LEVELS
from solver.models import PlayRecord, SavedGame
from solver.puzzles.starters import load_starters
from solver.web.play.offline import digest_of_files
from solver.web.play.player import MOST_GAMES, merged

pytestmark = pytest.mark.django_db
GAME = {"puzzle": "1" * 16, "at": 5, "seconds": 60, "hints": 0, "checks": 2, "wrong": 1, "level": 2}
FIND = {"position": "p", "at": 7, "right": True}


def sent(client, **record):
    return client.post("/play/me/record/", {"record": json.dumps(record)}).json()


@pytest.fixture
def player(client, django_user_model):
    user = django_user_model.objects.create_user("player")
    client.force_login(user)
    return user


class TestRecord:
    def test_has_what_all_browsers_of_an_account_sent(self, client, player):
        sent(client, played=[GAME], finds={"x-wing": [FIND]})
        later = GAME | {"at": 9}
        whole = sent(client, played=[later, GAME], finds={"x-wing": [FIND | {"at": 8}]})
        assert whole["played"] == [GAME, later]
        assert [each["at"] for each in whole["finds"]["x-wing"]] == [7, 8]

    @pytest.mark.parametrize(
        "text",
        ["", "[]", "{", '{"played": 5}', '{"played": [[]], "finds": []}', "[" * 5000]
        + [json.dumps({"played": [GAME | change]}) for change in ({"at": -1}, {"puzzle": 5})]
        + [json.dumps({"played": [GAME | {"seconds": True, "puzzle": "1" * 800}]})]
        + [json.dumps({"finds": finds}) for finds in ({"no-technique": [FIND]}, {"x-wing": [{}]})],
    )
    def test_leaves_out_what_is_none(self, client, player, text):
        answer = client.post("/play/me/record/", {"record": text})
        assert answer.status_code == 200
        assert answer.json()["played"] == []
        assert not answer.json()["finds"].get("x-wing")

    def test_keeps_the_latest_games_alone(self):
        games = [GAME | {"at": at} for at in range(MOST_GAMES + 5)]
        assert merged({}, {"played": games})["played"][0]["at"] == 5

    def test_goes_with_the_saved_games_on_request(self, client, player):
        sent(client, played=[GAME])
        SavedGame.objects.create(owner=player, puzzle="1" * 16, values="1" * 16, at=5)
        client.post("/play/me/record/", {"forget": "1"})
        assert not PlayRecord.objects.exists()
        assert not SavedGame.objects.exists()

    def test_stays_with_its_account(self, client, django_user_model, player):
        sent(client, played=[GAME])
        client.force_login(django_user_model.objects.create_user("other"))
        assert sent(client)["played"] == []

    def test_needs_an_account(self, client):
        assert client.post("/play/me/record/", {"record": "{}"}).status_code == 302


def test_signing_out_clears_what_the_browser_kept(client, player):
    assert client.post("/account/sign-out/")["Clear-Site-Data"] == '"storage"'


def test_page_of_a_visitor_names_no_record(client):
    page = client.get("/play/me/").text
    assert "data-record" not in page
    assert "Times by level" in page


def test_manifest_has_what_installing_needs(client):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    said = json.loads(answer.content)
    assert {"name", "short_name", "start_url", "display"} <= set(said)
    assert {"192x192", "512x512"} == {icon["sizes"] for icon in said["icons"]}
    for icon in said["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))
    assert client.get(said["start_url"]).status_code == 200


def test_worker_keeps_puzzles_of_each_level_that_a_stranger_may_play(client):
    load_starters()
    script = client.get("/worker.js").text
    kept = json.loads(script.partition("const KEPT = ")[2].partition(";\n")[0])
    assert [len(each) for each in kept["levels"].values()] == [3] * 5
    for page in chain.from_iterable(kept["levels"].values()):
        assert client.get(page).status_code == 200


def test_worker_keeps_all_anew_once_a_file_has_changed(client, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    styles = tmp_path / "solver" / "static"
    styles.mkdir(parents=True)
    versions = []
    for text in ("a", "b", "b"):
        (styles / "play.css").write_text(text)
        digest_of_files.cache_clear()
        versions.append(client.get("/worker.js").text.partition('"version": ')[2][:14])
    digest_of_files.cache_clear()
    assert versions[0] != versions[1] == versions[2]


def test_page_without_a_network_leads_to_games(client):
    for language in ("en", "de"):
        page = client.get("/play/offline/", headers={"Accept-Language": language}).text
        assert f'<html lang="{language}">' in page
        for path in ("/play/", *(f"/play/?level={level}" for level in LEVELS)):
            assert f'href="{path}"' in page
