"""A site whose database has a disk of its own, which gets full: run by test_full_disk, in a mount namespace."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from support import WITHOUT_LIMITS
from test_safety import SAFE

from sudokusite.local.postgresql import PostgreSQL

PUZZLE = {
    "puzzle": "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
}


def main(folder: Path) -> None:
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300m,mode=0755", "tmpfs", folder], check=True
    )
    server = PostgreSQL(folder, durable=True)
    server.start()
    try:
        os.environ |= (
            SAFE
            | WITHOUT_LIMITS
            | {
                "DATABASE_URL": server.url,
                "DJANGO_SETTINGS_MODULE": "sudokusite.settings",
                "ALLOWED_HOSTS": "testserver",
                "HTTPS": "false",
                "NUM_PROXIES": "0",
            }
        )
        use(folder)
    finally:
        server.stop()


def use(folder: Path) -> None:
    """What a visitor and the health check are told: before, while and after the disk is full."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from solver.web.site import health

    call_command("migrate", verbosity=0)
    health.PERIOD = 0
    client = Client(raise_request_exception=False)

    def tell(when: str) -> None:
        posted = [
            client.post("/api/v1/solves/", PUZZLE, content_type="application/json").status_code
            for _ in range(200)
        ]
        ready = client.get("/readyz")
        print(when, posted[-1], ready.status_code, ready.content.decode().strip(), flush=True)

    tell("before")
    ballast = folder / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as out:
        while out.write(bytes(4096)):
            pass
    tell("full")
    ballast.unlink()
    tell("after")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
