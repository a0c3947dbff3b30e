"""A method and its options, as arguments of commands."""

from argparse import ArgumentParser

from ..core.i18n import quote
from ..methods import methods


def add_arguments(parser: ArgumentParser) -> None:
    """Add `--method` and `--option` to a parser, and list every method with its options below the help."""
    parser.epilog = _methods_in_words()
    parser.add_argument("--method", default="combos", help=f"one of: {', '.join(methods())}")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="of the method"
    )


def read_pairs(pairs: list[str]) -> dict[str, str]:
    """Return the values of `--option` by name. Raise ValueError for a value that is no pair."""
    for pair in pairs:
        if "=" not in pair:
            raise ValueError(f"--option {quote(pair)} is not of the form NAME=VALUE")
    return dict(pair.split("=", 1) for pair in pairs)


def _methods_in_words() -> str:
    lines = ["methods, and their options (--option NAME=VALUE):"]
    for method in methods().values():
        article = f", article {method.article}" if method.article else ""
        lines.append(f"  {method.name}  {method.title}{article}. {method.summary}")
        for option in method.options:
            values = ", ".join(option.choices) or f"1 to {option.most}"
            lines += [f"      {option.name} = {values}", f"        {option.help}"]
    return "\n".join(lines)
