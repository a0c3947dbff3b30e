"""The people who go on submitting while something breaks: so many a second, each answer written down."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver import engine

from .site import Answer, Site

PUZZLES = (
    ARTICLE_000,
    ARTICLE_001,
    ALESCARGOT,
    "000000000020007000030001008506020000007800002080005007400080600600000503800010070",
    "3020000000040100",
)
METHODS = ("combos", "guessing", "rules", "branches")
PAIRS = [(puzzle, method) for puzzle in PUZZLES for method in METHODS]
LONG = (ALESCARGOT, "branches")  # half a second: it goes on in the slow lane
RELABELLED = 4  # so many puzzles of each, by other names of its digits


@cache
def work(number: int) -> tuple[str, str]:
    """A puzzle and a method, easy and hard ones in turn, a long one in eighty; the same for the same number."""
    round_, index = divmod(number, len(PAIRS))
    puzzle, method = PAIRS[index]
    shift = round_ % RELABELLED
    if (puzzle, method) == LONG and shift:
        method = "guessing"
    size = 4 if len(puzzle) == 16 else 9
    names = {str(digit): str((digit + shift - 1) % size + 1) for digit in range(1, size + 1)}
    return "".join(names.get(character, character) for character in puzzle), method


@cache
def expected(puzzle: str, method: str) -> tuple[str, str, int]:
    """Outcome, verdict and number of iterations where nothing breaks."""
    solution = engine.solve(engine.read(puzzle), method)
    return solution.outcome, solution.count.verdict, len(solution.iterations)


class Load:
    """Submits through the API from `start` until `finish`, at least `least` times."""

    def __init__(self, site: Site, least: int, rate: float, patience: float = 0) -> None:
        self.site = site
        self.least = least
        self.rate = rate  # a second
        self.patience = patience
        self.sent: list[Future[Answer]] = []
        self.may_end = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        started = time.monotonic()
        # Many hands: a slow answer must not make the others come later.
        with ThreadPoolExecutor(200) as hands:
            while len(self.sent) < self.least or not self.may_end.is_set():
                puzzle, method = work(len(self.sent))
                self.sent.append(hands.submit(self.site.submit, puzzle, method, self.patience))
                time.sleep(max(0.0, started + len(self.sent) / self.rate - time.monotonic()))

    def finish(self) -> None:
        self.may_end.set()
        self.thread.join()

    @property
    def answers(self) -> list[Answer]:
        """Those that are there by now."""
        return [future.result() for future in self.sent if future.done()]

    @property
    def acknowledged(self) -> list[str]:
        return [answer.solve for answer in self.answers if answer.solve]
