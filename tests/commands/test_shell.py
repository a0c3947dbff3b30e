"""The commands of the engine by their own name, and what a shell needs to complete them."""

import subprocess

import pytest

from solver.engine import VERSION, methods
from solver.engine.shell import COMMANDS, main


def test_help_lists_the_commands(capsys):
    assert main(["--help"]) == main([]) == 0
    told = capsys.readouterr().out
    assert all(f"\n  {name} " in told for name in COMMANDS)
    assert main(["--version"]) == 0
    assert VERSION in capsys.readouterr().out
    assert main(["sovle"]) == 2
    assert "there is no command 'sovle'; there are solve, steps" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["sudoku-sets", "so"], "solve"),
        (["sudoku-sets", "solve", "--met"], "--method"),
        (["sudoku-sets", "solve", "--method", ""], " ".join(methods())),
        (["sudoku-sets", "convert", "--to", "sdk"], "sdk"),
    ],
)
def test_bash_completes_commands_options_and_values(capsys, typed, offered):
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out + (
        f"COMP_WORDS=({' '.join(repr(word) for word in typed)}); COMP_CWORD={len(typed) - 1}\n"
        '_sudoku_sets; echo "${COMPREPLY[*]}"'
    )
    bash = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert bash.stdout.strip() == offered


def test_fish_completion_knows_every_command(capsys):
    assert main(["completion", "fish"]) == 0
    told = capsys.readouterr().out
    assert all(f"-a {name} -d" in told for name in COMMANDS)


def test_zsh_completion_loads_the_bash_completion(capsys):
    assert main(["completion", "bash"]) == main(["completion", "zsh"]) == 0
    bash, zsh = capsys.readouterr().out.split("autoload -Uz compinit bashcompinit")
    assert zsh.endswith(bash)
