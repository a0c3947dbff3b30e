"""The documents, where `make docs` has built them."""

import re

import pytest
from django.test import Client
from test_headers import has_all

pytestmark = pytest.mark.django_db
LINKS = [  # in the header, among what folds away where it is narrow, and below the page
    '<a class="last seldom" href="/docs/">Documentation</a>',
    *['<a href="/docs/">Documentation</a>'] * 2,
]


@pytest.fixture
def built(settings, tmp_path):
    settings.WHITENOISE_ROOT = tmp_path
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "index.html").write_text("<title>Sudoku by sets</title>")


def test_site_serves_built_documents_and_links_to_them(built):
    client = Client()
    answer = client.get("/docs/")
    assert b"".join(answer) == b"<title>Sudoku by sets</title>"
    has_all(answer)
    page = client.get("/").text
    assert [
        link
        for link in re.findall("<a[^>]*>[^<]*</a>", page)
        if "/docs/" in link and "/api/" not in link
    ] == LINKS


def test_site_has_no_link_to_missing_documents(client, settings):
    settings.WHITENOISE_ROOT = None
    assert "/docs/" not in client.get("/learn/").text.replace("/api/v1/docs/", "")
    assert client.get("/docs/").status_code == 404
