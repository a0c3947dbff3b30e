"""Counts of the structure, held by `make lint`: limits stand in `[tool.structure]` of pyproject.toml.

    python tests/structure.py

Of a package:
- `rooms` are the packages and modules directly in it, its own `__init__` too; `loose` are the modules.
- `arrows` lead from a room to one that it imports, wherever the import stands.
- `circles` are groups of rooms that reach each other.
- `up` are the fewest arrows without which there is no circle.
- `floors` are the rooms, or circles, on the longest way down.
- `dynamic` are the modules that import others by a name in a string, which makes no arrow.

The trip of an iteration is what `web/solve/context.build_solve_context` calls to make the page of one. Here it
is the fifth iteration of the first article's puzzle by `combos`, without a database. Of each function of the
site only the first call counts, so that a loop is one call. The second run is counted, when all is imported.
- `stops` are runs of such calls in one module.
- `returns` are stops in a module that was left before.
"""

import ast
import os
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ASKED_FOR = {"Command", "Migration"}  # by Django
INLINED = {"<listcomp>", "<setcomp>", "<dictcomp>"}  # no calls from Python 3.12 on
ARTICLE_000 = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
Graph = dict[str, set[str]]
Figures = dict[str, int]


def modules(root: Path, package: str) -> dict[str, Path]:
    """Return each module of a package by its name; migrations are none of it."""
    paths = sorted((root / package.replace(".", "/")).rglob("*.py"))
    names = {path: path.relative_to(root).with_suffix("").as_posix() for path in paths}
    return {
        name.removesuffix("/__init__").replace("/", "."): path
        for path, name in names.items()
        if "/migrations/" not in name
    }


@cache
def parsed(path: Path) -> tuple[list[ast.Import | ast.ImportFrom], dict[str, int]]:
    """Return the imports of a module, and the line of each of its classes by name."""
    tree = ast.parse(path.read_bytes())
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return found, {node.name: node.lineno for node in classes if node.name not in ASKED_FOR}


def imports(name: str, path: Path) -> Iterator[tuple[str, str]]:
    """Yield what a module imports: (module, name in it), and the name is empty for a whole module."""
    package = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    for node in parsed(path)[0]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        else:
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((source, alias.name) for alias in node.names)


def graph_of(root: Path, package: str) -> Graph:
    """Return the rooms of a package, and of each those that it imports."""
    found = modules(root, package)

    def room(name: str) -> str:
        return name.removeprefix(f"{package}.").split(".")[0] if name != package else "__init__"

    graph: Graph = {room(name): set() for name in found}
    for name, path in found.items():
        for source, what in imports(name, path):
            target = f"{source}.{what}" if f"{source}.{what}" in found else source
            if target in found and room(target) != room(name):
                graph[room(name)].add(room(target))
    return graph


def circles_of(graph: Graph) -> list[frozenset[str]]:
    """Return the groups of rooms that reach each other; a room alone is one too."""

    def reached(start: str) -> set[str]:
        seen, left = {start}, [start]
        while left:
            new = graph[left.pop()] - seen
            seen |= new
            left += new
        return seen

    below = {room: reached(room) for room in graph}
    return list({frozenset(r for r in below[room] if room in below[r]) for room in graph})


def arrows_up(graph: Graph, circle: frozenset[str]) -> int:
    """Return the fewest arrows of a circle that go up, over all orders in which its rooms could stand."""

    @cache
    def fewest(above: frozenset[str]) -> int:
        rest = circle - above
        return min((len(graph[r] & above) + fewest(above | {r}) for r in rest), default=0)

    return fewest(frozenset())


def count(root: Path, package: str) -> Figures:
    graph = graph_of(root, package)
    circles = circles_of(graph)
    circle_of = {room: circle for circle in circles for room in circle}

    @cache
    def floor(circle: frozenset[str]) -> int:
        below = {circle_of[target] for room in circle for target in graph[room]} - {circle}
        return 1 + max(map(floor, below), default=0)

    folder = root / package.replace(".", "/")
    found = modules(root, package).items()
    return {
        "rooms": len(graph),
        "floors": max(map(floor, circles)),
        "arrows": sum(map(len, graph.values())),
        "up": sum(arrows_up(graph, circle) for circle in circles if len(circle) > 1),
        "circles": sum(len(circle) > 1 for circle in circles),
        "loose": len(list(folder.glob("*.py"))),
        "dynamic": sum("importlib" in dict(imports(name, path)) for name, path in found),
    }


def shared_names(root: Path, package: str) -> dict[str, list[str]]:
    """Return the places of each class whose name two modules define, by name."""
    places = defaultdict[str, list[str]](list)
    for path in modules(root, package).values():
        for name, line in parsed(path)[1].items():
            places[name].append(f"{path.relative_to(root)}:{line}: {name}")
    return {name: found for name, found in sorted(places.items()) if len(found) > 1}


def trip_of(root: Path, package: str, call: Callable[[], object]) -> Figures:
    """Return the stops and returns of a call within the modules of a package."""
    folder = f"{root / package.replace('.', '/')}{os.sep}"
    seen, entered = set(), list[str]()

    def note(frame: object, event: str, _: object) -> None:
        code = frame.f_code  # type: ignore[attr-defined]
        is_new = event == "call" and code not in seen and code.co_name not in INLINED
        if is_new and code.co_filename.startswith(folder):
            seen.add(code)
            entered.append(code.co_filename)

    call()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    stops = [name for name, _ in groupby(entered)]
    return {"stops": len(stops), "returns": len(stops) - len(set(stops))}


def page_of_an_iteration() -> Callable[[], object]:
    """Return what makes the page of an iteration of a solve that no database has."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "sudokusite.settings", "SECRET_KEY": "a1b2c3d4" * 8}
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from solver import engine
    from solver.engine.core.storage_codec import Packer
    from solver.models import Chapter, Puzzle, Solve
    from solver.solves.reading import get_snapshot
    from solver.web.solve.context import build_solve_context
    from solver.web.solve.solve_view import SolveView

    solving = engine.Solving(engine.read(ARTICLE_000), "combos")
    packer = Packer(9)
    told = [packer.add(iteration) for iteration in solving]
    stretch = packer.cut()
    assert stretch
    columns = ("first", "branches", "lefts", "parents", "techniques", "story")
    chapter = Chapter(**{name: getattr(stretch, name) for name in columns})
    solve = Solve(
        puzzle=Puzzle(givens=ARTICLE_000, box=3, clue_count=ARTICLE_000.count("0")),
        method="combos",
        status=Solve.Status.FINISHED,
        outcome=solving.outcome,
        verdict="unique",
        iteration_count=len(told),
        elapsed_ms=1.0,
    )
    solve._prefetched_objects_cache = {"chapters": [chapter]}
    shown = get_snapshot(solve, 5)
    return lambda: build_solve_context(SolveView(solve, 5), shown)


def limits(table: str) -> dict[str, Any]:
    """Return a table `[tool.…]` of pyproject.toml."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return dict(settings["tool"][table])


def main() -> int:
    too_many = 0
    for name, most in limits("structure").items():
        is_trip = name == "trip"
        found = trip_of(ROOT, "solver", page_of_an_iteration()) if is_trip else count(ROOT, name)
        for what, limit in most.items():
            if found[what] > limit:
                print(f"{name}: {found[what]} {what}, of at most {limit} (tests/structure.py)")
                too_many += 1
            elif found[what] < limit:
                print(f"{name}: {what} fell to {found[what]}; write it into pyproject.toml")
    return int(bool(too_many))


if __name__ == "__main__":
    sys.exit(main())
