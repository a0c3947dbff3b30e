"""Somebody reads what is kept of them, and it is so."""

import re

import pytest
from django.apps import apps
from django.conf import settings

from solver.models import User

pytestmark = pytest.mark.django_db
OF_NOBODY = {"Puzzle", "DailyPuzzle", "Heartbeat", "SavedFilter"}
COMMENTS = re.compile(r"\{# (\w+(?:, \w+)*) #\}")  # the models of a kind of data


def test_page_covers_every_model_about_people():
    """Who adds a model says there what it keeps of whom, or here that it keeps nothing."""
    page = (settings.BASE_DIR / "templates" / "solver" / "privacy.html").read_text()
    named = {name for names in COMMENTS.findall(page) for name in names.split(", ")}
    ours = {model.__name__ for model in apps.get_app_config("solver").get_models()}
    assert ours - OF_NOBODY == named - {"Session", "LogEntry"}


def read(client):
    page = client.get("/privacy/")
    assert page.status_code == 200
    return page.content.decode()


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, "Until you delete the solve."),
        (30, "Without an account: for 30 days, unless you make it public"),
    ],
)
def test_page_shows_the_configured_retention(client, settings, days, words):
    settings.FORGET_AFTER_DAYS = days
    assert words in read(client)
    assert ("Without an account: for" in read(client)) == bool(days)


def test_page_shows_the_age_of_cookies(client, settings):
    settings.STAFF_SESSION_HOURS = 7
    settings.SESSION_COOKIE_AGE = 500 * 24 * 3600
    page = read(client)
    assert "Up to 500 days." in page
    assert "lasts 7 hours" in page


def test_page_names_every_cookie(client):
    User.objects.create_user("setter", password="nine rows of nine")
    client.get("/account/sign-in/")
    client.post("/account/sign-in/", {"username": "setter", "password": "nine rows of nine"})
    client.post("/language/", {"language": "en"})
    client.post("/theme/", {"theme": "dark"})
    assert len(client.cookies) == 4
    assert "Two remember the language and the theme" in read(client)


def test_page_shows_how_long_addresses_count(client, settings):
    for name in dir(settings):
        if name.startswith("LIMIT_"):
            setattr(settings, name, "")
    assert "how often you asked" not in read(client)  # nobody is counted
    settings.LIMIT_MAILS = "5/3 hours"
    assert "Up to 6 hours." in read(client)


def test_page_mentions_an_access_log(client, monkeypatch):
    words = "The log of the web server contains it for each request."
    assert words not in read(client)
    monkeypatch.setenv("WEB_ACCESS_LOG", "-")
    assert words in read(client)


def test_every_page_links_the_privacy_page(client):
    assert all(
        'href="/privacy/"' in client.get(page).content.decode() for page in ("/", "/solves/")
    )
