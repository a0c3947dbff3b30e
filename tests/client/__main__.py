"""Check that a client made from the description of the API alone can call every operation.

    python -m tests.client

openapi-python-client makes it in an environment of its own, `operations.py` uses it there, and the site runs
by its production command lines on services of its own. Each operation of the description has to be done;
lines of JSON and events, for which it makes nothing, by the connection of the same client. Exit status 1 where
something is missing.
"""

import json
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for `support`

from tests.faults.site import Clock, Site

GENERATOR = "openapi-python-client==0.29.1"
PACKAGE = "sudoku_by_sets_client"
OPERATIONS = Path(__file__).with_name("operations.py")
ACCOUNT = """
from django.contrib.auth.models import Group
from solver.models import Token, User
user = User.objects.create_user("programmer", is_staff=True)
user.groups.add(Group.objects.get(name="Librarian"))
print(Token.objects.make(user, "client")[1])"""


def generated(description: str, folder: Path) -> Path:
    """The Python of an environment in which the client can be imported."""
    file = folder / "schema.json"
    file.write_text(description)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    quiet = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*quiet, GENERATOR], check=True)
    make = [str(python), "-m", "openapi_python_client", "generate", "--meta", "none"]
    place = folder / "client" / PACKAGE
    place.parent.mkdir()
    subprocess.run(
        [*make, "--path", str(file), "--output-path", str(place)], check=True, capture_output=True
    )
    return python


def operations(description: str) -> set[str]:
    paths = json.loads(description)["paths"]
    return {
        operation["operationId"]
        for operations in paths.values()
        for operation in operations.values()
    }


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="client-") as name:
        folder = Path(name)
        site = Site(folder, Clock(lease=45, period=2, task=600, solve=10), is_short=True)
        site.environment |= {"WEBHOOKS_INSIDE": "true"}
        site.processes = {
            name: site.process(name, each.command) for name, each in site.processes.items()
        }
        with site:
            description = site.get("/api/v1/schema/").text
            python = generated(description, folder)
            token = site.shell(ACCOUNT).strip().splitlines()[-1]
            address = f"http://127.0.0.1:{site.port}"
            environment = {"PYTHONPATH": str(folder / "client"), "SITE": address, "TOKEN": token}
            done = subprocess.run(
                [str(python), str(OPERATIONS)], env=environment, capture_output=True, text=True
            )
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    there_are = operations(description)
    called = there_are & set(re.findall(r"^(\w+): ", done.stdout, re.MULTILINE))
    left = there_are - called
    print(f"{len(called)} of {len(there_are)} operations done")
    if left:
        print(f"not done: {sorted(left)}", file=sys.stderr)
    return 1 if left or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
