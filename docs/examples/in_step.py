"""Keeps a collection of the library in step with a folder: what is in its files, in their order.

    python in_step.py http://127.0.0.1:8000 TOKEN FOLDER SLUG [SECONDS]

Needs nothing but Python, and a token of an account that keeps the library. Files are in any form that an import
takes. With SECONDS it goes on, looks again every so many, and sends what has changed.
"""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

OVER = ("finished", "failed", "cancelled")
API = "/api/v1"


class Refused(Exception):
    """What the site says is wrong, in a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Site:
    address: str
    token: str

    def ask(self, path: str, body: dict[str, Any] | None = None, method: str | None = None) -> Any:
        """The JSON of an answer; waits and asks again when told to."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                with urlopen(Request(self.address + path, data, headers, method=method)) as answer:
                    return json.load(answer)
            except HTTPError as error:
                if error.code not in (429, 503):
                    raise Refused(error.code, json.load(error)["detail"]) from None
                time.sleep(int(error.headers.get("Retry-After", 1)))

    def pages(self, path: str | None) -> Iterator[dict[str, Any]]:
        while path:
            page = self.ask(path)
            yield from page["results"]
            path = page["next"]


@dataclass
class Folder:
    """A folder, and which puzzles of the library are in each of its files."""

    path: Path
    texts: dict[str, str] = field(default_factory=dict)
    puzzles: dict[str, list[str]] = field(default_factory=dict)

    def read(self, site: Site) -> bool:
        """Import what is new or has changed; whether anything has."""
        files = sorted(path for path in self.path.iterdir() if path.is_file())
        texts = {path.name: path.read_text("utf-8", "replace") for path in files}
        changed = [name for name, text in texts.items() if self.texts.get(name) != text]
        is_other = bool(changed) or texts.keys() != self.texts.keys()
        for name in changed:
            try:
                self.puzzles[name] = imported(site, name, texts[name])
            except Refused as refused:
                print(f"{name}: {refused}", file=sys.stderr)
        self.texts = texts
        return is_other

    def ids(self) -> list[str]:
        """Each puzzle once, in the order of the files."""
        return list(dict.fromkeys(pk for name in self.texts for pk in self.puzzles.get(name, [])))


def imported(site: Site, name: str, text: str) -> list[str]:
    """The ids of the puzzles of a file, which are in the library then; what is wrong in it is told."""
    job = site.ask(f"{API}/imports/", {"text": text, "title": name, "at_once": True})
    while job["status"] not in OVER:
        time.sleep(0.2)
        job = site.ask(job["url"])
    if job["status"] != "finished":
        raise Refused(0, job["failure"] or job["status"])
    rows = list(site.pages(job["rows_url"]))
    for row in rows:
        if row["fate"] in ("wrong", "left"):
            print(f"{name}, {row['place']}: {row['note']}", file=sys.stderr)
    known = {row["givens"]: row["puzzle"] for row in rows if row["puzzle"]}
    return [known[row["givens"]] for row in rows if row["givens"] in known]


def put(site: Site, slug: str, puzzles: list[str]) -> None:
    """Make the collection, where it is not there yet, one of these puzzles in this order."""
    try:
        site.ask(f"{API}/collections/{slug}/")
    except Refused as refused:
        if refused.status != 404:
            raise
        site.ask(f"{API}/collections/", {"title": slug, "slug": slug})
    site.ask(f"{API}/collections/{slug}/puzzles/", {"puzzles": puzzles}, "PUT")
    print(f"{slug}: {len(puzzles)} puzzles", flush=True)


def main(address: str, token: str, path: str, slug: str, seconds: str = "") -> None:
    site, folder = Site(address, token), Folder(Path(path))
    while True:
        if folder.read(site):
            put(site, slug, folder.ids())
        if not seconds:
            return
        time.sleep(float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
