"""From submitting to the finished solve, through the API of a running site: p50 and p95.

    python bench/latency.py [--address http://127.0.0.1:8000] [--solves 100] [--method combos]

One solve at a time, so it says what a visitor of an idle site waits for, not what the site can bear.
"""

import argparse
import json
import statistics
import time
import urllib.request
from typing import Any

PUZZLES = (
    "029000008030000010000520097070056100000000000006310070760041000050000020800000630",
    "500000002000560073090200005003008400068000730004100800300001060680092000400000007",
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
)
PAUSE = 0.002  # seconds between two looks


def ask(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        solve_now: dict[str, Any] = json.load(answer)
    return solve_now


def one_solve(address: str, puzzle: str, method: str) -> float:
    started = time.perf_counter()
    solve = ask(f"{address}/api/v1/solves/", {"puzzle": puzzle, "method": method})
    while True:
        solve_now = ask(f"{address}{solve['url']}")
        if solve_now["status"] in ("finished", "failed"):
            assert solve_now["status"] == "finished", solve_now["failure"]
            return time.perf_counter() - started
        time.sleep(PAUSE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", default="http://127.0.0.1:8000")
    parser.add_argument("--solves", type=int, default=100)
    parser.add_argument("--method", default="combos")
    options = parser.parse_args()
    one_solve(options.address, PUZZLES[0], options.method)  # warm
    seconds = sorted(
        one_solve(options.address, PUZZLES[number % len(PUZZLES)], options.method)
        for number in range(options.solves)
    )
    p50, p95 = statistics.median(seconds), seconds[int(len(seconds) * 0.95) - 1]
    print(
        f"{options.solves} solves by {options.method}: p50 {p50 * 1000:.0f} ms, "
        f"p95 {p95 * 1000:.0f} ms, slowest {seconds[-1] * 1000:.0f} ms"
    )


if __name__ == "__main__":
    main()
