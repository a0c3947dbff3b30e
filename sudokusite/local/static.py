"""The static files of `make run`: compressed beforehand, under names that say what is in them."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[2]
STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"
# What no page of ours asks for: it would take longer to compress than all the rest.
UNUSED = ("rest_framework", "redoc", "*es-bundle*")


def collected(collect: Callable[[list[str], dict[str, str]], None]) -> dict[str, str]:
    """The variables that serve them, collected by `collect` unless that was done since they changed.

    They are the same for all who run this checkout, and take seconds, so they lie beside its data.
    """
    if "STATICFILES_STORAGE" in os.environ:
        return {}
    place = BASE_DIR / "var" / f"static-{_digest()}"
    variables = {"STATIC_ROOT": str(place), "STATICFILES_STORAGE": STORAGE}
    if not place.exists():
        new = place.with_name(f"{place.name}.{os.getpid()}")
        ignored = [word for name in UNUSED for word in ("--ignore", name)]
        collect(
            ["collectstatic", "--noinput", "--verbosity", "0", *ignored],
            variables | {"STATIC_ROOT": str(new)},
        )
        with suppress(OSError):  # somebody else was as quick
            new.rename(place)
        older = (each for each in place.parent.glob("static-*") if not each.suffix)
        for other in (new, *(each for each in older if each != place)):
            shutil.rmtree(other, ignore_errors=True)
    return variables


def _digest() -> str:
    """It changes with our own files and with what is installed."""
    said = [(BASE_DIR / "requirements" / "local.txt").read_bytes()]
    said += [f"{path}{mtime}".encode() for path, mtime in _own()]
    return blake2b(b"\n".join(said), digest_size=8).hexdigest()


def _own() -> Iterator[tuple[Path, int]]:
    for path in sorted((BASE_DIR / "solver" / "static").rglob("*")):
        yield path.relative_to(BASE_DIR), path.stat().st_mtime_ns
