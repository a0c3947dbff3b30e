"""The form of the front page: a board or a pasted text, a method and its options."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.core.errors import Nearest
from solver.engine.core.geometry import box_for_size, geometry
from solver.engine.core.i18n import ALPHABET
from solver.engine.methods.base import Method, Value
from solver.engine.notation.base import LONGEST
from solver.models import SIZES, Solve
from solver.puzzles.files.many import readings_in
from solver.solves.runs import refuse_postgresql, why_not

from .board import Entry, draw_entry, fields_of, read_fields, sizes
from .methods import BEST

USUAL = 9


@dataclass
class SubmissionForm:
    """A submission as it was typed, and what is wrong with it in one sentence."""

    text: str = ""
    method: str = BEST
    options: dict[str, Value] = field(default_factory=dict)
    size: int = USUAL
    cells: dict[str, str] = field(default_factory=dict)  # by cell name
    error: str | None = None
    clashes: frozenset[str] = frozenset()  # names of the cells that are wrong
    runs_in: str = Solve.RunsIn.PYTHON
    format: str = ""  # told apart by itself when blank
    grid: engine.Grid | None = None
    note: str = ""  # what a pasted text was understood as
    several: int = 0  # puzzles of a text that holds more than one; there is no `grid` then

    @classmethod
    def from_data(cls, data: QueryDict) -> "SubmissionForm":
        """Read and check; a pasted text wins over the board.

        `grid` is None when `error` is set, also where the text holds several puzzles.
        """
        size = board_size(data.get("size", ""), SIZES)
        names = geometry(box_for_size(size)).cell_names
        form = cls(
            text=str(data.get("puzzle", "")),
            format=str(data.get("format", "")),
            method=str(data.get("method", BEST)),
            runs_in=str(data.get("runs_in", Solve.RunsIn.PYTHON)),
            size=size,
            cells={name: str(data[name]) for name in names if data.get(name)},
        )
        try:
            chosen = engine.find_method(form.method)
            form.options = chosen.read_options(given_options(data, chosen))
            form._refuse_place()
            form.grid = form._read()
        except ValueError as error:  # GridError is one
            form._keep(error)
        return form

    def _refuse_place(self) -> None:
        """ValueError for a place that there is not, or that has no statement for what is chosen."""
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
        """Whether what was refused is longer than a puzzle: it is meant for another page, perhaps."""
        return self.error is not None and len(self.text) > LONGEST

    @property
    def places(self) -> list[tuple[str, str]]:
        """Where a method may run, with words."""
        return [(str(value), str(words)) for value, words in Solve.RunsIn.choices]

    @property
    def why_not_in_postgresql(self) -> str:
        return why_not()

    def _read(self) -> engine.Grid:
        if self.text.strip():
            return self._read_text()
        if not any(value.strip() for value in self.cells.values()):
            raise engine.GridError("there is no puzzle here: type one into the board, or paste one")
        return read_fields(self.cells, self.size)

    def _read_text(self) -> engine.Grid:
        try:
            reading = engine.read_any(self.text, format=self.format or None)
        except engine.GridError:
            puzzles = [] if self.format else puzzles_in(self.text)
            if puzzles:
                self.several = len(puzzles)
                self.size, self.cells = puzzles[0].size, fields_of(puzzles[0])
            raise
        self.note = reading.note
        return engine.position_of(reading)

    @classmethod
    def prefilled(cls, data: QueryDict) -> "SubmissionForm":
        """The form as an address or a text asks for it: `puzzle`, `format`, `size`, `method`, its options."""
        method = str(data.get("method", BEST))
        form = cls(
            text=str(data.get("puzzle", "")),
            format=str(data.get("format", "")),
            method=method if method in engine.methods() else BEST,
            size=board_size(data.get("size", ""), sizes()),
        )
        chosen = engine.find_method(form.method)
        with suppress(ValueError):  # as of a method that there is not
            form.options = chosen.read_options(given_options(data, chosen))
        if form.text:
            try:
                form.grid = form._read()
            except engine.GridError as error:
                if not form.several:
                    form._keep(error)
            else:
                form.size, form.cells, form.text = form.grid.size, fields_of(form.grid), ""
        return form

    @classmethod
    def filled(cls, grid: engine.Grid, method: str, options: dict[str, Value]) -> "SubmissionForm":
        cells = fields_of(grid)
        return cls(method=method, options=options, size=grid.size, cells=cells, grid=grid)

    def _keep(self, error: ValueError) -> None:
        """Leave what was typed where it was, and show a pasted line on the board, its clashes ringed."""
        self.error = str(error)
        if isinstance(error, engine.GridError):
            self.clashes = frozenset(str(cell) for cell in error.cells)
        nearest = error.nearest if isinstance(error, engine.GridError) else None
        if nearest and int(len(nearest.digits) ** 0.5) in sizes():
            self._show_nearest(nearest)
        elif not self.cells:
            self._show_line()

    def _show_nearest(self, nearest: Nearest) -> None:
        """Put what was read of a text on the board, to be mended there, its doubtful cells ringed."""
        self.size = int(len(nearest.digits) ** 0.5)
        names = geometry(box_for_size(self.size)).cell_names
        pairs = zip(names, nearest.digits, strict=True)
        self.cells = {name: ALPHABET[digit] for name, digit in pairs if digit}
        self.clashes = frozenset(names[cell] for cell in nearest.doubtful)
        self.text = ""  # it would win over the board

    def _show_line(self) -> None:
        packed = "".join(self.text.split()).upper()
        size = next((size for size in sizes() if size * size == len(packed)), None)
        if size and packed.isascii() and set(packed) <= {*".*_-", *ALPHABET[: size + 1]}:
            names = geometry(box_for_size(size)).cell_names
            self.size = size
            self.cells = {
                name: digit
                for name, digit in zip(names, packed, strict=True)
                if digit not in "0.*_-"
            }

    @cached_property  # asked for once it has been filled, and then by many a line of the template
    def entry(self) -> Entry:
        return draw_entry(self.cells, self.clashes, self.size, self.several)


def board_size(text: str, known: Iterable[int]) -> int:
    """The size of board that is asked for; the usual one where there is no such size."""
    return next((size for size in known if str(size) == text), USUAL)


def puzzles_in(text: str) -> list[engine.Grid]:
    """The puzzles of a text with several of them, most of which can be read; none where it is no such text."""
    try:
        found = readings_in(text, settings.BATCH_PUZZLES)
    except engine.GridError:
        return []
    grids = [engine.position_of(each) for each in found if isinstance(each, engine.Reading)]
    # Each row of a 16×16 board could be a board of its own.
    is_one_board = len(found) == 16 and all(grid.size == 4 for grid in grids)
    is_list = len(grids) > 1 and 2 * len(grids) >= len(found) and not is_one_board
    return grids if is_list else []


def given_options(data: QueryDict, method: Method) -> dict[str, Any]:
    """Choices for a method's own options; a blank field says that a list was on the page."""
    given: dict[str, Any] = {}
    for option in method.options:
        name = f"{method.name}-{option.name}"
        if name in data:
            values = [value for value in data.getlist(name) if value]
            given[option.name] = values if option.kind == "several" else data[name]
    return given
