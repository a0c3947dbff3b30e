"""The five levels of difficulty as pages show them: bars, always beside their word."""

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _

from solver.engine.rating import LEVELS


@dataclass(frozen=True)
class Level:
    """A level by its number, from 1 for the easiest. Templates include `solver/_level.html` with it."""

    number: int

    @classmethod
    def named(cls, name: str) -> "Level":
        """Return the level with this name, which is one of `engine.rating.LEVELS`, such as `hard`."""
        return cls(LEVELS.index(name) + 1)

    @classmethod
    def of(cls, stored: int | None) -> "Level | None":
        """Return the level by its number, which is stored with a puzzle, or None if the puzzle is not rated."""
        return cls(stored) if stored else None

    @property
    def words(self) -> str:
        return capfirst(_(LEVELS[self.number - 1]))

    @property
    def bars(self) -> tuple[bool, ...]:
        return tuple(at < self.number for at in range(len(LEVELS)))

    @property
    def drawn(self) -> SafeString:
        """The level as HTML, bars and its word. It is fast enough for lists of dozens."""
        return _draw(get_language() or "", self)


@lru_cache(maxsize=100)  # a few for each language
def _draw(_language: str, level: Level) -> SafeString:
    return render_to_string("solver/_level.html", {"level": level})
