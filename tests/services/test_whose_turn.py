"""The order in which requests are served, as plain values."""

import pytest

from sudokusite.arrivals import END, Head
from sudokusite.turns import Turns


def everything(_payers):
    return 100


def take_all(turns, at_once=everything):
    """All that may be served one after the other, each ended before the next."""
    found = []
    while (request := turns.take(at_once)) is not None:
        found.append(request)
        turns.end(request[0])
    return found


@pytest.fixture
def turns():
    return Turns(threads=4, share=2)


def add(turns, client, *names, payers=()):
    for name in names:
        turns.add(client, payers or (client,), (client, name))


def test_clients_get_served_in_turns(turns):
    add(turns, "a", 1, 2, 3)
    add(turns, "b", 1)
    add(turns, "c", 1, 2)
    served = "".join(f"{client}{name} " for client, name in take_all(turns))
    assert served == "a1 b1 c1 a2 c2 a3 "


def test_one_client_has_a_limit_of_requests(turns):
    add(turns, "a", 1, 2, 3)
    assert turns.take(everything) == ("a", 1)
    assert turns.take(everything) == ("a", 2)
    assert turns.take(everything) is None
    add(turns, "b", 1)
    assert turns.take(everything) == ("b", 1)
    turns.end("a")
    assert turns.take(everything) == ("a", 3)


def test_all_clients_together_have_a_limit_of_requests(turns):
    for client in "abcde":
        add(turns, client, 1)
    assert [turns.take(everything)[0] for _ in range(4)] == list("abcd")
    assert (turns.take(everything), turns.are_free, turns.waiting) == (None, False, 1)
    turns.end("a")
    assert turns.take(everything) == ("e", 1)


def test_accounts_and_strangers_of_an_address_take_turns(turns):
    add(turns, "a", 1, 2, 3)
    add(turns, "a", "x", "y", payers=("account 5", "accounts at a"))
    add(turns, "b", 1, 2)
    served = [name for client, name in take_all(turns) if client == "a"]
    assert served == [1, "x", 2, "y", 3]


def test_clients_beyond_their_allowance_get_no_turn(turns):
    add(turns, "a", 1, 2)
    add(turns, "a", "x", payers=("account 5", "accounts at a"))
    add(turns, "b", 1)
    assert take_all(turns, lambda payers: payers != ("a",)) == [("a", "x"), ("b", 1)]
    assert turns.waiting == 2
    assert take_all(turns) == [("a", 1), ("a", 2)]


def test_clients_with_little_left_get_one_request_at_a_time(turns):
    add(turns, "a", 1, 2)
    assert turns.take(lambda payers: 1) == ("a", 1)
    assert turns.take(lambda payers: 1) is None


def test_removed_requests_leave_no_trace(turns):
    add(turns, "a", 1, 2)
    turns.remove("a", ("a",), ("a", 1))
    assert take_all(turns) == [("a", 2)]
    assert turns.waiting == 0
    assert not turns._clients


class TestRequestHead:
    def head(self, text):
        came = text.replace("\n", "\r\n").encode("latin-1") + END
        return Head.of(came, came.find(END))

    def test_gives_the_same_client_as_the_site(self, settings):
        settings.NUM_PROXIES = 1
        head = self.head("GET / HTTP/1.1\nX-Forwarded-For: 1.1.1.1\nx-forwarded-for: 2001:db8::1")
        assert head.address("10.0.0.1") == "2001:db8::/64"
        settings.NUM_PROXIES = 0
        assert head.address("10.0.0.1") == "10.0.0.1"

    @pytest.mark.parametrize(
        ("text", "size"),
        [
            ("GET / HTTP/1.1", 0),
            ("POST / HTTP/1.1\nContent-Length: 12", 12),
            ("POST / HTTP/1.1\nContent-Length: 99999999", 0),  # a thread reads it
            ("POST / HTTP/1.1\nContent-Length: 12\nExpect: 100-continue", 0),
            ("POST / HTTP/1.1\nContent-Length: ٣", 0),
            ("POST / HTTP/1.1\nContent-Length: 1, 2", 0),
            ("POST / HTTP/1.1\nContent-Length: 1\nContent-Length: 2", 0),
            ("nothing of the kind", 0),
            ("", 0),
        ],
    )
    def test_gives_the_size_of_the_body_to_wait_for(self, text, size):
        came = text.replace("\n", "\r\n").encode() + END
        assert Head.of(came, came.find(END)).body_size == size

    @pytest.mark.parametrize(
        ("lines", "is_kept"),
        [
            ("GET / HTTP/1.1", True),
            ("GET / HTTP/1.1\nConnection: Close", False),
            ("GET / HTTP/1.0", False),
        ],
    )
    def test_shows_whether_the_connection_stays_open(self, lines, is_kept):
        assert self.head(lines).is_kept == is_kept

    def test_recognises_a_known_token_or_session(self, settings):
        cookie = f"Cookie: a=b; {settings.SESSION_COOKIE_NAME}=key; c=d"
        first, again = (self.head(f"GET /{n} HTTP/1.1\n{cookie}") for n in range(2))
        assert first.credential == again.credential != b""
        assert self.head("GET / HTTP/1.1\nAuthorization: Bearer x").credential != first.credential
        assert self.head("GET / HTTP/1.1\nCookie: a=b").credential == b""

    @pytest.mark.parametrize(
        ("lines", "language"),
        [
            ("Accept-Language: de-AT, en;q=0.5", "de"),
            ("Accept-Language: tlh", "en"),
            ("Accept-Language: de\nCookie: django_language=en", "en"),
            ("X: y", "en"),
        ],
    )
    def test_gives_the_language_of_the_answer(self, lines, language):
        assert self.head(f"GET / HTTP/1.1\n{lines}").language == language
