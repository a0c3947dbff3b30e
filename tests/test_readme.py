"""What the README shows is what happens."""

import re
import subprocess
import sys

from support import ROOT

README = (ROOT / "README.md").read_text()


def test_command_prints_what_the_readme_shows():
    command, shown = re.search(
        r"```console\n\$ .*? manage.py (.*?)\n(.*?)```", README, re.DOTALL
    ).groups()
    result = subprocess.run(
        [sys.executable, "manage.py", *command.split()], cwd=ROOT, capture_output=True, text=True
    )
    without_time = [text.rpartition(",")[0] for text in (shown.strip(), result.stdout.strip())]
    assert without_time[0] == without_time[1]


def test_python_of_the_readme_runs():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("solved unique")


def test_every_link_leads_to_a_file():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
