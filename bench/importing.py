"""A file of many puzzles imported in the background: lines a second, and the memory of the worker.

    python -m bench.importing [--lines 100000]

One line in a thousand is wrong. The site runs by its production command lines.
"""

import json
import time

import psutil

from .common import arguments, production

SUBMIT = """
import io, os, random, time
from solver.engine import Transformation, read_line
from solver.library.files.reading import bounded, items_in
from solver.library.starters import STARTERS
from solver.queue import submission

rng, lines = random.Random(7), []
known = [read_line(starter.givens) for starter in STARTERS if len(starter.givens) == 81]
for number in range(int(os.environ["LINES"])):
    line = Transformation.random(3, rng).apply(known[number % len(known)]).text
    lines.append(line[:-1] if number % 1000 == 0 else line)
text = io.BytesIO("\\n".join(lines).encode())
started = time.monotonic()
submission.submit_job("import", bounded(items_in(text)), "Benchmark", {"at_once": True})
print(time.monotonic() - started)
"""
STATE = "SELECT status, phase, total, busy_seconds, counts FROM solver_job"


def main() -> None:
    lines = arguments(__doc__, lines=100_000).lines
    with production() as site:
        taken_in = float(site.shell(SUBMIT, LINES=str(lines)))
        print(f"{lines:,} lines taken in within {taken_in:.1f} s")
        popen = site.processes["worker-bulk"].popen
        assert popen
        checked, sizes = 0.0, []  # `busy_seconds` begins anew with each phase
        status, phase, total, busy, counts = site.sql(STATE)[0]
        while status in ("queued", "running"):
            time.sleep(0.2)
            status, phase, total, busy, counts = site.sql(STATE)[0]
            checked = busy if phase == 0 else checked
            family = [psutil.Process(popen.pid), *psutil.Process(popen.pid).children()]
            sizes.append(max(each.memory_info().rss for each in family) / 1e6)
    print(f"{status}: {json.dumps(counts)}")
    print(f"checked {total / checked:,.0f} lines a second, written {total / busy:,.0f}")
    third = len(sizes) // 3
    print(f"largest process: {max(sizes[:third]):.0f} MB in the first third of the time,", end=" ")
    print(f"{max(sizes[-third:]):.0f} MB in the last")


if __name__ == "__main__":
    main()
