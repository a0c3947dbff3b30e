"""What a shell needs to complete these commands; put this into its start-up file:

eval "$(sudoku-sets completion bash)"     # bash
eval "$(sudoku-sets completion zsh)"      # zsh
sudoku-sets completion fish | source      # fish
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from ..methods import methods
from ..notation import formats
from . import COMMANDS, parser_of  # which import this module when it is asked for

PROGRAM = "sudoku-sets"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(options: Namespace) -> int:
    print("\n".join({"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell]()))
    return 0


def _options() -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield the command, `--name`, help and possible values of each option of each command."""
    for command in COMMANDS:
        for action in parser_of(command)._actions:
            names = action.option_strings[-1:] or [""]
            yield command, names[0], action.help or "", [*_values(action.dest, action.choices)]


def _values(name: str, choices: object) -> Iterator[str]:
    if isinstance(choices, tuple):
        yield from choices
    if name == "method":
        yield from methods()
    if name == "to":
        yield from (each for each, format in formats().items() if format.write)
    if name == "read_as":
        yield from formats()


def _bash() -> Iterator[str]:
    options = sorted(_options(), key=lambda each: not each[1])  # arguments without a name last
    yield "_sudoku_sets() {"
    yield '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""'
    yield '  case "${COMP_WORDS[1]} $before" in'
    for command, option, _help, values in options:
        if option and values:
            yield f'    "{command} {option}") words="{" ".join(values)}" ;;'
    yield "    *)"
    yield '      case "${COMP_WORDS[1]}" in'
    for command in COMMANDS:
        own = (each for each in options if each[0] == command)
        words = [
            word
            for _name, option, _help, values in own
            for word in ([option] if option else values)
        ]
        yield f'        {command}) words="{" ".join(words)}" ;;'
    yield "      esac ;;"
    yield "  esac"
    yield f'  [ "$COMP_CWORD" = 1 ] && words="{" ".join(COMMANDS)} --help --version"'
    yield '  COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield "}"
    yield f"complete -o default -F _sudoku_sets {PROGRAM}"


def _zsh() -> Iterator[str]:
    """Yield what bash needs, after zsh has been told to accept it."""
    yield "autoload -Uz compinit bashcompinit && compinit && bashcompinit"
    yield from _bash()


def _fish() -> Iterator[str]:
    names = " ".join(COMMANDS)
    for command, summary in COMMANDS.items():
        unless = f"not __fish_seen_subcommand_from {names}"
        yield f'complete -c {PROGRAM} -n "{unless}" -f -a {command} -d "{summary}"'
    for command, option, _help, values in _options():
        what = f"-l {option.removeprefix('--')}" if option else ""
        more = f'{"-x " if option else ""}-a "{" ".join(values)}"' if values else ""
        if what or more:
            yield f'complete -c {PROGRAM} -n "__fish_seen_subcommand_from {command}" {what} {more}'.strip()
