"""A solve in a frame of another site, shared by the browser's own means, and a sign-in with a second factor."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

import pyotp
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect
from support import MILLISECONDS

from solver.models import SecondFactor, User, second_factor

pytestmark = pytest.mark.browser
PASSWORD = "nine rows of nine"
START = 1_800_000_000  # seconds; a code is good for half a minute, so the time stands still
# As a browser that can share, and one that cannot.
CAN_SHARE = "navigator.share = async said => { window.shared = said; };"
CANNOT = "Object.defineProperty(Navigator.prototype, 'share', {value: undefined});"


@pytest.fixture
def site(live_server) -> str:
    """No worker: a solve is recorded here."""
    return live_server.url


@pytest.fixture
def elsewhere() -> Iterator:
    """Serves a page of another origin; says its address."""
    pages = {}

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)  # also for its icon
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(pages.get(self.path, "").encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("localhost", 0), Site)
    Thread(target=server.serve_forever, daemon=True).start()

    def serve(html):
        pages["/"] = f"<!doctype html><title>Elsewhere</title>{html}"
        return f"http://localhost:{server.server_port}/"

    yield serve
    server.shutdown()


@pytest.mark.parametrize("javascript", [True, False])
def test_frame_on_another_site_steps_without_a_cookie(
    open_page, site, solve, elsewhere, javascript
):
    address = f"{site}/embed{solve.get_absolute_url()}?iteration=6"
    page = open_page(
        elsewhere(f'<iframe src="{address}" width="600" height="800"></iframe>'),
        javascript=javascript,
    )
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text("Iteration 6 of 15", exact=True)).to_be_visible()
    for name, leads_to in (
        ("Next iteration", "Iteration 7 of 15"),
        ("Previous iteration", "Iteration 6 of 15"),
        ("Start", "Start of 15"),
        ("Last iteration", "Iteration 15 of 15"),
    ):
        frame.get_by_role("link", name=name).click()
        expect(frame.get_by_text(leads_to, exact=True)).to_be_visible()
    assert page.context.cookies() == []
    assert page.url.startswith("http://localhost")


def test_keys_step_through_a_frame_and_keep_the_focus(open_page, solve):
    page = open_page(f"/embed{solve.get_absolute_url()}?iteration=6")
    page.get_by_role("link", name="Next iteration").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Iteration 7 of 15", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Next iteration")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Iteration 6 of 15", exact=True)).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#announce")).to_contain_text("Iteration 15")


def test_page_itself_cannot_be_framed(open_page, site, solve, elsewhere, browser):
    context = browser.new_context()
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    page.goto(elsewhere(f'<iframe src="{site}{solve.get_absolute_url()}"></iframe>'))
    expect(page.frame_locator("iframe").locator("main")).to_have_count(0)
    context.close()


class TestSharing:
    def open_with(self, browser, site, solve, script):
        context = browser.new_context(base_url=site)
        context.set_default_timeout(MILLISECONDS)
        context.add_init_script(script)
        page = context.new_page()
        page.goto(f"{solve.get_absolute_url()}?iteration=6")
        return context, page

    def test_has_a_button_if_the_browser_can_share(self, browser, site, solve):
        context, page = self.open_with(browser, site, solve, CAN_SHARE)
        page.get_by_role("button", name="Share …").click()
        assert page.evaluate("window.shared.url") == page.url
        context.close()

    def test_hides_the_button_if_the_browser_cannot_share(self, browser, site, solve):
        context, page = self.open_with(browser, site, solve, CANNOT)
        expect(page.get_by_role("heading", name="Share", exact=True)).to_be_visible()
        expect(page.get_by_text("Share …")).to_be_hidden()
        context.close()


def found_by_axe(page):
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]]


def test_second_factor_can_be_set_up_and_used(open_page, transactional_db, monkeypatch):
    monkeypatch.setattr(second_factor, "time", SimpleNamespace(time=lambda: START))
    User.objects.create_user("editor", password=PASSWORD, is_staff=True)
    page = open_page("/account/sign-in/?next=/account/second-factor/", bypass_csp=True)

    def sign_in():
        page.get_by_label("Username").fill("editor")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()

    sign_in()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Set up").click()
    secret = page.locator(".secret").inner_text().strip()
    assert page.locator("svg.qr").bounding_box()["width"] > 150
    assert found_by_axe(page) == []
    page.get_by_label("Code").fill(pyotp.TOTP(secret).at(START))
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_text("Your recovery codes")).to_be_visible()
    codes = re.findall(r"\S+", page.locator(".secret").inner_text())
    assert len(codes) == 10
    assert found_by_axe(page) == []

    page.context.clear_cookies()
    page.goto("/admin/")
    sign_in()
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    assert found_by_axe(page) == []
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("This is not right")).to_be_visible()
    assert found_by_axe(page) == []
    page.get_by_label("Code").fill(codes[0])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/admin/")
    assert len(SecondFactor.objects.get().recovery) == 9
