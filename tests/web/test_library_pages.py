"""Somebody looks for a puzzle worth solving: filters, orders, pages, a puzzle's page, a sheet to print."""

import random

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, EMPTY, morph
from support import FUZZ_EXAMPLES

from solver.boards.levels import Level
from solver.engine import read
from solver.models import Collection, Membership, Puzzle, Solve, User
from solver.puzzles import catalogue
from solver.puzzles.filters import PuzzleFilter
from solver.puzzles.starters import STARTERS, load_starters
from solver.queue import submission
from solver.solves import writing
from solver.web.library import counts, puzzles as pages
from solver.web.library.chips import address_of, chips_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_counts(settings):
    """What is counted is kept for minutes, which is longer than a test; a page that is kept has no context."""
    cache.clear()
    nothing = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = settings.CACHES | {"pages": nothing}


def publish(givens: str, **fields) -> Puzzle:
    puzzle = Puzzle(givens=givens, is_published=True, **fields)
    puzzle.givens, puzzle.box = read(givens).text, read(givens).box
    catalogue.examine([puzzle])
    puzzle.save()
    return puzzle


@pytest.fixture
def shelf() -> dict[str, Puzzle]:
    return {
        "first": publish(ARTICLE_000, title="Article first", tags=["article"]),  # not rated yet
        "hard": publish(ALESCARGOT, title="AlEscargot", source="Somewhere", tags=["hard"], level=5),
        "empty": publish(EMPTY, title="Nothing at all"),
        "little": publish("0030040002001000", title="Little one", level=1),
    }


def titles(client: Client, **query) -> list[str]:
    return [card.title for card in client.get("/puzzles/", query).context["cards"]]


@pytest.mark.parametrize("few", [0, 1_000])
def test_many_and_few_found_puzzles_are_listed_alike(client, shelf, monkeypatch, few):
    """Few are listed by their ids, because PostgreSQL would read the list up to them."""
    monkeypatch.setattr("solver.puzzles.filters.FEW", few)
    for text, found in (("a", ["AlEscargot", "Article first", "Nothing at all"]), ("none", [])):
        with CaptureQueriesContext(connection) as queries:
            assert titles(client, q=text) == found
        listed = [each["sql"] for each in queries if "LIMIT 25" in each["sql"]]
        assert bool(listed) == bool(found)
        assert all(("to_tsquery" in sql) == (not few) for sql in listed)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Little one", "AlEscargot"]),
        ({"level": ["easy", "extreme"], "size": "9"}, ["AlEscargot"]),
        ({"order": "newest"}, ["Little one", "Nothing at all", "AlEscargot", "Article first"]),
        ({"order": "easiest"}, ["Little one", "AlEscargot", "Article first", "Nothing at all"]),
        ({"order": "hardest"}, ["AlEscargot", "Little one", "Nothing at all", "Article first"]),
        ({"q": "alesc"}, ["AlEscargot"]),
        ({"q": "somewhere alescargot"}, ["AlEscargot"]),
        ({"q": ARTICLE_000[:20]}, ["Article first"]),
        ({"q": ARTICLE_000.replace("0", ".")}, ["Article first"]),
        ({"q": "nowhere"}, []),
        ({"q": "'; DROP \\ & | ! :*"}, []),
        ({"q": "\0"}, []),
        ({"tag": "hard"}, ["AlEscargot"]),
        ({"solutions": "multiple"}, ["Nothing at all"]),
        (
            {"solutions": ["multiple", "unique"], "size": "9", "givens_from": "20"},
            ["AlEscargot", "Article first"],
        ),
        ({"size": "4"}, ["Little one"]),
        ({"needs": "guess"}, ["AlEscargot"]),
        ({"needs": ["guess", "subsets"]}, ["AlEscargot", "Article first"]),
        ({"givens_from": "24", "givens_to": "30"}, ["Article first"]),
        ({"from": "24", "to": "30"}, ["Article first"]),  # an address from before
        ({"order": "fewest"}, ["Nothing at all", "Little one", "AlEscargot", "Article first"]),
        ({"order": "hardest", "size": "9"}, ["AlEscargot", "Nothing at all", "Article first"]),
        ({"order": "nonsense", "from": "x", "size": "7", "solutions": "?"}, 2),
        ({"collection": "not-there"}, 2),
    ],
)
def test_filters_find_the_puzzles(client, shelf, query, found):
    answer = titles(client, **query)
    assert len(answer) == found if isinstance(found, int) else answer == found


