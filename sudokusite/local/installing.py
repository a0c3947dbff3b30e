"""What a file of requirements names, installed into this environment; says how far it is.

    python -m sudokusite.local.installing requirements/local.txt

uv does it where the machine has it, in seconds; else pip, which comes with Python.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

PINNED = re.compile(r"^[\w.-]+(?:\[.*?\])?==", re.MULTILINE)
COLLECTING = re.compile(r"Collecting ([\w.-]+)")


def install(file: Path) -> int:
    """The exit status. Where uv fails pip may not: it knows mirrors from its own settings."""
    print(f"Installing {file} …", flush=True)
    asked = ["install", "--require-hashes", "-r", str(file)]
    if uv := shutil.which("uv"):
        command = [uv, "pip", *asked, "--python", sys.executable, "--compile-bytecode"]
        if subprocess.run(command).returncode == 0:
            return 0
        print("… uv could not: pip tries it.", flush=True)
    return with_pip(asked, len(PINNED.findall(file.read_text())))


def with_pip(asked: list[str], most: int) -> int:
    options = ["--disable-pip-version-check", "--progress-bar", "off", "--no-color"]
    command = [sys.executable, "-m", "pip", *asked, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        assert pip.stdout is not None
        for words in progress(pip.stdout, most):
            if sys.stdout.isatty():
                print(f"\r\033[K  {words}", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
    return pip.returncode


def progress(lines: Iterable[str], most: int) -> Iterator[str]:
    """Where pip is; some of what the file names may be for other machines."""
    number = 0
    for line in lines:
        if found := COLLECTING.match(line):
            number += 1
            yield f"{number} of {most}: {found[1]}"
        elif line.startswith("Installing collected packages"):
            yield f"{number} of {most} are here, and written into the environment now …"


if __name__ == "__main__":
    sys.exit(install(Path(sys.argv[1])))
