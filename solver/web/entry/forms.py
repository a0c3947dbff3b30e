"""The form of the front page: a board or a pasted text, a method and its options."""

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.core.errors import Nearest
from solver.engine.core.geometry import geometry_of
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import Shape, boxed
from solver.engine.methods.base import Method, Value
from solver.engine.notation.base import LONGEST
from solver.engine.notation.of_shape import read_board
from solver.models import Solve
from solver.puzzles.files.many import readings_in
from solver.solves.backends import refuse_postgresql, why_not
from solver.web.shortcuts import SENT

from .board import Entry, draw_entry, fields_of, read_fields, read_shape, sizes
from .methods import BEST, form_options

USUAL = boxed(3)


@dataclass
class SubmissionForm:
    """A submission as it was typed, and what is wrong with it in one sentence."""

    text: str = ""
    method: str = BEST
    options: dict[str, Value] = field(default_factory=dict)
    shape: Shape = USUAL
    cells: dict[str, str] = field(default_factory=dict)  # by cell name
    error: str | None = None
    clashes: frozenset[str] = frozenset()  # names of the cells that are wrong
    runs_in: str = Solve.RunsIn.PYTHON
    format: str = ""  # recognized automatically if blank
    grid: engine.Grid | None = None
    note: str = ""  # what the pasted text was recognized as
    read_as: str = ""  # the same without figures
    several: int = 0  # the number of puzzles if the text holds more than one, and `grid` is None
    mending: str = ""  # the digits on the board if they are what could be read of a refused text

    @classmethod
    def from_data(cls, data: QueryDict) -> "SubmissionForm":
        """Return the checked form of a submission. A pasted text takes precedence over the board.

        `grid` is None if `error` is set, also if the text contains several puzzles.
        """
        form = cls(
            text=str(data.get("puzzle", "")),
            format=str(data.get("format", "")),
            method=str(data.get("method", BEST)),
            runs_in=str(data.get("runs_in", Solve.RunsIn.PYTHON)),
            mending=str(data.get("mending", "")),
        )
        try:
            form._set_board(data)
            method = engine.find_method(form.method)
            form.options = method.read_options(given_options(data, method))
            form._refuse_place()
            form.grid = form._read()
        except ValueError as error:  # GridError is one
            form._keep(error)
        return form

    def _set_board(self, data: QueryDict) -> None:
        """Take the shape of the board and its cells from a form. Raise ValueError for what is no shape."""
        self.shape = board_of(data)
        names = geometry_of(self.shape).cell_names
        self.cells = {name: str(data[name]) for name in names if data.get(name)}

    def _refuse_place(self) -> None:
        """Raise ValueError if `runs_in` is unknown, or has no statement for the method and its options."""
        if self.runs_in not in Solve.RunsIn.values:
            offered = ", ".join(Solve.RunsIn.values)
            raise ValueError(
                _("runs_in is %(given)s; choose one of %(offered)s")
                % {"given": repr(self.runs_in), "offered": offered}
            )
        if self.runs_in == Solve.RunsIn.POSTGRESQL:
            refuse_postgresql(self.method, self.options)

    @property
    def is_long(self) -> bool:
        """Whether the rejected text is too long for one puzzle, so that it may be meant for another page."""
        return self.error is not None and len(self.text) > LONGEST

    @property
    def places(self) -> list[tuple[str, str]]:
        """(value, label) of each place where a method can run: Python, PostgreSQL."""
        return [(str(value), str(label)) for value, label in Solve.RunsIn.choices]

    @property
    def why_not_in_postgresql(self) -> str:
        return why_not()

    def _read(self) -> engine.Grid:
        if self.text.strip():
            return self._read_text()
        if not any(value.strip() for value in self.cells.values()):
            raise engine.GridError("there is no puzzle here; type one into the board, or paste one")
        return read_fields(self.cells, self.shape)

    def _read_text(self) -> engine.Grid:
        if not self.shape.square_box:
            with suppress(engine.GridError):  # the cells of this board, and nothing else
                return read_board(self.text, self.shape).grid
        try:
            reading = engine.read_any(self.text, format=self.format or None)
        except engine.GridError:
            if self._is_mended():
                return read_fields(self.cells, self.shape)
            puzzles = [] if self.format else puzzles_in(self.text)
            if puzzles:
                self.several = len(puzzles)
                self.shape, self.cells = puzzles[0].shape, fields_of(puzzles[0])
            raise
        self.note, self.read_as = reading.note, reading.read_as
        return engine.position_of(reading)

    @classmethod
    def prefilled(cls, data: QueryDict) -> "SubmissionForm":
        """Return the form that a query string fills: `puzzle`, `format`, `size`, `method` and its options.

        The address of a refused form has all that was sent.
        """
        if SENT in data:
            return cls.from_data(data)
        method = str(data.get("method", BEST))
        form = cls(
            text=str(data.get("puzzle", "")),
            format=str(data.get("format", "")),
            method=method if method in engine.methods() else BEST,
        )
        try:
            form.shape = board_of(data)
        except ValueError as error:
            form.error = str(error)
        chosen_method = engine.find_method(form.method)
        with suppress(ValueError):  # for example, options of a method that does not exist
            form.options = chosen_method.read_options(given_options(data, chosen_method))
        if form.text and not form.error:
            try:
                form.grid = form._read()
            except engine.GridError as error:
                if not form.several:
                    form._keep(error)
            else:
                form.shape, form.cells, form.text = form.grid.shape, fields_of(form.grid), ""
        return form

    def _is_mended(self) -> bool:
        """Return whether the board shows what was read of the text, and somebody has changed it."""
        names = geometry_of(self.shape).cell_names
        shown = "".join(self.cells.get(name, "").strip() or "0" for name in names)
        return bool(self.mending) and shown != self.mending

    @classmethod
    def filled(cls, grid: engine.Grid, method: str, options: dict[str, Value]) -> "SubmissionForm":
        cells = fields_of(grid)
        return cls(method=method, options=options, shape=grid.shape, cells=cells, grid=grid)

    def _keep(self, error: ValueError) -> None:
        """Keep the input and show a pasted line on the board with its clashes marked."""
        self.error = str(error)
        if isinstance(error, engine.GridError):
            self.clashes = frozenset(str(cell) for cell in error.cells)
        nearest = error.nearest if isinstance(error, engine.GridError) else None
        is_shown = nearest and int(len(nearest.digits) ** 0.5) in sizes()
        if nearest and is_shown and self.text.strip() and not self._is_mended():
            self._show_nearest(nearest)
        elif not self.cells:
            self._show_line()

    def _show_nearest(self, nearest: Nearest) -> None:
        """Show what could be read of the text on the board, with the doubtful cells marked."""
        self.shape = boxed(round(len(nearest.digits) ** 0.25))
        names = geometry_of(self.shape).cell_names
        pairs = zip(names, nearest.digits, strict=True)
        self.cells = {name: ALPHABET[digit] for name, digit in pairs if digit}
        self.clashes = frozenset(names[cell] for cell in nearest.doubtful)
        self.mending = "".join(ALPHABET[digit] for digit in nearest.digits)

    def _show_line(self) -> None:
        packed = "".join(self.text.split()).upper()
        size = next((size for size in sizes() if size * size == len(packed)), None)
        if size and packed.isascii() and set(packed) <= {*".*_-", *ALPHABET[: size + 1]}:
            self.shape = boxed(round(size**0.5))
            names = geometry_of(self.shape).cell_names
            self.cells = {
                name: digit
                for name, digit in zip(names, packed, strict=True)
                if digit not in "0.*_-"
            }

    @cached_property  # the template reads it on many lines
    def entry(self) -> Entry:
        return draw_entry(self.cells, self.clashes, self.shape, self.several)


