"""Games without a network, and a record that goes along to an account."""

import re
from contextlib import suppress

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect
from support import MILLISECONDS, PHONE, wait_for

from solver.models import PlayRecord, Puzzle, User
from solver.puzzles import pool
from solver.puzzles.starters import load_starters

pytestmark = pytest.mark.browser
# The worker is there, and its pages are kept.
IS_KEPT = """navigator.serviceWorker.ready.then(async () => {
  const [name] = await caches.keys();
  const kept = name ? await (await caches.open(name)).keys() : [];
  return kept.filter(({ url }) => url.endsWith("/play/")).length >= 16;
})"""


@pytest.fixture
def page(browser, site):
    load_starters()
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=site)
    context.set_default_timeout(MILLISECONDS)
    yield context.new_page()
    context.close()


def test_games_begin_and_go_on_without_a_network(page):
    page.goto("/play/")
    wait_for(lambda: page.evaluate(IS_KEPT))
    page.reload()
    page.context.set_offline(True)
    page.goto("/play/?level=hard")
    assert re.search(r"/puzzles/[^/]+/play/$", page.url)
    page.locator(".board--play input:not([readonly])").first.press("5")
    page.keyboard.press("h")
    expect(page.locator("#told .error")).to_contain_text("What you typed is safe.")
    page.reload()
    expect(page.locator(".play__filled")).to_contain_text(re.compile("^1 of"))
    page.goto("/play/")
    page.get_by_role("link", name="Continue", exact=True).click()
    expect(page.locator(".play__filled")).to_contain_text(re.compile("^1 of"))
    page.context.set_offline(False)
    with page.expect_navigation():  # of a page that was kept: it is loaded again
        page.keyboard.press("h")
    page.keyboard.press("h")
    expect(page.locator("#told .told")).to_be_visible()


def test_record_goes_along_to_the_account_and_is_gone_after_signing_out(page, site, client):
    page.goto("/play/me/")
    game = {"puzzle": "1" * 16, "at": 5, "seconds": 61, "hints": 0, "wrong": 0, "level": 2}
    page.evaluate("game => localStorage.setItem('played', JSON.stringify([game]))", game)
    page.reload()
    expect(page.locator("[data-level='2'] td").first).to_have_text("1")
    client.force_login(User.objects.create_user("player"))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    page.goto("/play/me/")
    wait_for(lambda: page.evaluate("localStorage.getItem('account')"))
    assert PlayRecord.objects.get().played == [game]
    page.evaluate("localStorage.removeItem('played')")  # another browser of the account
    page.reload()
    expect(page.locator("[data-level='2'] td").nth(1)).to_have_text("1:01")
    page.goto("/account/")
    page.get_by_role("button", name="Sign out").click()
    page.goto("/play/me/")
    expect(page.locator("[data-level='2'] td").first).to_have_text("0")


def test_record_is_deleted_on_the_second_press(page):
    page.goto("/play/me/")
    game = {"puzzle": "1", "at": 5, "seconds": 9}
    page.evaluate("game => localStorage.setItem('played', JSON.stringify([game]))", game)
    page.reload()
    expect(page.locator(".player__facts p").first).to_have_text("1 puzzle solved")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as a file").click()
    assert '"seconds": 9' in download.value.path().read_text()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#player-news")).to_contain_text("Press again")
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("[data-fact=games]")).to_have_text("0")


KEPT_IN = """navigator.serviceWorker.ready.then(async () => {
  const kept = await Promise.all(["/play/", "/play/offline/"].map(path => caches.match(path)));
  return kept.map(answer => answer?.headers.get("Content-Language")).join();
})"""


def test_page_that_is_not_kept_leads_to_the_games_at_hand(page):
    page.goto("/play/?level=hard")
    page.locator(".board--play input:not([readonly])").first.press("5")
    game = page.url.partition("#")[0]
    wait_for(lambda: page.evaluate("address => caches.match(address).then(Boolean)", game))
    wait_for(lambda: page.evaluate(IS_KEPT))
    page.reload()
    page.context.set_offline(True)
    page.goto("/puzzles/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    at_hand = page.get_by_role("link", name=re.compile("Hard, 1 of"))
    expect(at_hand).to_have_attribute("href", game.removeprefix(page.url.removesuffix("/puzzles/")))
    page.evaluate("dispatchEvent(new Event('online'))")  # the wire is back, the site is not
    page.goto(game)
    expect(page.locator(".board--play")).to_be_visible()
    page.goto("/learn/")
    expect(page.get_by_role("link", name="Easy", exact=True)).to_be_visible()
    page.context.set_offline(False)
    with suppress(Error):  # Chromium's own event may have opened the page already
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="You are offline")).to_have_count(0)
    expect(page).to_have_url(re.compile("/learn/$"))


def test_pages_are_kept_in_the_language_that_is_read(page):
    page.goto("/play/")
    wait_for(lambda: page.evaluate(KEPT_IN) == "en,en")
    page.get_by_role("button", name="Deutsch").click()
    page.goto("/play/")
    wait_for(lambda: page.evaluate(KEPT_IN) == "de,de")
    page.context.set_offline(True)
    page.goto("/learn/")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_opened_game_moves_to_the_cache_of_a_new_version(page):
    other = pool.puzzles(pool.PoolQuery(level="easy")).first()
    Puzzle.objects.update(is_published=False)  # so that little is fetched with a version
    puzzle = Puzzle.objects.create(givens="1030041220004301", is_published=True)  # of no level
    address = f"/puzzles/{puzzle.pk}/play/"
    page.goto(address)
    wait_for(lambda: page.evaluate(f"caches.match('{address}').then(Boolean)"))
    page.locator(".board--play input:not([readonly])").first.press("2")
    (old,) = page.evaluate("caches.keys()")
    other.is_published = True  # which makes a new version
    other.save()
    page.evaluate("navigator.serviceWorker.ready.then(worker => worker.update())")
    wait_for(lambda: old not in page.evaluate("caches.keys()"))
    (new,) = page.evaluate("caches.keys()")
    for path in (address, f"/puzzles/{other.pk}/play/", "/play/"):
        found = "([name, path]) => caches.match(path, {cacheName: name}).then(Boolean)"
        assert page.evaluate(found, [new, path]), path
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".play__filled")).to_contain_text(re.compile("^1 of"))
