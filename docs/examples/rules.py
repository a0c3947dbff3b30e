"""What each rule did in many solves, from their histories as lines of JSON.

curl -sS --compressed "$RESULTS?histories=1" | python rules.py
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable

COLUMNS = "{:28} {:>8} {:>10} {:>12}"


def tell(lines: Iterable[str]) -> None:
    solves, steps, placed, removed = 0, Counter[str](), Counter[str](), Counter[str]()
    for line in lines:
        solves += 1
        for iteration in json.loads(line).get("iterations", []):
            for step in iteration["steps"]:
                rule = step["technique"]
                steps[rule] += 1
                placed[rule] += len(step["placed"])
                removed[rule] += len(step["removed"])
    print(f"{solves} solves, {steps.total()} steps")
    print(COLUMNS.format("rule", "steps", "placed", "removed"))
    for rule, count in removed.most_common():
        print(COLUMNS.format(rule, steps[rule], placed[rule], count))


if __name__ == "__main__":
    tell(sys.stdin)
