"""The SQL rules: one rule for each file of `statements/`, with a header for people."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
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

    def statement(self, box: int) -> str:
        """Return the full SQL text that runs for a board of this box size: the relations, then the rule.

        `%(name)s` are the bound values.
        """
        relations = _relations("line" in self.reads)
        own = BEGINS_WITH.sub("", self.select)
        return sized(relations + (",\n" if own != self.select else "\n") + own, box)

    def shown(self, box: int) -> str:
        """Return the rule's own SQL text, without the relations before it, for a board of this box size."""
        return sized(self.select, box)

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


@cache
def lesson_rules() -> dict[str, SqlRule]:
    """Return the shortest statement over sets for each lesson of the course, by the lesson's name."""
    return {
        file.stem: SqlRule(file.stem, "", "", "", "", file.read_text())
        for file in sorted(FOLDER.glob("lessons/*.sql"))
    }


def part(name: str, box: int) -> str:
    """Return the SQL of `prelude` or `lines` for a board of this box size, without its comment."""
    return sized(_without_comments((FOLDER / f"{name}.sql").read_text()), box).strip()


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


def _relations(with_lines: bool) -> str:
    parts = ["prelude", "lines"] if with_lines else ["prelude"]
    texts = [_without_comments((FOLDER / f"{name}.sql").read_text()).rstrip() for name in parts]
    return "WITH RECURSIVE " + ",\n".join(texts)


def _without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(True) if not line.startswith("--"))


def sized(text: str, box: int, more: Mapping[str, str] | None = None) -> str:
    """Return an SQL text for a board of this box size: `:box`, `:size`, `:cells` and `:bits` become numbers.

    `more` has other names and their texts.
    """
    numbers = {"box": box, "size": box**2, "cells": box**4, "bits": box**6}
    values = {**{name: str(number) for name, number in numbers.items()}, **(more or {})}
    names = "|".join(values)
    return re.sub(rf"(?<!:):({names})\b", lambda match: values[match[1]], text)
