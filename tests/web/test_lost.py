"""Somebody comes to an address where there is nothing, and finds the way on."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

PLACES = ("home", "solves", "puzzles", "techniques", "api-docs")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_error_page_links_to_every_place(client, language, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/no-such-page/", HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 404
    page = answer.content.decode()
    for place in PLACES:
        assert f'href="{reverse(place)}"' in page
    assert ("Bibliothek" in page) is (language == "de")


@pytest.mark.parametrize("status", [400, 403, 408, 413, 429, 500, 503])
def test_every_error_page_works_without_a_database(status):
    page = render_to_string(f"{status}.html", {"words": "No."})
    for place in PLACES:
        assert f'href="{reverse(place)}"' in page
