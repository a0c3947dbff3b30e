"""Does the faults, one after the other, and prints a line for each; exit status 1 if the site fails one.

make faults                     all of them, each under 500 submissions at 20 a second
make faults ARGS="1 5 --submissions 100"
make faults ARGS=--short         a tenth of each, for a machine with other work
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for `puzzles`

from .faults import FAULTS, suffer
from .site import Clock, Site

ONLY_LOGS = shutil.ignore_patterns("postgres", "redis", "*.dump")


def suffer_all(numbers: list[int], options: argparse.Namespace) -> Iterator[bool]:
    clock = Clock(lease=60, period=2, task=50, solve=10) if options.short else Clock()
    remaining = list(numbers)
    while remaining:
        with (
            tempfile.TemporaryDirectory(prefix="faults-") as folder,
            Site(Path(folder), clock, options.short) as site,
        ):
            while remaining:
                fault = FAULTS[remaining.pop(0)]
                started = time.monotonic()
                try:
                    result, well = suffer(site, fault, options.submissions, options.rate), True
                except AssertionError as error:
                    result, well = (str(error), ""), False
                seconds = f"{time.monotonic() - started:.0f} s"
                cells = (fault.number, fault.title, *result, seconds, "pass" if well else "FAIL")
                print(f"| {' | '.join(map(str, cells))} |", flush=True)
                yield well
                if not well:
                    if options.logs:
                        shutil.copytree(folder, options.logs, ignore=ONLY_LOGS, dirs_exist_ok=True)
                    break  # and go on with a site of its own for the next


def main() -> int:
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("numbers", type=int, nargs="*", choices=[*FAULTS, []])
    parser.add_argument("--submissions", type=int, help="under each fault, at least; 500")
    parser.add_argument("--rate", type=float, help="submissions a second; 20")
    parser.add_argument(
        "--short", action="store_true", help="a tenth of each, and no speed is judged"
    )
    parser.add_argument("--logs", help="a folder for the logs of a site that failed")
    options = parser.parse_args()
    options.submissions = options.submissions or (20 if options.short else 500)
    options.rate = options.rate or (5 if options.short else 20)
    print("| # | fault | figures | acknowledged and answered | time | |", flush=True)
    print("|---|---|---|---|---|---|", flush=True)
    results = list(suffer_all(options.numbers or sorted(FAULTS), options))
    print(f"\n{sum(results)} of {len(results)} passed.")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
