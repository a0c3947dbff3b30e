#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    if "--version" in sys.argv[1:]:  # also after a command, where Django would print its own
        from solver.engine import VERSION

        print(f"Sudoku by sets {VERSION}")
        return
    from solver.management import engine_command

    if sys.argv[1:2] and sys.argv[1] in engine_command.COMMANDS:
        engine_command.run(sys.argv)
        return
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except (ImproperlyConfigured, OperationalError) as error:
        # Common faults: the database was not started, has stopped, or refuses the password.
        sys.exit(f"{sys.argv[0]}: {explain(error)}")
    except BrokenPipeError:
        from solver.engine.shell.cli import drop_output

        sys.exit(drop_output())


def explain(error: Exception) -> str:
    """Return a sentence for a missing or unreachable database, or else the error's own text."""
    from django.conf import settings

    if not settings.DATABASES.get("default", {}).get("NAME"):
        return (
            "this command needs the database. Set DATABASE_URL and REDIS_URL, or start both on this "
            "machine with `make run` in another terminal."
        )
    if type(error).__name__ == "OperationalError":
        from solver.operations.away import why_away

        return f"{why_away(error)}."
    return str(error)


if __name__ == "__main__":
    main()
