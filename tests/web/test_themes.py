"""A visitor chooses the theme of the pages."""

import re

import pytest
from django.test import Client
from test_pages import solved

from solver.models import User

pytestmark = pytest.mark.django_db
SCHEME = re.compile(r'<meta name="color-scheme" content="([^"]*)">')
CHOSEN = re.compile(r'<p role="group" aria-label="Theme">.*?<b>(\w+)</b>', re.DOTALL)


def scheme(page) -> str:
    [found] = SCHEME.findall(page.text)
    return found


def choose(client, theme, **more):
    return client.post("/theme/", {"theme": theme}, **more)


@pytest.mark.parametrize("path", ["/", "/puzzles/", "/techniques/", "/nowhere/"])
def test_pages_follow_the_system_until_a_theme_is_chosen(client, path):
    assert scheme(client.get(path)) == "light dark"
    for theme in ("dark", "light"):
        choose(client, theme)
        assert scheme(client.get(path)) == theme
    choose(client, "")
    assert scheme(client.get(path)) == "light dark"


def test_switch_marks_the_chosen_theme(client):
    for theme, name in (("", "System"), ("dark", "Dark"), ("light", "Light"), ("", "System")):
        choose(client, theme)
        page = client.get("/").text
        assert CHOSEN.findall(page) == [name]
        assert page.count('formaction="/theme/"') == 2


def test_cached_page_never_shows_the_theme_of_another_visitor(client):
    other, third = Client(), Client()
    choose(client, "dark")
    choose(other, "light")
    for path in ("/", "/puzzles/", solved(third).get_absolute_url()):
        for _ in range(2):  # drawn, then from the cache
            assert scheme(client.get(path)) == "dark"
            assert scheme(other.get(path)) == "light"
            assert scheme(third.get(path)) == "light dark"


def test_copy_of_the_browser_is_not_used_after_a_switch(client):
    client.get("/")  # sets the cookie that forms need
    etag = client.get("/")["ETag"]
    assert client.get("/", headers={"If-None-Match": etag}).status_code == 304
    choose(client, "dark")
    page = client.get("/", headers={"If-None-Match": etag})
    assert (page.status_code, scheme(page)) == (200, "dark")
    assert "Cookie" in page["Vary"]


def test_switch_returns_to_the_page(client):
    answer = choose(client, "dark", HTTP_REFERER="http://testserver/techniques/?x=1")
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/techniques/?x=1")


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:x", ""])
def test_switch_leads_to_no_other_site(client, back):
    for answer in (
        choose(client, "dark", HTTP_REFERER=back),
        client.post("/theme/", {"theme": "dark", "next": back}),
    ):
        assert answer["Location"] == "/"


def test_unknown_theme_counts_as_none(client):
    choose(client, "dark")
    choose(client, "sepia")
    assert scheme(client.get("/")) == "light dark"
    client.cookies["theme"] = '"><script>'
    assert scheme(client.get("/")) == "light dark"


def test_request_of_another_site_cannot_switch_the_theme():
    assert choose(Client(enforce_csrf_checks=True), "dark").status_code == 403
    assert Client().get("/theme/").status_code == 405


def test_desk_has_the_chosen_theme(client):
    client.force_login(User.objects.create_superuser("root"))
    choose(client, "dark")
    assert scheme(client.get("/admin/")) == "dark"
