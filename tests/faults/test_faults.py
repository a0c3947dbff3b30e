"""The short form of the fault suite: some of the faults, a tenth of each. `make faults` does them all."""

import pytest

from .faults import FAULTS, suffer
from .site import Clock, Site

SHORT = (1, 5, 8, 9, 11, 14, 19)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    clock = Clock(lease=60, period=2, task=50, solve=10)
    with Site(tmp_path_factory.mktemp("faults"), clock, is_short=True) as site:
        yield site


@pytest.mark.parametrize("number", SHORT, ids=lambda number: FAULTS[number].title)
def test_bears(site, number):
    print(suffer(site, FAULTS[number], submissions=20, rate=5))
