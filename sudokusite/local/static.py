"""Static files of `make run`: compressed in advance, with a hash of the content in their names."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[2]
STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"
# Files that no page of ours uses. Compressing them would take longer than all others.
UNUSED = ("rest_framework", "redoc", "*es-bundle*")


def collected(collect: Callable[[list[str], dict[str, str]], None]) -> dict[str, str]:
    """Return the environment variables to serve static files. Call `collect` first if they have changed.

    Collecting takes seconds and gives the same for everybody who runs this checkout, so the result is kept in
    `var`.
    """
    if "STATICFILES_STORAGE" in os.environ:
        return {}
    folder = BASE_DIR / "var" / f"static-{_digest()}"
    variables = {"STATIC_ROOT": str(folder), "STATICFILES_STORAGE": STORAGE}
    if not folder.exists():
        new = folder.with_name(f"{folder.name}.{os.getpid()}")
        ignored = [argument for name in UNUSED for argument in ("--ignore", name)]
        collect(
            ["collectstatic", "--noinput", "--verbosity", "0", *ignored],
            variables | {"STATIC_ROOT": str(new)},
        )
        with suppress(OSError):  # another process was faster
            new.rename(folder)
        complete = [path for path in folder.parent.glob("static-*") if not path.suffix]
        for unused in (new, *(path for path in complete if path != folder)):
            shutil.rmtree(unused, ignore_errors=True)
    return variables


def _digest() -> str:
    """Return a digest that changes with our files and with the installed packages."""
    parts = [(BASE_DIR / "requirements" / "local.txt").read_bytes()]
    parts += [f"{path}{mtime}".encode() for path, mtime in _own()]
    return blake2b(b"\n".join(parts), digest_size=8).hexdigest()


def _own() -> Iterator[tuple[Path, int]]:
    for path in sorted((BASE_DIR / "solver" / "static").rglob("*")):
        yield path.relative_to(BASE_DIR), path.stat().st_mtime_ns
