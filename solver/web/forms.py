"""The form of the front page: a board or a pasted text, a method and its options."""

import re
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from solver import engine
from solver.drawing import Entry, draw_entry
from solver.engine.geometry import geometry
from solver.engine.methods.base import Method, Value

SHAPE = geometry(3)


@dataclass
class SubmissionForm:
    """What was typed, kept as it was, and what is wrong with it in one sentence."""

    text: str = ""
    method: str = "combos"
    options: dict[str, Value] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)  # by cell name
    error: str | None = None
    format: str = ""  # told apart by itself when blank
    grid: engine.Grid | None = None
    note: str = ""  # what a pasted text was understood as

    @classmethod
    def from_data(cls, data: QueryDict) -> "SubmissionForm":
        """Read and check; a pasted text wins over the board. `grid` is None when `error` is set."""
        method = str(data.get("method", "combos"))
        form = cls(
            text=str(data.get("puzzle", "")),
            format=str(data.get("format", "")),
            method=method,
            cells={name: str(data[name]) for name in SHAPE.cell_names if data.get(name)},
        )
        try:
            chosen = engine.find_method(method)
            form.options = chosen.read_options(given_options(data, chosen))
            form.grid = form._read()
        except ValueError as error:  # GridError is one
            form.error = str(error)
            form.cells = form.cells or cells_of(form.text)
        return form

    def _read(self) -> engine.Grid:
        if self.text.strip():
            reading = engine.read_any(self.text, format=self.format or None)
            self.note = reading.note
            return engine.position_of(reading)
        if not self.cells:
            raise engine.GridError("there is no puzzle here: type one into the board, or paste one")
        for name, value in self.cells.items():
            if value.strip() not in {"", *"0123456789."}:
                raise engine.GridError(f"{name} holds “{value[:20]}”; use one digit from 1 to 9")
        return engine.read_line(
            "".join(self.cells.get(name, "").strip() or "0" for name in SHAPE.cell_names)
        )

    @classmethod
    def prefilled(cls, text: str, method: str) -> "SubmissionForm":
        """The form as an address with `?puzzle=` asks for it: on the board where that can show it."""
        form = cls(method=method if method in engine.methods() else "combos")
        if not text:
            return form
        try:
            grid = engine.read(text)
        except engine.GridError as error:
            form.text, form.error = text, str(error)
            form.cells = cells_of(form.text)
            return form
        if grid.size == SHAPE.size and not grid.marks:
            form.cells = cells_of(grid.text)
        else:
            form.text = text
        return form

    @property
    def entry(self) -> Entry:
        clashes = set(re.findall(r"r[0-9]+c[0-9]+", self.error or ""))
        return draw_entry(self.cells, clashes)


def given_options(data: QueryDict, method: Method) -> dict[str, Any]:
    """What was chosen for a method's own options; a blank field says that a list was on the page."""
    given: dict[str, Any] = {}
    for option in method.options:
        name = f"{method.name}-{option.name}"
        if name in data:
            values = [value for value in data.getlist(name) if value]
            given[option.name] = values if option.kind == "several" else data[name]
    return given


def cells_of(text: str) -> dict[str, str]:
    """A line of 81 cells as the board's fields, so that what is wrong with it can be ringed there."""
    packed = "".join(text.split())
    if not re.fullmatch(r"[0-9.*_-]{81}", packed):
        return {}
    return {
        name: digit
        for name, digit in zip(SHAPE.cell_names, packed, strict=True)
        if digit in "123456789"
    }
