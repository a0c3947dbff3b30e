"""A newcomer follows the documents of the API line by line, on the real processes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from django.contrib.auth.models import Group
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_000, ARTICLE_001, NO_CANDIDATE
from support import PATIENCE, ROOT, WITHOUT_LIMITS

from solver.models import Collection, Puzzle, Token, User
from solver.puzzles.starters import load_starters

DOCUMENT = (ROOT / "docs/api.md").read_text()
FIRST_HOUR = (ROOT / "docs/first-hour.md").read_text()
COUNT = 200  # ten times as many, ten parts of a batch, are not all solved before they are cancelled


def test_every_line_and_every_program_works(processes, live_server, tmp_path):
    processes.worker("interactive,slow,bulk", **WITHOUT_LIMITS)
    follow_the_lines(live_server.url)
    solve_a_file(live_server.url, tmp_path)
    keep_a_folder_in_step(live_server.url, tmp_path / "folder")


def follow_the_lines(url):
    lines = re.findall(r"^curl .*$", DOCUMENT, re.MULTILINE)
    assert len(lines) >= 6
    for line in lines:
        answer = subprocess.run(
            ["sh", "-c", line],
            env=os.environ | {"SITE": url},
            capture_output=True,
            text=True,
            check=True,
        )
        assert "detail" not in json.loads(answer.stdout), line


def program(name, *words):
    return subprocess.run(
        [sys.executable, str(ROOT / "docs/examples" / name), *words],
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
    )


def solve_a_file(url, folder):
    puzzles = folder / "puzzles.txt"
    puzzles.write_text(f"{ARTICLE_000}\n{NO_CANDIDATE}\n")
    client = program("client.py", url, str(puzzles))
    assert client.returncode == 0, client.stderr
    first, second = client.stdout.splitlines()
    assert first.startswith(f"{ARTICLE_000} solved 15 ")
    assert second.startswith(f"{NO_CANDIDATE} contradiction")


def keep_a_folder_in_step(url, folder):
    user = User.objects.create_user("lena")
    user.groups.add(Group.objects.get(name="Librarian"))
    token = Token.objects.make(user, "in step")[1]

    def kept(said=""):
        done = program("in_step.py", url, token, str(folder), "mine")
        assert (done.returncode, done.stderr) == (0, said)
        ids = Collection.objects.get(slug="mine").puzzle_ids
        return [Puzzle.objects.get(pk=pk).givens for pk in ids]

    folder.mkdir()
    (folder / "a.csv").write_text(f"puzzle,title\n{ALESCARGOT},Snail\n")
    (folder / "b.txt").write_text(f"{ARTICLE_000}\n{ALESCARGOT}\n{ARTICLE_000}\n12\n")
    wrong = (
        "b.txt, line 4: 2 cells found, but a board has 16, 36, 64, 81, 100, 144, 225, 256 or 625\n"
    )
    assert kept(wrong) == [ALESCARGOT, ARTICLE_000]
    (folder / "a.csv").write_text(f"puzzle\n{ARTICLE_001}\n{ARTICLE_000}\n")
    assert kept(wrong) == [ARTICLE_001, ARTICLE_000, ALESCARGOT]
    (folder / "b.txt").unlink()
    assert kept() == [ARTICLE_001, ARTICLE_000]


def test_every_block_of_the_first_hour_works(processes, live_server, settings):
    settings.LIMIT_SUBMISSIONS = "30/hour"
    processes.worker("interactive,slow,bulk", **WITHOUT_LIMITS)
    load_starters()
    _token, text = Token.objects.make(User.objects.create_user("newcomer"), "first hour")
    ours = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # the Python that runs this, too
    said = {"SITE": live_server.url, "COUNT": str(COUNT), "TOKEN": text, "PATH": ours}
    answer = followed(FIRST_HOUR, said)
    assert '"batches"' in answer["A first hour with the API"]
    assert "'solved', 'unique'" in answer["One puzzle"]
    assert ALESCARGOT_SOLUTION in answer["One puzzle"]
    assert "naked single: " in answer["Its story"]
    assert answer["Its story"].endswith("304 0\n")
    assert re.search(rf"^ *{COUNT} +[0-9]+ histories.jsonl$", answer["A thousand"], re.MULTILINE)
    assert re.search(rf"^{COUNT} solves, [0-9]+ steps$", answer["A thousand"], re.MULTILINE)
    assert "There is no such thing" in answer["When something is wrong"]
    assert "Too many requests. Try again in " in answer["When something is wrong"]
    assert f"('cancelled', {10 * COUNT})" in answer["When it is too much"]
    assert 0 < int(answer["When it is too much"].split()[-1]) < 10 * COUNT
    assert re.search(
        r"^retry-after: [0-9]+$", answer["When something is wrong"], re.MULTILINE | re.IGNORECASE
    )
    assert "(True, 'My first 4×4')" in answer["What is yours"]
    assert answer["What is yours"].startswith("404\n")  # to whoever comes without the token
    assert "(True, 'finished')" in answer["What is yours"]
    assert " 422\n" in answer["What is yours"]
    assert answer["What is yours"].endswith("204\n")


def followed(page: str, said: dict[str, str]) -> dict[str, str]:
    """What the commands under each heading of a page print, all run by one shell."""
    script = ["set -eu"]
    for part in re.split(r"^#+ ", page, flags=re.MULTILINE)[1:]:
        heading = part.splitlines()[0]
        script += [
            f"echo '=== {heading}'",
            *re.findall(r"^```sh\n(.*?)^```", part, re.DOTALL | re.MULTILINE),
        ]
    done = subprocess.run(
        ["sh", "-c", "\n".join(script)],
        cwd=ROOT,
        env=os.environ | said,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answer = [part.partition("\n") for part in done.stdout.split("=== ")[1:]]
    return {heading: text for heading, _newline, text in answer}
