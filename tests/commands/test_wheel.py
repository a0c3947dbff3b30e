"""The engine as `pip install` brings it: without the site, and without what the site needs."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from puzzles import ARTICLE_000
from support import ROOT

README = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL).group(1)
# The modules of the wheel, then those of what it needs: what else it would need is not found.
BARE = "import sys; sys.path[:0] = {folders!r}; sys.argv = {words!r}\n"
NEEDED = ("highspy", "numpy", "numpy.libs", "pysat", "pysolvers*", "pycard*", "six.py")
MAIN = "from solver.engine.shell import main; sys.exit(main())"


def bare(folder: Path, code: str, *words: str) -> "subprocess.CompletedProcess[str]":
    folders = [str(folder), str(folder.parent / "needed")]
    start = BARE.format(folders=folders, words=["sudoku-sets", *words])
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", start + code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built of what it is to hold, outside of the repository, where others work."""
    source, dist = (tmp_path_factory.mktemp(name) for name in ("source", "dist"))
    for file in ("pyproject.toml", "LICENSE", "docs/shell.md", "solver/__init__.py"):
        (source / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, source / file)
    pycache = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "solver/engine", source / "solver/engine", ignore=pycache)
    build = "from setuptools.build_meta import build_wheel; import sys; build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(dist)], cwd=source, check=True, capture_output=True
    )
    return next(dist.glob("*.whl"))


@pytest.fixture(scope="module")
def folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel") / "installed"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    (folder.parent / "needed").mkdir()
    for name in NEEDED:
        for path in Path(sysconfig.get_path("purelib")).glob(name):
            (folder.parent / "needed" / path.name).symlink_to(path)
    return folder


class TestTheWheel:
    def test_contains_every_file_of_the_engine(self, folder: Path) -> None:
        kept = {
            path.relative_to(ROOT)
            for path in (ROOT / "solver/engine").rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        brought = {path.relative_to(folder) for path in (folder / "solver").rglob("*.*")}
        assert brought == kept | {Path("solver/__init__.py")}
        assert Path("solver/engine/py.typed") in brought

    def test_runs_the_python_of_the_readme(self, folder: Path) -> None:
        assert bare(folder, README).stdout.startswith("solved unique ")

    def test_installs_the_commands(self, folder: Path) -> None:
        (entry,) = folder.glob("*.dist-info/entry_points.txt")
        assert "sudoku-sets = solver.engine.shell:main" in entry.read_text()
        answer = bare(folder, MAIN, "solve", "--quiet", "--format", "line", ARTICLE_000).stdout
        assert bare(folder, MAIN, "convert", "--to", "placed", ARTICLE_000).stdout
        assert len(answer) == 82

    def test_names_no_package_of_the_site(self, folder: Path) -> None:
        (metadata,) = folder.glob("*.dist-info/METADATA")
        needed = re.findall(
            r"^Requires-Dist: ([\w-]+)(?!.*extra)", metadata.read_text(), re.MULTILINE
        )
        assert sorted(needed) == ["highspy", "numpy", "python-sat"]


@pytest.mark.skipif("WHEEL" not in os.environ, reason="`make wheel` has one, and takes longer")
def test_wheel_installs_into_an_empty_environment(tmp_path: Path) -> None:
    """With what it needs, and nothing else; README's lines, the command, and what its dependencies do."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python, command = (tmp_path / "venv/bin" / name for name in ("python", "sudoku-sets"))
    quiet = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    subprocess.run([python, *quiet, ROOT / os.environ["WHEEL"]], check=True)

    def out(*words: "str | Path") -> str:
        run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        return run.stdout

    assert out(python, "-c", README).startswith("solved unique ")
    assert out(python, "-c", "from solver.engine import load_all; load_all()") == ""
    assert len(out(command, "generate", "--count", "2").splitlines()) == 2
    assert ", score " in out(command, "rate", ARTICLE_000)
    assert out(command, "--version").startswith("sudoku-sets ")
    assert "django" not in out(python, "-m", "pip", "freeze").lower()