def sent_fields(data: QueryDict) -> list[tuple[str, str]]:
    """Return the (name, text) of each field that a form sent, without the options of other methods.

    Blank ones are left out, but not among options, where they say that nothing is selected.
    """
    method = data.get("method", BEST)
    others = tuple(f"{name}-" for name in engine.methods() if name != method)
    return [
        (name, text)
        for name, texts in data.lists()
        for text in texts
        if (text or name.startswith(f"{method}-")) and not name.startswith(others)
        if name != "csrfmiddlewaretoken"
    ]


def board_of(data: QueryDict) -> Shape:
    """Return the board that a form or an address asks for, or the usual one."""
    return read_shape(data, data.getlist("rule"), USUAL)


def puzzles_in(text: str) -> list[engine.Grid]:
    """Return the puzzles of a text if it is a list of several and most of them can be read, else []."""
    try:
        readings = readings_in(text, settings.BATCH_PUZZLES)
    except engine.GridError:
        return []
    grids = [engine.position_of(r) for r in readings if isinstance(r, engine.Reading)]
    # Each row of a 16×16 board could be read as a 4×4 board.
    is_one_board = len(readings) == 16 and all(grid.size == 4 for grid in grids)
    is_list = len(grids) > 1 and 2 * len(grids) >= len(readings) and not is_one_board
    return grids if is_list else []


def given_options(data: QueryDict, method: Method) -> dict[str, Any]:
    """Return the method's options that a form sent, not checked yet. A field is named `METHOD-OPTION`.

    A blank value says that the field of a list was on the page, though nothing is selected.
    """
    given: dict[str, Any] = {**form_options(method)}
    for option in method.options:
        name = f"{method.name}-{option.name}"
        if name in data:
            values = [value for value in data.getlist(name) if value]
            given[option.name] = values if option.kind == "several" else data[name]
    return given
