"""Each rule has a page, made from the rule's own module and shown at a position of a stored solve."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.text import slugify
from support import some
from test_pages import text_of

from solver.engine import find_technique, methods, techniques
from solver.engine.methods.rules import RULES
from solver.engine.methods.solving import Solving
from solver.engine.techniques.description import describe_step
from solver.models import Solve
from solver.puzzles import showcases
from solver.queue.showcases import solve_showcases
from solver.solves import writing
from solver.solves.reading import find
from solver.web.learn.techniques import _pictures

pytestmark = [pytest.mark.django_db, pytest.mark.every]

SHOWN = sorted({*RULES} & {*techniques()} | {*some(techniques(), 12)})


@pytest.fixture(scope="class")
def solved_library(shared_rows):
    call_command("load_starter_library", stdout=StringIO())
    for name in SHOWN:
        for solve in showcases.solves_of(showcases.showcase_for(name)).filter(status="queued"):
            while writing.record(solve.pk):  # some go on in the slow lane
                pass


def address(name: str) -> str:
    return f"/techniques/{slugify(name)}/"


FIELD = {"unit", "combo", "candidate", "peer", "set of digits", "k open", "enclosed", "subset"}


@pytest.mark.parametrize("technique", techniques().values(), ids=lambda each: each.name)
def test_technique_page_opens_with_a_plain_sentence(technique):
    """In the words of the newspaper: cells, digits, rows, columns and boxes."""
    opening = technique.paragraphs[0]
    assert not [word for word in FIELD if word in opening]
    assert opening.count(". ") == 0
    assert len(opening) < 130


def test_each_technique_has_an_opening_sentence_of_its_own():
    openings = [technique.paragraphs[0] for technique in techniques().values()]
    assert len(set(openings)) == len(openings), "give them `says:` lines in their examples.txt"


@pytest.mark.parametrize("language", ["en", "de"])
def test_page_of_our_own_positions_has_no_deadline(client, settings, language):
    settings.REQUEST_SECONDS = 0
    _pictures.cache_clear()
    page = client.get(address("nested split"), headers={"Accept-Language": language})
    assert page.status_code == 200
    assert {"en": "Nested split", "de": "Verschachtelte"}[language] in page.content.decode()


def test_page_of_an_x_wing_explains_no_other_fish(client):
    text = text_of(client.get(address("X-wing")))
    assert "In two rows a digit can only go into the same two columns" in text
    assert "endo fin" not in text


def test_list_links_every_technique(client):
    page = client.get("/techniques/").content.decode()
    for name in techniques():
        assert f'href="{address(name)}"' in page


class TestWithStoredSolves:
    # Those of the ladder are alike, and its engine's tests show each of them at work.
    @pytest.mark.fuzz
    @pytest.mark.parametrize("name", SHOWN)
    def test_show_a_real_position_of_a_stored_solve(self, client, solved_library, name):
        page = client.get(address(name)).content.decode()
        href = re.search(r'href="(/solves/[0-9a-f-]+/)\?iteration=(\d+)&amp;step=(\d+)"', page)
        solve = Solve.objects.get(pk=href[1].split("/")[2])
        iteration = find(solve, int(href[2]))
        step = iteration.steps[int(href[3]) - 1]
        assert step.technique == name
        shape = solve.puzzle.grid.geometry
        for fact in describe_step(shape, step).done:
            assert fact.replace("<>", "&lt;&gt;") in page
        assert client.get(f"{href[1]}?iteration={href[2]}&step={href[3]}").status_code == 200

    def test_show_definition_source_and_examples(self, client, solved_library):
        text = text_of(client.get(address("complete match")))
        technique = find_technique("complete match")
        assert "k open cells of a unit contain exactly the same k candidates" in text
        assert "Article 002 leaves out sets of one digit" in text
        assert technique.source in text
        assert "Guessing with rollback , as Complete Match" in text
        assert "Applies here" in text
        assert "Does not apply here" in text

    def test_say_how_a_position_differs_in_which_the_technique_finds_nothing(self, client):
        text = text_of(client.get(address("X-wing")))
        assert "Almost the same position, but r5c5 can be 8 too." in text
        text = text_of(client.get(address("sashimi X-wing")))
        assert "Almost the same position, but r4c1 cannot be 1." in text

    def test_submit_the_starter_solves_once(self, solved_library):
        assert solve_showcases() == 0
        assert all(solve.visibility == "public" for solve in Solve.objects.all())
        assert all(solve.lane == "site" for solve in Solve.objects.filter(status="queued"))

    def test_show_the_board_before_and_after_the_step(self, client, solved_library):
        pages = [
            client.get(f"{address('claiming')}{query}") for query in ("", "?show=before", "?show=x")
        ]
        changes, before, unknown = [page.content.decode() for page in pages]
        assert 'class="lost' in changes.split("worked-head")[1]
        assert 'class="lost' not in before.split("worked-head")[1]
        assert unknown.count('class="lost') == changes.count('class="lost')


@pytest.mark.fuzz
@pytest.mark.parametrize("name", some(techniques(), 12))
def test_technique_page_without_a_stored_solve_offers_one(client, name):
    page = text_of(client.get(address(name)))
    assert "No solve stored here uses this technique yet" in page
    answer = client.post(address(name))
    solve = Solve.objects.get()
    assert answer["Location"] == solve.get_absolute_url()
    client.post(address(name))
    assert Solve.objects.count() == 1
    while writing.record(solve.pk):  # on a busy machine it may go on in the slow lane
        pass
    assert "Worked example" in text_of(client.get(address(name)))


def test_technique_page_never_shows_a_private_solve(client):
    shown_by = showcases.showcase_for("naked single")
    client.post("/solves/", {"puzzle": shown_by.grid.text, "method": shown_by.method})
    writing.record(Solve.objects.get().pk)
    assert "No solve stored here" in text_of(client.get(address("naked single")))


def test_technique_page_names_every_method_that_uses_the_technique():
    for method in methods():
        options = {"rules": list(RULES)} if method == "rules" else {}
        grid = showcases.showcase_for("naked single").grid
        made = {s.technique for i in Solving(grid, method, options) for s in i.steps}
        for name in made & set(techniques()):
            users = showcases.methods_using(find_technique(name))
            assert method in [user.name for user in users]


@pytest.mark.parametrize("slug", ["magic", "naked%20single", "%00", "guess"])
def test_unknown_technique_gets_404(client, slug):
    assert client.get(f"/techniques/{slug}/").status_code == 404
