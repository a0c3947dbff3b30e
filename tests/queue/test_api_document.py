"""A newcomer follows the document of the API line by line, on the real processes."""

import json
import os
import re
import subprocess
import sys

from puzzles import ARTICLE_000, NO_CANDIDATE
from support import ROOT, WITHOUT_LIMITS

DOCUMENT = (ROOT / "docs/api.md").read_text()


def test_every_line_and_the_client_work(processes, live_server, tmp_path):
    processes.worker("interactive,slow,bulk", **WITHOUT_LIMITS)
    lines = re.findall(r"^curl .*$", DOCUMENT, re.MULTILINE)
    assert len(lines) >= 6
    for line in lines:
        told = subprocess.run(
            ["sh", "-c", line],
            env=os.environ | {"SITE": live_server.url},
            capture_output=True,
            text=True,
            check=True,
        )
        assert "detail" not in json.loads(told.stdout), line
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{ARTICLE_000}\n{NO_CANDIDATE}\n")
    client = subprocess.run(
        [sys.executable, str(ROOT / "docs/examples/client.py"), live_server.url, str(puzzles)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert client.returncode == 0, client.stderr
    first, second = client.stdout.splitlines()
    assert first.startswith(f"{ARTICLE_000} solved 15 ")
    assert second.startswith(f"{NO_CANDIDATE} contradiction")
