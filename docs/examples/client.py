"""A small client of the API: solves a file of puzzles and prints what each needed.

    python client.py http://127.0.0.1:8000 puzzles.txt [TOKEN]

Needs nothing but Python. A token is made on the page of an account; without one the batch belongs to nobody.
"""

import json
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Refused(Exception):
    """What the API says is wrong, in a sentence."""


@dataclass(frozen=True)
class Site:
    address: str
    token: str = ""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The JSON of an answer; waits and asks again when told to."""
        with self.open(path, body) as answer:
            return json.load(answer)

    def open(self, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
            headers["Idempotency-Key"] = str(
                uuid.uuid4()
            )  # so that asking again does nothing twice
        data = None if body is None else json.dumps(body).encode()
        for _ in range(5):
            try:
                return urlopen(Request(self.address + path, data, headers))
            except HTTPError as error:
                if error.code not in (429, 503):
                    raise Refused(json.load(error)["detail"]) from None
                time.sleep(int(error.headers.get("Retry-After", 1)))
        raise Refused("the site is too busy")

    def solve_all(self, puzzles: list[str], method: str = "combos") -> Iterator[dict[str, Any]]:
        """Each solve of a batch with all its iterations, in the order of the puzzles."""
        batch = self.ask("/api/v1/batches/", {"puzzles": puzzles, "method": method})
        while batch["finished"] < batch["total"] and not batch["failure"]:
            time.sleep(0.5)
            batch = self.ask(batch["url"])
        with self.open(batch["results_url"] + "?histories=1") as lines:
            for line in lines:
                yield json.loads(line)


def main(address: str, file: str, token: str = "") -> None:
    with open(file) as lines:
        puzzles = [line.strip() for line in lines if line.strip()]
    for solve in Site(address, token).solve_all(puzzles):
        steps = sum(len(iteration["steps"]) for iteration in solve["iterations"])
        print(solve["puzzle"], solve["outcome"], solve["iteration_count"], steps)


if __name__ == "__main__":
    main(*sys.argv[1:])
