"""A page of a program's is told of a solve as it gets on, by the browser's own EventSource."""

import pytest
from puzzles import ARTICLE_000

pytestmark = pytest.mark.browser

LISTEN = """async puzzle => {
    const body = JSON.stringify({puzzle, method: "combos"});
    const sent = {method: "POST", headers: {"Content-Type": "application/json"}, body, credentials: "omit"};
    const {url} = await (await fetch("/api/v1/solves/", sent)).json();
    const source = new EventSource(`${url}events/`);
    const told = [];
    source.onmessage = event => told.push([JSON.parse(event.data).status, event.lastEventId]);
    // It comes again by itself, with the id that it was told last, until it is told to stay away.
    return new Promise(done => {
        source.onerror = () => source.readyState === EventSource.CLOSED && done(told);
    });
}"""


def test_event_source_gets_the_end_of_a_solve_and_closes(open_page):
    told = open_page().evaluate(LISTEN, ARTICLE_000)
    assert told[-1] == ["finished", "over"]
    assert [last for _status, last in told[:-1]] == [""] * (len(told) - 1)
