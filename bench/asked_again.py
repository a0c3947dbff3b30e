"""Measure pages that a visitor has and asks for again by their ETag, beside `/livez`.

    python -m sudokusite.local.services python -m bench.asked_again

Prints CPU milliseconds of a request in the WSGI application, the least of twenty medians of nine: for the whole
page from the cache, and for the answer that it has not changed, with its ratio to `/livez` just before it.
"""

import sys
import time
from io import BytesIO
from statistics import median
from typing import Any

from .common import ARTICLES, set_up

set_up(ALLOWED_HOSTS="localhost")

from django.core.management import call_command  # noqa: E402 - the settings come first
from django.core.wsgi import get_wsgi_application  # noqa: E402

from solver import engine  # noqa: E402
from solver.models import Puzzle, Solve  # noqa: E402
from solver.queue import submission  # noqa: E402
from solver.solves import writing  # noqa: E402

application = get_wsgi_application()


def ask(address: str, **headers: str) -> dict[str, str]:
    """Ask for an address, and return the status and the headers of the answer."""
    path, _, query = address.partition("?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT_ENCODING": "gzip",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        **headers,
    }
    started: list[Any] = []
    answer = application(environ, lambda *arguments: started.extend(arguments))
    for _ in answer:
        pass
    answer.close()
    return {"status": started[0], **dict(started[1])}


def cost(address: str, **headers: str) -> float:
    def one() -> float:
        started = time.process_time()
        ask(address, **headers)
        return 1000 * (time.process_time() - started)

    return min(median(one() for _ in range(9)) for _ in range(20))


def solved(text: str, method: str) -> Solve:
    solve = submission.submit(engine.read(text), method, visibility="public", lane="slow")
    writing.record(solve.pk)
    return solve


def main() -> None:
    call_command("load_starter_library", verbosity=0)
    puzzle = Puzzle.objects.filter(is_published=True, verdict="unique").earliest("pk")
    small, large = solved(ARTICLES["000"], "guessing"), solved("0" * 625, "combos")
    addresses = ["/", "/puzzles/", f"/puzzles/{puzzle.pk}/", f"/puzzles/{puzzle.pk}/play/"]
    addresses += [
        f"/play/?puzzle={ARTICLES['000']}",
        "/play/",
        "/techniques/",
        "/techniques/x-wing/",
        "/learn/",
        "/learn/x-wing/",
        "/daily/",
    ]
    for solve in (small, large):
        api = f"/api/v1/solves/{solve.pk}/"
        addresses += [solve.get_absolute_url(), api, f"{api}iterations/"]
    own = small.get_absolute_url()
    addresses += [
        "/solves/?whose=public",
        f"{own}sheet/",
        f"{own}export.png",
        f"/compare/?solves={small.pk}",
    ]
    addresses += ["/puzzles/feed/", "/sitemap-puzzles.xml", f"/puzzles/{puzzle.pk}/board.png"]
    addresses += [f"/api/v1/{name}" for name in ("puzzles/", "techniques/", "schema/")]
    print("| | ms | asked again | `/livez` | ratio |\n|---|---:|---:|---:|---:|")
    for address in addresses:
        cookies = ask(address).get("Set-Cookie", "").partition(";")[0]
        browser = {"HTTP_COOKIE": cookies, "HTTP_IF_NONE_MATCH": ""}
        browser["HTTP_IF_NONE_MATCH"] = ask(address, **browser)["ETag"]
        assert ask(address, **browser)["status"].startswith("304"), address
        whole = cost(address, HTTP_COOKIE=cookies)
        alive, again = cost("/livez"), cost(address, **browser)
        figures = f"{whole:.2f} | {again:.2f} | {alive:.2f} | {again / alive:.1f}"
        print(f"| `{address[:50]}` | {figures} |", flush=True)


if __name__ == "__main__":
    main()