def test_unpublished_puzzle_shows_only_to_staff(client, shelf, admin_client):
    puzzle = shelf["hard"]
    Puzzle.objects.filter(pk=puzzle.pk).update(is_published=False)
    assert "AlEscargot" not in titles(client)
    assert client.get(puzzle.get_absolute_url()).status_code == 404
    assert admin_client.get(puzzle.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("order", ["newest", "oldest", "fewest", "most", "easiest", "hardest"])
def test_paging_reaches_every_puzzle_once(client, monkeypatch, order):
    monkeypatch.setattr(pages, "PAGE", 4)
    rng = random.Random(3)
    for base in (ARTICLE_000, ALESCARGOT, EMPTY[:60] + "1" + EMPTY[61:]):
        for text in {morph(base, rng).replace(".", "0") for _ in range(5)}:
            publish(text, title=text, level=rng.choice([None, 1, 2, 3, 4, 5]))
    address, seen = f"/puzzles/?order={order}", []
    while address:
        page = client.get(address)
        seen += [card.title for card in page.context["cards"]]
        address = page.context["next_href"]
    assert sorted(seen) == sorted(Puzzle.objects.values_list("title", flat=True))
    if order in ("easiest", "hardest"):
        levels = dict(Puzzle.objects.values_list("title", "level"))
        known = [levels[title] for title in seen if levels[title]]
        assert known == sorted(known, reverse=order == "hardest")
        assert [levels[title] for title in seen[: len(known)]] == known  # the others come last


def test_collection_has_its_own_order_and_pages(client, shelf, monkeypatch):
    monkeypatch.setattr(pages, "PAGE", 2)
    collection = Collection.objects.create(title="Three", slug="three", is_published=True)
    for position, name in enumerate(["little", "first", "hard"]):
        Membership.objects.create(collection=collection, puzzle=shelf[name], position=position)
    page = client.get(collection.get_absolute_url())
    assert [card.title for card in page.context["cards"]] == ["Little one", "Article first"]
    page = client.get(page.context["next_href"])
    assert [card.title for card in page.context["cards"]] == ["AlEscargot"]


def test_unpublished_collection_stays_hidden(client, shelf):
    Collection.objects.create(title="Secret shelf", slug="secret")
    assert "Secret shelf" not in client.get("/puzzles/").content.decode()


def test_puzzle_page_shows_the_facts(client, shelf):
    page = client.get(shelf["first"].get_absolute_url()).content.decode()
    assert "<dt>Solutions</dt><dd>1</dd>" in page
    assert "<dt>Givens</dt><dd>26</dd>" in page
    assert "The articles’ rules: enough; the hardest one needed: complete match" in page
    assert "half turn" in page
    assert "givens could be left out" in page
    more = client.get(shelf["empty"].get_absolute_url()).content.decode()
    assert "more than 10" in more


def test_puzzle_page_shows_source_and_licence(client):
    puzzle = publish(ARTICLE_001, source="Article 001", licence="CC BY 4.0", author="Somebody")
    page = client.get(puzzle.get_absolute_url()).content.decode()
    for words in ("Article 001", "CC BY 4.0", "Somebody"):
        assert f"<dd>{words}</dd>" in page


def test_puzzle_page_shows_the_twin_and_its_transformation(client, shelf):
    turned = publish(morph(ARTICLE_000, random.Random(8)).replace(".", "0"), title="Turned")
    page = client.get(turned.get_absolute_url()).content.decode()
    assert "The same puzzle, transformed" in page
    assert "Article first" in page
    assert "digits 1 2 3 4 5 6 7 8 9 become" in page


def test_puzzle_page_lists_public_and_own_solves(client, shelf):
    person = User.objects.create_user("person")
    for visibility in Solve.Visibility.values:
        solve = submission.submit(
            shelf["first"].grid, "combos", owner=submission.Owner(user=person)
        )
        writing.record(solve.pk)
        Solve.objects.filter(pk=solve.pk).update(visibility=visibility)
    assert len(client.get(shelf["first"].get_absolute_url()).context["rows"]) == 1
    client.force_login(person)
    assert len(client.get(shelf["first"].get_absolute_url()).context["rows"]) == 3


@pytest.mark.usefixtures("now")
def test_library_shows_a_puzzle_of_the_day(client, shelf):
    assert client.get("/puzzles/today/").url in {
        shelf[name].get_absolute_url() for name in ("first", "hard")
    }
    Puzzle.objects.all().delete()
    assert client.get("/puzzles/today/").url == "/puzzles/"


def test_print_sheet_has_puzzles_and_solutions(client, shelf):
    page = client.get("/puzzles/sheet/", {"size": "9"})
    assert [card.title for _at, card in page.context["cards"]] == [
        *("AlEscargot", "Article first", "Nothing at all")
    ]
    assert [board is not None for _, board in page.context["solutions"]] == [True, True, False]
    puzzles, answers = page.content.decode().split('id="solutions"')
    assert (puzzles.count('class="small"'), answers.count('class="small"')) == (3, 2)
    assert "No puzzles match." in client.get("/puzzles/sheet/?size=25").content.decode()


def test_print_sheet_says_the_level_in_words(client, shelf):
    Puzzle.objects.filter(pk=shelf["first"].pk).update(level=4)
    assert "26 givens · Unfair</span>" in client.get("/puzzles/sheet/?size=9").content.decode()


@pytest.mark.usefixtures("now")
def test_list_needs_at_most_8_queries(client, django_assert_max_num_queries):
    load_starters()
    client.get("/puzzles/today/")  # chooses the puzzles of the day
    for address in ("/puzzles/", "/puzzles/?order=easiest", "/puzzles/?needs=guess&size=16"):
        with django_assert_max_num_queries(8):
            client.get(address)


@pytest.mark.parametrize("after", ["x", "7f1b3f3e-0000-4000-8000-000000000000"])
def test_list_after_an_unknown_puzzle_gets_404(client, after):
    assert client.get("/puzzles/", {"after": after}).status_code == 404


def asked_with(client: Client, name: str, **query):
    """What the form is drawn from, which is drawn once."""
    pages.render_filter_form.cache_clear()
    return client.get("/puzzles/", query).context[name]


def counted(client: Client, name: str, **query) -> dict[str, int | None]:
    field = asked_with(client, "fields", **query)[name]
    return {each.value: each.count for each in field.choices}


def test_chips_count_published_puzzles(client, shelf):
    Puzzle.objects.create(givens=ARTICLE_001, title="a draft")
    assert counted(client, "solutions") == {"unique": 3, "multiple": 1, "none": 0, "unknown": 0}
    for name, count in counted(client, "needs").items():
        assert count == len(titles(client, needs=name)), name
    assert set(counted(client, "needs", q="no such words").values()) == {0}
    page = client.get("/puzzles/?order=newest").content.decode()
    assert '9×9 <span class="chip-link__count">3</span>' in page
    assert 'aria-disabled="true">25×25 <span class="chip-link__count">0</span>' in page


def test_counts_of_a_filter_follow_the_others(client, shelf):
    assert counted(client, "tag") == {"article": 1, "hard": 1}
    assert counted(client, "tag", level="extreme") == {"hard": 1}  # none without puzzles
    assert counted(client, "solutions", size="4")["multiple"] == 0
    assert counted(client, "solutions", q="alesc")["unique"] == 1
    collection = Collection.objects.create(title="One", slug="one", is_published=True)
    Membership.objects.create(collection=collection, puzzle=shelf["little"], position=1)
    assert counted(client, "collection", size="4") == {"one": 1}
    assert counted(client, "collection", size="9") == {}
    page = client.get("/puzzles/?needs=guess&tag=hard&level=extreme").content.decode()
    assert "1 puzzle matches" in page
    assert "Tag: hard</a>" in page  # to remove it


def test_histogram_shows_the_number_of_givens(client, shelf):
    def bars(**query):
        found = asked_with(client, "bars", **query)
        return [(bar.fewest, bar.most, bar.count, bar.is_asked) for bar in found if bar.count]

    assert bars() == [(0, 2, 1, True), (21, 23, 1, True), (24, 26, 1, True)]
    assert bars(to="23") == [(0, 2, 1, True), (21, 23, 1, True), (24, 26, 1, False)]
    assert bars(**{"from": "24"}) == [(0, 2, 1, False), (21, 23, 1, False), (24, 26, 1, True)]
    assert bars(size="4") == [(4, 4, 1, True)]
    assert bars(size="25") == []
    assert "with 0 to 26 givens" in client.get("/puzzles/").content.decode()


def test_counts_of_a_large_library_are_kept_until_a_row_changes(client, shelf, monkeypatch):
    changes = iter((1, 1, 2))
    monkeypatch.setattr(counts, "LARGE", 3)
    monkeypatch.setattr(counts, "_changes", lambda: next(changes))
    totals, nothing = [], PuzzleFilter.of(QueryDict())
    for givens in (ARTICLE_001, None, None):
        totals.append(counts.counts_for(nothing).total(nothing))
        if givens:
            publish(givens)
    assert totals == [4, 4, 5]


def test_large_library_shows_no_counts(client, shelf, monkeypatch):
    monkeypatch.setattr(counts, "MOST", 3)
    page = client.get("/puzzles/")
    assert page.context["bars"] == []
    assert set(counted(client, "solutions").values()) == {None}
    assert page.context["total"] is None
    assert "__count" not in page.content.decode()
    assert "histogram" not in page.content.decode()


def test_words_that_many_puzzles_have_are_looked_up_once_and_not_counted(
    client, shelf, monkeypatch
):
    def page_with(most: int) -> tuple[object, int]:
        monkeypatch.setattr(counts, "MOST_OF_ONE", most)
        with CaptureQueriesContext(connection) as asked:
            total = client.get("/puzzles/?q=plain").context["total"]
        return total, sum("to_tsquery" in each["sql"] for each in asked)

    Puzzle.objects.update(title="plain")
    assert page_with(most=10) == (4, 1)
    assert page_with(most=2) == (None, 1)


def test_scores_are_not_counted_in_a_large_library(client, shelf, monkeypatch):
    Puzzle.objects.update(score=300)
    monkeypatch.setattr(counts, "MOST_OF_ONE", 2)
    assert client.get("/puzzles/?score_to=999999&order=newest").context["total"] is None
    assert client.get("/puzzles/?size=9").context["total"] == 3


def chips(client: Client, row: str, **query) -> dict[str, tuple]:
    """By the words of each: whether it is chosen, its count, and where it leads."""
    found = asked_with(client, "chips", **query)[row]
    return {chip.words: (chip.is_chosen, chip.count, chip.href) for chip in found}


def test_many_tags_are_not_counted(client, shelf, monkeypatch):
    monkeypatch.setattr(counts, "MOST_KINDS", 3)  # four kinds with their tags
    assert set(counted(client, "tag").values()) == {None}
    assert counted(client, "solutions")["unique"] == 3
    assert set(counted(client, "solutions", tag="hard").values()) == {None}


def test_first_visit_shows_some_of_each_level(client):
    load_starters()
    page = client.get("/puzzles/")
    assert page.context["is_first"]
    names = [card.level.words if card.level else card.title for card in page.context["cards"]]
    each = [words for words in ("Easy", "Medium", "Hard", "Unfair", "Extreme") for _ in range(2)]
    assert names == ["Easy", *each, "16×16, no. 1"]
    everything = client.get(page.context["all_href"])
    assert not everything.context["is_first"]
    assert len(everything.context["cards"]) == pages.PAGE


@pytest.mark.every
@pytest.mark.fuzz
def test_each_count_is_the_number_of_listed_puzzles(client):
    """A walk over combinations of chips and checkboxes, each from one reached before."""
    load_starters()
    rng, addresses = random.Random(36), ["/puzzles/?order=newest"]
    for _ in range(FUZZ_EXAMPLES):
        address = rng.choice(addresses[-40:])
        query = QueryDict(address.partition("?")[2])
        filters = PuzzleFilter.of(query)
        found = counts.counts_for(filters)
        total = found.total(filters)
        assert total == len(filters.page(None, 1_000)), address
        drawn = chips_of(filters, found, {})
        offered = [
            (chip.href, chip.count + (total if chip.is_more else 0), chip.count)
            for chip in (*drawn["levels"], *drawn["sizes"], *drawn["givens"])
            if not chip.is_chosen
        ]
        for name in ("solutions", "needs", "tag"):
            for value, count in found.by(name, filters).items():
                if value and not filters.asked[name]:
                    offered.append((address_of(filters, {}, {name: [value]}), count, count))
        for href, expected, count in offered:
            if count:
                there = PuzzleFilter.of(QueryDict(href.partition("?")[2]))
                assert found_at(there) == expected > 0, (address, href)
        addresses += [href for href, _expected, count in offered if count]


def found_at(filters: PuzzleFilter) -> int:
    return Puzzle.objects.filter(*filters.conditions.values(), is_published=True).count()


def test_starter_puzzles_never_show_an_unknown_number_of_solutions(client):
    """A new library says how many solutions a puzzle has where that is not one."""
    load_starters()
    for address in ("/puzzles/", "/puzzles/?order=newest", "/puzzles/?order=easiest"):
        page = client.get(address)
        assert "each checked" not in page.content.decode()
        assert not any("not counted" in card.facts for card in page.context["cards"])


def test_chips_lead_to_the_counted_puzzles(client):
    load_starters()
    for row in ("levels", "sizes", "givens"):
        for words, (is_chosen, count, href) in chips(client, row).items():
            wanted = PuzzleFilter.of(QueryDict(href.partition("?")[2]))
            assert (is_chosen, len(wanted.page(None, 1000))) == (False, count), words


def test_chips_add_and_remove_filters(client, shelf):
    _, _, href = chips(client, "sizes")["9×9"]
    assert href == "/puzzles/?size=9"
    chosen, _, back = chips(client, "sizes", size="9")["9×9"]
    assert (chosen, back) == (True, "/puzzles/")
    _, _, both = chips(client, "givens", size="9", view="list")["23–26"]
    assert both == "/puzzles/?size=9&givens_from=23&givens_to=26&view=list"
    assert chips(client, "givens", size="9", **{"from": "23", "to": "26"})["23–26"][0]
    assert chips(client, "givens", size=["9", "4"]) == {}  # these ranges are of one size
    (rules,) = asked_with(client, "chips", needs="guess", size="9")["others"]
    assert (rules.is_chosen, rules.href) == (True, "/puzzles/?size=9")
    both = asked_with(client, "chips", level="extreme")["levels"][0]
    assert (both.is_more, both.count, both.href) == (True, 1, "/puzzles/?level=extreme&level=easy")
    (own,) = asked_with(client, "chips", size="4", givens_from="3")["givens"]
    assert (own.words, own.count) == ("3 or more", 1)
    unfair = asked_with(client, "chips", level="unfair")["levels"][-2]
    assert (unfair.is_chosen, unfair.level) == (True, Level.named("unfair"))
    assert "✓" in client.get("/puzzles/?needs=guess").content.decode()


def test_cards_show_only_the_level_of_the_rating(client, shelf):
    cards = {card.title: card for card in client.get("/puzzles/?order=newest").context["cards"]}
    assert cards["AlEscargot"].level == Level.named("extreme")
    assert cards["Article first"].level is cards["Nothing at all"].level is None  # not rated
    assert (cards["Nothing at all"].facts, cards["Nothing at all"].unrated) == (
        *("0 givens", "several solutions"),
    )
    assert cards["Little one"].facts == "4 givens · 4×4"
    assert "Several solutions" in client.get("/puzzles/?solutions=multiple").content.decode()


def test_puzzles_without_a_level_say_why(client, shelf):
    publish(next(starter.givens for starter in STARTERS if not starter.level), title="Large")
    page = client.get("/puzzles/?order=newest")
    unrated = {card.title: card.unrated for card in page.context["cards"]}
    assert unrated == {
        "Large": "no level beyond 12×12",
        "Article first": "not rated yet",
        "Nothing at all": "several solutions",
        "AlEscargot": "",
        "Little one": "",
    }
    text = "No level: 1 on large boards, 1 with several solutions, 1 not rated"
    assert text in page.content.decode()
    Puzzle.objects.filter(title="Article first").update(rated_by=1)
    assert "Too hard to rate" in client.get("/puzzles/?order=newest").content.decode()
