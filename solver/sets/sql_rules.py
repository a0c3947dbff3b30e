"""The SQL rules: one rule for each file of `statements/`, with a header for people."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from solver.engine.core.shape import Shape, boxed

FOLDER = Path(__file__).parent
SHAPED = FOLDER / "shaped"  # relations and rules for boards of other shapes
OF_SETS = ("placed_digit", "enclosed_combo", "agree")  # rules that hold in groups and pairs too
HEADER = re.compile(r"-- (?P<key>idea|article|postgresql): (?P<words>.+)")
BEGINS_WITH = re.compile(r"^WITH (RECURSIVE )?")
BOUND = re.compile(r"%\((?P<name>\w+)\)s")


@dataclass(frozen=True)
class SqlRule:
    """A rule: its name, the texts of its header, and its SELECT, the same for every size of board."""

    name: str  # of its file
    title: str
    idea: str
    article: str  # what the article does in T-SQL
    postgresql: str  # how PostgreSQL differs
    select: str

    def statement(self, board: Shape | int) -> str:
        """Return the full SQL text that runs for a board: the relations, then the rule.

        `board` is a shape, or the box size of a plain board. `%(name)s` are the bound values.
        """
        box = board if isinstance(board, int) else board.square_box
        select = self.select if box else _on_sets(self)
        relations = _relations("line" in self.reads, FOLDER if box else SHAPED)
        own = BEGINS_WITH.sub("", select)
        text = relations + (",\n" if own != select else "\n") + own
        return sized(text, box, size=board.size if isinstance(board, Shape) else None)

    def shown(self, board: Shape | int) -> str:
        """Return the rule's own SQL text, without the relations before it, for a board.

        `board` is a shape, or the box size of a plain board.
        """
        box = board if isinstance(board, int) else board.square_box
        select = self.select if box else _on_sets(self)
        return sized(select, box, size=None if isinstance(board, int) else board.size)

    @property
    def binds(self) -> tuple[str, ...]:
        """The names of the values that the rule's SQL binds, apart from the board."""
        return tuple(dict.fromkeys(BOUND.findall(self.select)))

    @property
    def reads(self) -> frozenset[str]:
        """Every word of the rule's SQL, to find out which relations it reads."""
        return frozenset(re.findall(r"\w+", self.select))


@cache
def rules() -> dict[str, SqlRule]:
    """Return every SQL rule by its name. Raise ValueError, naming the file, if a header lacks something."""
    return {file.stem: _read(file) for file in sorted(FOLDER.glob("statements/*.sql"))}


def part(name: str, board: Shape | int) -> str:
    """Return the SQL of `prelude` or `lines` for a board, or a plain one of a box size, without its comment."""
    shape = boxed(board) if isinstance(board, int) else board
    folder = FOLDER if shape.square_box else SHAPED
    text = _without_comments((folder / f"{name}.sql").read_text())
    return sized(text, shape.square_box, size=shape.size).strip()


def _read(file: Path) -> SqlRule:
    first, *lines = file.read_text().splitlines()
    header = [line for line in lines if line.startswith("--")]
    texts = {m["key"]: m["words"] for line in header if (m := HEADER.fullmatch(line))}
    missing = {"idea", "article", "postgresql"} - texts.keys()
    if missing or len(texts) != len(header) or not first.startswith("-- "):
        raise ValueError(f"{file.name}: its header lacks {', '.join(sorted(missing)) or 'order'}")
    return SqlRule(
        name=file.stem,
        title=first.removeprefix("-- "),
        select=_without_comments(file.read_text()),
        **texts,
    )


def _relations(with_lines: bool, folder: Path) -> str:
    parts = ["prelude", "lines"] if with_lines else ["prelude"]
    texts = [_without_comments((folder / f"{name}.sql").read_text()).rstrip() for name in parts]
    return "WITH RECURSIVE " + ",\n".join(texts)


def _on_sets(rule: SqlRule) -> str:
    """Return the rule's SELECT for boards of other shapes.

    A rule has its own there, or reads all sets in place of units, or is the same. Units of further kinds come
    after boxes.
    """
    own = SHAPED / f"{rule.name}.sql"
    if own.exists():
        return _without_comments(own.read_text())
    text = (
        re.sub(r"\bunit_cell\b", "set_cell", rule.select) if rule.name in OF_SETS else rule.select
    )
    return re.sub(
        r"(array_position\(ARRAY\['column', 'row', 'box'\], min\(kind\)\))",
        r"coalesce(\1, 4)",
        text,
    )


def _without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(True) if not line.startswith("--"))


def sized(
    text: str, box: int, more: Mapping[str, str] | None = None, size: int | None = None
) -> str:
    """Return an SQL text for a board of this box size: `:box`, `:size`, `:cells` and `:bits` become numbers.

    `more` has other names and their texts. `size` is the number of rows if the board is not plain.
    """
    size = size or box**2
    numbers = {"box": box or size, "size": size, "cells": size**2, "bits": size**3}
    values = {**{name: str(number) for name, number in numbers.items()}, **(more or {})}
    names = "|".join(values)
    return re.sub(rf"(?<!:):({names})\b", lambda match: values[match[1]], text)
