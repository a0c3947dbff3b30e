"""What a fault is, and what several of them do."""

import itertools
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import invariants
from .load import Load, work
from .site import Answer, Site, check, wait_for


@dataclass(frozen=True)
class Fault:
    number: int
    title: str
    do: Callable[[Site, Load], str]
    patience: float  # of the clients


FAULTS: dict[int, Fault] = {}


def fault(number: int, title: str, patience: float = 0):
    def enter(do: Callable[[Site, Load], str]) -> Callable[[Site, Load], str]:
        FAULTS[number] = Fault(number, title, do, patience)
        return do

    return enter


def suffer(site: Site, fault: Fault, submissions: int, rate: float) -> tuple[str, str]:
    """Cause one fault, and return its figures and how many submissions were acknowledged and answered.

    Raise AssertionError if something does not hold.
    """
    site.clear()
    load = Load(site, submissions, rate, fault.patience)
    try:
        figures = fault.do(site, load)
    finally:
        load.finish()
    site.settle()
    invariants.hold(site, load.acknowledged)
    return figures, f"{len(load.acknowledged)} of {len(load.sent)}"


def submit(site: Site, number: int) -> str:
    answer = site.submit(*work(number))
    check(answer.solve, f"not acknowledged: {answer.status} {answer.text[:100]}")
    return str(answer.solve)


def burst(site: Site, number: int) -> list[str]:
    with ThreadPoolExecutor(16) as hands:
        return list(hands.map(lambda index: submit(site, index), range(number)))


def is_answered(site: Site, solves: list[str]) -> bool:
    query = (
        "SELECT count(*) FROM solver_solve WHERE finished_at IS NOT NULL AND id = ANY(%s::uuid[])"
    )
    return bool(site.sql(query, solves)[0][0] == len(solves))


def all_answered(site: Site, solves: list[str], seconds: float = 120) -> float:
    return wait_for(
        lambda: is_answered(site, solves), site.within(seconds), f"{len(solves)} answers"
    )


def statuses(answers: list[Answer]) -> dict[int, int]:
    ordered = sorted(answer.status for answer in answers)
    return {status: len(list(group)) for status, group in itertools.groupby(ordered)}


def run(*words: object) -> None:
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    check(result.returncode == 0, f"{words[0]}: {result.stderr[-300:]}")
