"""The documents as a site in var/documents, each link checked; `make docs` and the image build it.

python docs/build.py
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "var" / "documents"
NEW = BUILT.with_name(
    "documents.new"
)  # built aside: what is served stays whole where a link is broken
OPTIONS = ["-b", "html", "--nitpicky", "--fail-on-warning", "--keep-going", "--quiet"]


def main() -> int:
    shutil.rmtree(NEW, ignore_errors=True)
    kept, pages = NEW / "kept", NEW / "docs"
    command = [sys.executable, "-m", "sphinx", "-c", "docs", "-d", str(kept), *OPTIONS]
    failed = subprocess.run([*command, ".", str(pages)], cwd=ROOT).returncode
    if failed:
        return failed
    shutil.copy(pages / "README.html", pages / "index.html")
    shutil.rmtree(kept)
    shutil.rmtree(BUILT, ignore_errors=True)
    NEW.rename(BUILT)
    print(
        "The documents are in var/documents/docs/, and at /docs/ of a site that starts from now on."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
