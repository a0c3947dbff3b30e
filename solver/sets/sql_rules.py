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
        shape = _shape_of(board)
        select = self._select(shape)
        own = BEGINS_WITH.sub("", select)
        text = _relations("line" in self.reads, shape) + (",\n" if own != select else "\n") + own
        return sized(text, shape)

    def shown(self, board: Shape | int) -> str:
        """Return the rule's own SQL text, without the relations before it, for a board.

        `board` is a shape, or the box size of a plain board.
        """
        shape = _shape_of(board)
        return sized(self._select(shape), shape)

    def _select(self, shape: Shape) -> str:
        return self.select if shape.square_box else _on_sets(self)

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
    shape = _shape_of(board)
    return sized(_relation(name, shape), shape).strip()


def _shape_of(board: Shape | int) -> Shape:
    return boxed(board) if isinstance(board, int) else board


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


def _relations(with_lines: bool, shape: Shape) -> str:
    parts = ["prelude", "lines"] if with_lines else ["prelude"]
    return "WITH RECURSIVE " + ",\n".join(_relation(name, shape).rstrip() for name in parts)


def _relation(name: str, shape: Shape) -> str:
    folder = FOLDER if shape.square_box else SHAPED
    return _without_comments((folder / f"{name}.sql").read_text())


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


def sized(text: str, shape: Shape, more: Mapping[str, str] | None = None) -> str:
    """Return an SQL text for a board of this shape: `:box`, `:size`, `:cells` and `:bits` become numbers.

    `more` has other names and their texts.
    """
    size = shape.size
    numbers = {"box": shape.square_box or size, "size": size, "cells": size**2, "bits": size**3}
    values = {**{name: str(number) for name, number in numbers.items()}, **(more or {})}
    names = "|".join(values)
    return re.sub(rf"(?<!:):({names})\b", lambda match: values[match[1]], text)
