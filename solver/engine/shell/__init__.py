"""The commands of the engine, run without the site: `sudoku-sets solve 0290000…`.

`manage.py` offers the same commands by the same names.
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from .. import VERSION
from ..core.i18n import quote
from .cli import BAD_INPUT, add_common, complain, ended, written_to

# Each is a module with `add_arguments` and `run`, loaded when it is called.
COMMANDS = {
    "solve": "solve a puzzle, and say how each step came about",
    "steps": "all steps at a position, each with its proof",
    "rate": "how hard a puzzle is",
    "convert": "write a puzzle in another format",
    "generate": "make puzzles to order",
    "completion": "what a shell needs to complete these commands",
}


def main(words: Sequence[str] | None = None, program: str = "sudoku-sets") -> int:
    """Run a command of the engine, `words[0]`, with the other words as arguments. Return its exit status.

    0: done. 1: nothing found. 2: bad input, after a sentence about it. The help of a command has its others.
    None means the words of the command line. `program` is the name in messages.
    """
    words = sys.argv[1:] if words is None else words
    name = words[0] if words else "--help"
    if name in ("-h", "--help", "help"):
        print(_overview(program))
        return 0
    if name in ("-V", "--version"):
        print(f"{program} {VERSION}")
        return 0
    if name not in COMMANDS:
        complain(f"{program}: there is no command {quote(name)}; there are {', '.join(COMMANDS)}")
        return BAD_INPUT
    options = parser_of(name, program).parse_args(words[1:])
    with written_to(options.output):
        return ended(lambda: int(_module(name).run(options)), f"{program} {name}")


def parser_of(name: str, program: str = "sudoku-sets") -> ArgumentParser:
    """Return the parser of a command's arguments, which also prints its help."""
    module = _module(name)
    parser = ArgumentParser(
        f"{program} {name}", description=module.__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    module.add_arguments(parser)
    add_common(parser)
    return parser


def _module(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def _overview(program: str) -> str:
    lines = [f"usage: {program} COMMAND …", "", "Sudoku by sets. Commands:"]
    lines += [f"  {name:10} {summary}" for name, summary in COMMANDS.items()]
    return "\n".join([*lines, "", f"`{program} COMMAND --help` says more of each."])
