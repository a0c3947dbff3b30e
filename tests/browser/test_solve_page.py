"""The player on a solve's page: by mouse, by keys, and without JavaScript."""

import re

from playwright.sync_api import expect
from puzzles import ALESCARGOT, ARTICLE_000
from support import DESKTOP, NARROW, PHONE


def solved(open_page, puzzle=ARTICLE_000, method="combos", **how):
    page = open_page(f"/?puzzle={puzzle}&method={method}", **how)
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector("text=Solved in")
    return page


def test_goes_through_the_story_by_keys_and_says_each_moment_once(open_page):
    page = solved(open_page)
    page.goto(page.url.split("?")[0] + "?iteration=6")
    expect(page.locator("#announce")).to_be_empty()
    slider = page.get_by_role("slider", name="Iteration")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?iteration=7$"))
    expect(page.locator("#announce")).to_contain_text(re.compile(r"^Iteration 7 of 15\. "))
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowDown")  # its first step
    expect(page).to_have_url(re.compile(r"\?iteration=7&step=1$"))
    expect(page.locator(".step--chosen")).to_have_count(1)
    expect(page.locator(".cell--evidence").first).to_be_visible()
    page.get_by_role("link", name="Next iteration").focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"\?iteration=0$"))
    expect(page.get_by_role("heading", name="Start")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")  # the player has not the focus
    expect(page).to_have_url(re.compile(r"\?iteration=0$"))


def test_plays_pauses_and_follows_clicks_on_steps_and_on_the_curve(open_page):
    page = solved(open_page)
    page.goto(page.url.split("?")[0] + "?iteration=0")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile(r"\?iteration=[3-9]$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_focused()
    page.locator(".scrub a", has_text=re.compile("^6$")).click()
    expect(page.get_by_role("heading", name="Iteration 6")).to_be_visible()
    page.locator(".step a").nth(3).click()
    expect(page).to_have_url(re.compile(r"\?iteration=6&step=4$"))
    expect(page.locator(".board .lost--now")).to_have_count(2)
    page.reload()  # every moment can be shared
    expect(page.locator(".step--chosen .step__number")).to_have_text("4")


def test_is_the_same_by_links_without_a_script(open_page):
    page = solved(open_page)
    address = page.url.split("?")[0]
    plain = page.context.browser.new_context(java_script_enabled=False).new_page()
    plain.goto(address + "?iteration=6&step=4")
    assert plain.locator(".step--chosen").count() == 1
    assert not plain.locator(".player__play").is_visible()
    plain.get_by_role("link", name="Next iteration").click()
    assert plain.locator("h2", has_text="Iteration 7").is_visible()
    plain.get_by_label("since iteration").fill("0")
    plain.get_by_role("button", name="Show").click()
    assert plain.locator(".changes > div").count() > 40
    plain.context.close()


def test_draws_the_tree_and_what_each_rule_did_when_a_running_solve_is_over(open_page):
    page = solved(open_page, ALESCARGOT, "branches")
    page.wait_for_selector("#charts .tree")  # without loading the page anew
    assert page.locator(".map a").count() == 81 - 23
    page.get_by_text("The branches as a table").click()
    assert page.get_by_text("died: ").count() > 5
    page.locator(".tree a").last.click()
    expect(page.locator(".player__where b")).to_contain_text("Iteration")


def test_every_size_of_window_shows_a_chosen_step_without_scrolling_sideways(open_page):
    page = solved(open_page)
    page.goto(page.url.split("?")[0] + "?iteration=6&step=4")
    for width, height in (DESKTOP, PHONE, NARROW):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board, player = (
            page.locator(".board").bounding_box(),
            page.locator(".player").bounding_box(),
        )
        assert board["width"] <= width
        assert width > 560 or player["y"] + player["height"] <= height + 1  # docked
