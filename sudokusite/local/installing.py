"""Install a file of requirements into this environment, and show the progress.

    python -m sudokusite.local.installing requirements/local.txt

uv does it in seconds if the machine has it, or else pip, which comes with Python.
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
    """Install a file of requirements and return the exit status. If uv fails, try pip.

    pip may know another mirror.
    """
    print(f"Installing {file} …", flush=True)
    arguments = ["install", "--require-hashes", "-r", str(file)]
    if uv := shutil.which("uv"):
        command = [uv, "pip", *arguments, "--python", sys.executable, "--compile-bytecode"]
        if subprocess.run(command).returncode == 0:
            return 0
        print("… uv could not: pip tries it.", flush=True)
    return with_pip(arguments, len(PINNED.findall(file.read_text())))


def with_pip(arguments: list[str], total: int) -> int:
    """Run pip with these arguments and return its exit status. `total` is the number of packages."""
    options = ["--disable-pip-version-check", "--progress-bar", "off", "--no-color"]
    command = [sys.executable, "-m", "pip", *arguments, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        assert pip.stdout is not None
        for message in progress(pip.stdout, total):
            if sys.stdout.isatty():
                print(f"\r\033[K  {message}", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
    return pip.returncode


def progress(lines: Iterable[str], total: int) -> Iterator[str]:
    """Yield a line for each step of an installation, from the output of pip, which may skip some packages."""
    number = 0
    for line in lines:
        if match := COLLECTING.match(line):
            number += 1
            yield f"{number} of {total}: {match[1]}"
        elif line.startswith("Installing collected packages"):
            yield f"{number} of {total} are here, and written into the environment now …"


if __name__ == "__main__":
    sys.exit(install(Path(sys.argv[1])))
