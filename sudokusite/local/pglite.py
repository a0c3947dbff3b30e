"""Fetch PGlite, PostgreSQL for the browser, for the exercises of the course.

    python -m sudokusite.local.pglite

The package is pinned by its hash. Without it an exercise is its text and a script for psql, so a failure is
only a warning.
"""

import base64
import gzip
import hashlib
import io
import re
import shutil
import sys
import tarfile
import urllib.request
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "var" / "pglite"
VERSION = "0.5.16"
ADDRESS = f"https://registry.npmjs.org/@electric-sql/pglite/-/pglite-{VERSION}.tgz"
SHA512 = "Nj8KcIsJL748W408U2N8q4+9IlONdpRIU8MJypIAAINMJ5nqKyqpX7Mgg/5XKkXiAib3AoZGR6hnJFlrlLBrcg=="
USED = re.compile(
    r"package/(?:dist/((?:index|chunk-\w+)\.js|pglite\.(?:wasm|data)|initdb\.wasm)|(LICENSE))"
)
SECONDS = 60


def fetch(folder: Path = FOLDER, address: str = ADDRESS) -> None:
    """Write the files of PGlite that a page needs, compressed. Do nothing if they are there.

    Raise OSError if it cannot be fetched, and ValueError if the package is another one.
    """
    target = folder / VERSION
    if target.exists():
        return
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310, its own https address
        package = answer.read()
    if base64.b64encode(hashlib.sha512(package).digest()).decode() != SHA512:
        raise ValueError(f"{address} is not the package that is pinned by its hash")
    new = folder / f"{VERSION}.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for member in archive:
            if match := USED.fullmatch(member.name):
                content = archive.extractfile(member)
                assert content is not None  # it is a file
                packed = gzip.compress(content.read(), 9, mtime=0)
                (new / f"{match[1] or match[2]}.gz").write_bytes(packed)
    new.rename(target)


if __name__ == "__main__":
    try:
        fetch()
    except (OSError, ValueError) as error:
        print(f"WARNING: no PGlite, so exercises do not run in browsers: {error}", file=sys.stderr)
