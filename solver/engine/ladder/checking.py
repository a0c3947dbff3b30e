"""Verify steps before they are carried out, if that is switched on.

A wrong finder then ends the solve with an error that names the step, and never with a wrong answer.
"""

from dataclasses import dataclass

from ..core.position import Position
from ..core.proof import set_name
from ..core.proof_check import verify
from ..core.steps import Step
from ..techniques.description import describe_step


@dataclass
class Checking:
    """Whether each step is verified. It is off in the engine by itself, and the site has a setting for it."""

    is_on: bool = False


checking = Checking()


class NotProved(Exception):
    """A step whose proof does not hold at its position. The message names the step, but not the puzzle."""

    def __init__(self, position: Position, step: Step) -> None:
        geometry = position.masks.geometry
        described = describe_step(geometry, step, "sets")
        done = " ".join(described.done)
        where = set_name(geometry, step.cells[0]) if step.cells else "no cell"
        super().__init__(
            f"{step.technique} at {where}, {done}: not proved by {described.sets or 'anything'};"
            f" numbers {step.numbers}"
        )


def checked(position: Position, step: Step) -> Step:
    """Return the step unchanged. If steps are verified, raise NotProved if its proof does not hold."""
    if checking.is_on and not verify(position, step):
        raise NotProved(position, step)
    return step
