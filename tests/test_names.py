"""A name that a package exports means one thing, however the package's folders are imported."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = sorted(
    file.parent for root in ("solver", "sudokusite") for file in (ROOT / root).rglob("__init__.py")
)


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_no_export_shares_its_name_with_a_folder_of_its_package(folder):
    package = importlib.import_module(".".join(folder.relative_to(ROOT).parts))
    bare = {
        each.name
        for each in folder.iterdir()
        if each.is_dir() and not (each / "__init__.py").exists()
    }
    assert bare.isdisjoint(getattr(package, "__all__", ())), (
        "a folder of files can be imported as a module"
    )
