"""What becomes of texts as people copy them: a table of each through the reader and through an import.

    python -m bench.samples

The page, the API and `convert` ask the same reader; an import first finds the items of a file.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests/engine/notation"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")


def main() -> None:
    import django

    django.setup()
    from samples import NEAR, READ

    texts = READ | {name: text for name, (text, _words) in NEAR.items()}
    print("| sample | reader | import |\n|---|---|---|")
    for name, text in texts.items():
        print(f"| {name} | {_read(text)} | {_imported(text)} |")


def _read(text: str) -> str:
    from solver import engine

    try:
        reading = engine.read_any(text)
        return f"{reading.format}: {reading.grid.clue_count} clues"
    except engine.GridError as error:
        return f"refused: {error}"


def _imported(text: str) -> str:
    from solver import engine
    from solver.jobs.importing import read_item
    from solver.library.files.reading import items_in_text

    try:
        found = [read_item(item, n) for n, item in enumerate(items_in_text(text), 1)]
    except engine.GridError as error:
        return f"refused: {error}"
    fates = [each.fate for each in found]
    return ", ".join(f"{fates.count(fate)} {fate}" for fate in dict.fromkeys(fates))


if __name__ == "__main__":
    main()
