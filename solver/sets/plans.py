"""A plan of PostgreSQL's, reduced to what a drawing shows."""

from typing import Any, TypedDict

# The relations that every statement begins with, which say nothing of its rule.
OF_ALL = {
    f"CTE {name}" for name in ("digit", "cell", "unit_cell", "cell_mask", "candidate", "mark")
}
KEYS = ("Hash Cond", "Join Filter", "Filter", "Group Key", "Sort Key", "Recheck Cond")


class Node(TypedDict):
    """A node of a plan, `depth` steps below its top."""

    depth: int
    name: str  # `Hash Join`
    of: str  # the relation or common table expression that it reads or makes, or empty
    why: str  # its condition, or its key, or empty
    rows: int  # in all of its loops
    refused: int  # by its filter


class Plan(TypedDict):
    """A plan that was run: its nodes from the top, and its time."""

    milliseconds: float  # by the clock
    nodes: list[Node]


def plan_of(explained: dict[str, Any]) -> Plan:
    """Return the plan for a drawing from the output of EXPLAIN (ANALYZE, FORMAT JSON)."""
    nodes: list[Node] = []
    _add(explained["Plan"], 0, nodes)
    return {"milliseconds": round(explained["Execution Time"], 3), "nodes": nodes}


def _add(node: dict[str, Any], depth: int, nodes: list[Node]) -> None:
    if node.get("Subplan Name") in OF_ALL:
        return
    loops = node["Actual Loops"]
    refused = sum(
        node.get(key, 0) for key in ("Rows Removed by Filter", "Rows Removed by Join Filter")
    )
    nodes.append(
        {
            "depth": depth,
            "name": node["Node Type"],
            "of": node.get("Subplan Name") or node.get("CTE Name") or node.get("Alias") or "",
            "why": next((_text(node[key]) for key in KEYS if key in node), "")[:200],
            "rows": round(node["Actual Rows"] * loops),
            "refused": round(refused * loops),
        }
    )
    for child in node.get("Plans", ()):
        _add(child, depth + 1, nodes)


def _text(key: Any) -> str:
    return ", ".join(key) if isinstance(key, list) else str(key)
