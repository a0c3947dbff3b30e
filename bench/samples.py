"""What becomes of texts as people copy and keep them: a table of each at every door of the site.

    python -m sudokusite.local.services python -m bench.samples

“read” is the puzzle that was meant, and nothing else; ends with 1 where something else was read anywhere, or
where a text that must be read was not. The page, the API and `convert` are asked as people ask them.
"""

import contextlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests/engine/notation"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
UNLIMITED = {
    "LIMIT_REQUESTS": "100000/minute",
    "LIMIT_SUBMISSIONS": "100000/minute",
    "LOG_LEVEL": "ERROR",
}
READ_SO = "read"


def main() -> int:
    _prepare()
    from more_samples import NEAR, OF_OTHER_SIZES, READ
    from samples import BOARD

    texts = {name: (text, BOARD) for name, text in READ.items()} | OF_OTHER_SIZES
    texts |= {name: (text, BOARD) for name, (text, _words) in NEAR.items()}
    wrong = 0
    print(f"| sample | {' | '.join(DOORS)} |\n|---{'|---' * len(DOORS)}|")
    for name, (text, board) in texts.items():
        answers = [_words(ask(text), board) for ask in DOORS.values()]
        wrong += name not in NEAR and set(answers) != {READ_SO}
        wrong += any(answer.startswith("ANOTHER") for answer in answers)
        print(f"| {name} | {' | '.join(answers)} |")
    print(f"\n{wrong} of them are not as they should be")
    return int(bool(wrong))


def _prepare() -> None:
    os.environ.update(UNLIMITED)
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    settings.UNFINISHED_SOLVES = settings.UNFINISHED_JOBS = 100_000
    call_command("migrate", verbosity=0)


def _words(found: "list[str] | str", board: str) -> str:
    """A cell of the table; of several puzzles how many there are, since each is told to whoever brings them."""
    if isinstance(found, str):
        return f"refused: {found}".replace("|", "\\|").replace("\n", " ")
    if found == [board]:
        return READ_SO
    return f"{len(found)} puzzles" if board in found else f"ANOTHER: {', '.join(found)}"


def _page(text: str) -> "list[str] | str":
    from django.test import Client

    answer = Client().post("/solves/", {"puzzle": text, "method": "rules"})
    if answer.status_code != 302:
        told = re.search(r'id="error">(.*?)</p>', answer.content.decode(), re.DOTALL)
        words = re.sub(r"<svg.*?</svg>|<[^>]*>", "", told[1] if told else "", flags=re.DOTALL)
        return unescape(words).strip() or f"status {answer.status_code}"
    if answer.url.startswith("/batches/"):
        return _of_batch(answer.url.split("/")[2])
    return _of_solve(answer.url.split("/")[2].split("?")[0])


def _api(text: str) -> "list[str] | str":
    from django.test import Client

    answer = Client().post("/api/v1/solves/", {"puzzle": text}, content_type="application/json")
    found: dict[str, Any] = answer.json()
    return [found["puzzle"]] if answer.status_code == 202 else str(found["detail"])


def _convert(text: str) -> "list[str] | str":
    from solver.engine.shell import main

    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(["convert", file.name])
    return out.getvalue().split() or err.getvalue().strip()


def _import(text: str) -> "list[str] | str":
    from solver import engine
    from solver.jobs.importing import read_item
    from solver.library.files.reading import items_in_text

    try:
        judged = [read_item(item, n) for n, item in enumerate(items_in_text(text), 1)]
    except engine.GridError as error:
        return str(error)
    found = [each.grid.text for each in judged if each.grid]
    return found or "; ".join(each.note for each in judged if each.note)


def _of_solve(pk: str) -> list[str]:
    from solver.models import Solve

    return [Solve.objects.get(pk=pk).puzzle.givens]


def _of_batch(pk: str) -> list[str]:
    from solver.models import Job

    return [text for part in Job.objects.get(pk=pk).parts.all() for text in part.given]


DOORS: dict[str, Callable[[str], "list[str] | str"]] = {
    "page": _page,
    "API": _api,
    "convert": _convert,
    "import": _import,
}

if __name__ == "__main__":
    sys.exit(main())
