"""The short form of the fault suite: one of them, so that it works when `make faults` does them all."""

import pytest

from .faults import FAULTS, suffer
from .site import Clock, Site

SHORT = (11,)  # tests/queue kills workers, takes Redis away, and has soft time limits


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    clock = Clock(lease=60, period=2, task=50, solve=10)
    with Site(tmp_path_factory.mktemp("faults"), clock, is_short=True) as site:
        yield site


@pytest.mark.parametrize("number", SHORT, ids=lambda number: FAULTS[number].title)
def test_bears(site, number):
    print(suffer(site, FAULTS[number], submissions=20, rate=5))
