"""What a command loads before it does anything: modules are counted, since a clock would judge the machine."""

import os
import subprocess
import sys
from secrets import token_urlsafe

import pytest

from solver.management import engine_command

HELP = """
import sys, manage
for name in {names!r}:
    sys.argv = ["manage.py", name, "--help"]
    try:
        manage.main()
    except SystemExit as end:
        assert not end.code, name
print("loaded:", *sys.modules)
"""


def loaded_by_help(*names: str) -> set[str]:
    """The modules of a process that has told how those commands are used."""
    code = HELP.format(names=names)
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(out.stdout.rpartition("loaded:")[2].split())


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    return loaded_by_help(*engine_command.COMMANDS)


class TestAHelpText:
    @pytest.mark.parametrize(
        "heavy", ["highspy", "numpy", "pysat", "PIL", "rest_framework", "celery", "redis"]
    )
    def test_of_the_engine_loads_no_heavy_package(self, loaded: set[str], heavy: str) -> None:
        assert "solver.engine" in loaded
        assert heavy not in loaded

    def test_of_the_engine_loads_no_other_package_of_the_site(self, loaded: set[str]) -> None:
        rooms = {name.split(".")[1] for name in loaded if name.startswith("solver.")}
        assert rooms == {"engine", "management"}

    def test_of_the_site_loads_no_page(self) -> None:
        loaded = loaded_by_help("reap")
        assert "solver.models" in loaded
        assert not loaded & {"solver.web", "solver.admin", "solver.api", "rest_framework.views"}
        assert not loaded & {"highspy", "numpy", "pysat"}


REAP = """
import sys, manage
sys.argv = ["manage.py", "reap", "--once"]
try:
    manage.main()
except SystemExit:  # there is no database: it has begun to work
    print("loaded:", *sys.modules)
"""


def test_reaper_loads_no_page_module() -> None:
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/x", "SECRET_KEY": token_urlsafe(50)}
    out = subprocess.run(
        [sys.executable, "-c", REAP], capture_output=True, text=True, env=os.environ | nowhere
    )
    loaded = set(out.stdout.rpartition("loaded:")[2].split())
    assert "solver.queue.reaper" in loaded, out.stderr
    assert not loaded & {"solver.web", "solver.admin", "solver.api", "rest_framework.views"}
