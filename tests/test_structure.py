"""The counts of `tests/structure.py`, on a small tree of modules made for it."""

import ast
from types import ModuleType

import pytest
import structure

SAMPLES = {"some", "is_thorough", "sampled"}  # what is tried of what is alike
FILES = {
    "__init__": "from .top import Page",
    "top": "from house.middle import two\nfrom .middle.one import Board\nclass Page: ...",
    "middle/__init__": "",
    "middle/one": "class Board: ...\nclass Meta: ...",
    "middle/two": "def late():\n    from .. import base",
    "base": "import house.floor\nclass Board: ...\nclass Command: ...",
    "floor": "from house import base\nfrom importlib import import_module",
    "migrations/one": "import house.top",
}


@pytest.fixture
def root(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "house" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_graph_has_each_import_at_any_depth(root):
    assert structure.graph_of(root, "house") == {
        "__init__": {"top"},
        "top": {"middle"},
        "middle": {"base"},
        "base": {"floor"},
        "floor": {"base"},
    }


def test_count_gives_every_figure_of_a_package(root):
    assert structure.count(root, "house") == {
        "rooms": 5,
        "floors": 4,
        "arrows": 5,
        "up": 1,
        "circles": 1,
        "loose": 4,
        "dynamic": 1,
    }


def test_arrows_up_counts_the_fewest():
    graph = {"a": {"b", "c"}, "b": {"c", "a"}, "c": {"a"}}
    (circle,) = structure.circles_of(graph)
    assert structure.arrows_up(graph, circle) == 2


def test_trip_counts_stops_and_returns(root):
    texts = {
        "top": "def tell():\n    for _ in range(3): say(); count()\n    end()\n",
        "words": "def say(): name()\ndef end(): ...\n",
        "names": "def name(): ...\n",
    }
    spaces = {}
    for name, text in texts.items():
        module = ModuleType(name)
        exec(compile(text, str(root / "house" / f"{name}.py"), "exec"), module.__dict__)
        spaces[name] = module
    spaces["top"].say, spaces["top"].end = spaces["words"].say, spaces["words"].end
    spaces["words"].name = spaces["names"].name
    spaces["top"].count = dict  # a builtin is no stop
    found = structure.trip_of(root, "house", spaces["top"].tell)
    assert found == {"stops": 4, "returns": 1}  # top, words, names, words


def test_main_fails_beyond_a_limit(capsys, monkeypatch):
    monkeypatch.setattr(structure, "count", lambda root, name: {"rooms": 4, "arrows": 2})
    limits = {"solver": {"rooms": 3, "arrows": 3}}
    monkeypatch.setattr(structure, "limits", lambda table: limits)
    assert structure.main() == 1
    assert capsys.readouterr().out.splitlines() == [
        "solver: 4 rooms, of at most 3 (tests/structure.py)",
        "solver: arrows fell to 2; write it into pyproject.toml",
    ]


def test_shared_names_gives_the_places_of_each_class(root):
    assert structure.shared_names(root, "house") == {
        "Board": ["house/base.py:2: Board", "house/middle/one.py:1: Board"]
    }


def test_only_one_module_imports_the_wording_of_steps():
    said = {"explainers", "say_clauses", "say_sets"}
    modules = structure.modules(structure.ROOT, "solver").items()
    found = {
        name
        for name, path in modules
        if said & {imported for _, imported in structure.imports(name, path)}
    }
    assert found == {"solver.engine.techniques.description"}


def test_no_module_beyond_the_techniques_asks_one_for_its_sentence():
    found = {
        name
        for name, path in structure.modules(structure.ROOT, "solver").items()
        if not name.startswith("solver.engine.techniques.")
        if "module.explain" in path.read_text()
        or "explain" in {imported for _, imported in structure.imports(name, path)}
    }
    assert not found


def test_no_function_of_the_engine_imports_against_a_circle():
    """Two packages import their modules late, which a program that only solves does not need."""
    late = {
        name
        for name, path in structure.modules(structure.ROOT, "solver.engine").items()
        for function in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom)
        and (node.level or str(node.module).startswith("solver"))
    }
    assert late == {"solver.engine.exact", "solver.engine.symmetry"}


def test_what_tries_a_sample_is_marked_so_that_make_fuzz_tries_the_whole():
    found = {
        f"{path.name}::{function.name}"
        for path in (structure.ROOT / "tests").rglob("test_*.py")
        for function in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_")
        if any(
            isinstance(node, ast.Call) and ast.unparse(node.func) in SAMPLES
            for node in ast.walk(function)
        )
        if "pytest.mark.fuzz" not in map(ast.unparse, function.decorator_list)
    }
    assert not found
