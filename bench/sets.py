"""What methods as SQL take of PostgreSQL's processor: each method an iteration, and a batch a round.

python -m bench.sets            the five methods, on the articles' puzzles and those of the lists
python -m bench.sets --batch 10000    the method `rules` on so many boards, one statement a round

SETS_DATABASE_URL is that of the rules; a batch makes a temporary table at DATABASE_URL. Both are on this
machine: what they have had of the processor is read from /proc. The plans that a solve keeps are taken too.
"""

import os
import random
import time
from collections.abc import Iterator

import psycopg

from solver.engine import Budget, Solving, read
from solver.engine.geometry import Geometry, geometry
from solver.sets import Database, tellers

from .common import ARTICLES, LISTS, arguments, processor_ms, samples

MOST = 400  # iterations of a story that is told
SAMPLE = 100  # boards of a batch that the engine does too


def listed(each: int) -> list[str]:
    """The articles' puzzles, and so many of each list that there is."""
    known = samples(LISTS, each).values()
    return [*ARTICLES.values(), *(row[0] for rows in known for row in rows)]


# --- A solve at a time ----------------------------------------------------------------------------------


def methods(database: Database, puzzles: list[str], chosen: list[str]) -> None:
    print("| method | puzzles | iterations | statements | PostgreSQL ms | Python ms | a puzzle |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for method in chosen or tellers():
        told = [one for text in puzzles if (one := tell(database, method, text))]
        iterations, statements, ms, python = (sum(column) for column in zip(*told, strict=True))
        print(
            f"| `{method}` | {len(told)} | {iterations:.0f} | {statements / iterations:.1f} "
            f"| {ms / iterations:.2f} | {python / iterations:.2f} | {ms / len(told):.0f} ms |"
        )


def tell(database: Database, method: str, text: str) -> tuple[float, ...] | None:
    """(Iterations, statements, ms of PostgreSQL, ms of the engine); None where the story is too long."""
    engines = Solving(read(text), method, budget=Budget(3, MOST))
    count = sum(1 for _ in engines)
    if count >= MOST or engines.elapsed >= 3:
        return None
    with database.solving():
        before = processor_ms(database.backend)
        list(tellers()[method](database, engines.grid, engines.options))
        spent = processor_ms(database.backend) - before
    return count, database.statements, spent, 1000 * engines.elapsed


# --- A batch: a row a board, a column a cell ------------------------------------------------------------


def round_of_rules(shape: Geometry) -> str:
    """One round of the method `rules` over all boards of a table, as one SELECT of expressions.

    Each board is a row: `m0` … are masks of candidates, `p0` … of what is placed, 0 while open. Each rule is a
    layer over the one before; OFFSET 0 keeps PostgreSQL from copying a layer's expressions into the next.
    """
    cells = range(shape.cell_count)
    old = [*(f"m{c} AS om{c}" for c in cells), *(f"p{c} AS op{c}" for c in cells)]
    state = f"{columns('m', cells)}, {columns('p', cells)}"
    text = f"SELECT id, {state}, {', '.join(old)} FROM board WHERE round = $1"
    kept = ["id", columns("om", cells), columns("op", cells)]
    text = seen(shape, text, [*kept, columns("m", cells), columns("p", cells)])
    text = layer(
        text,
        [*kept, columns("p", cells)],
        {f"m{c}": f"CASE WHEN p{c} = 0 THEN s{c} ELSE m{c} END" for c in cells},
    )
    text = place(
        shape,
        text,
        kept,
        {c: f"CASE WHEN s{c} & (s{c} - 1) = 0 THEN s{c} ELSE 0 END" for c in cells},
    )
    for kind in ("row", "column", "box"):
        units = {i: unit.cells for i, unit in enumerate(shape.units) if unit.kind == kind}
        text = place_hidden(shape, text, kept, units)
    whole = {f"a{i}": either(f"m{c}" for c in unit.cells) for i, unit in enumerate(shape.units)}
    text = layer(text, [*kept, columns("m", cells), columns("p", cells)], whole)
    changed = " OR ".join(f"m{c} <> om{c} OR p{c} <> op{c}" for c in cells)
    broken = " OR ".join(f"a{i} <> {shape.all_digits_mask}" for i in range(len(shape.units)))
    empty = " OR ".join(f"m{c} = 0" for c in cells)
    return (
        f"INSERT INTO board SELECT id, $1 + 1, ({changed}), ({broken} OR {empty}), "
        f"{columns('m', cells)}, {columns('p', cells)} FROM ({text}) AS last"
    )


def columns(letter: str, numbers: range) -> str:
    return ", ".join(f"{letter}{number}" for number in numbers)


def either(names: Iterator[str]) -> str:
    return f"({' | '.join(names)})"


def layer(inner: str, kept: list[str], new: dict[str, str]) -> str:
    made = (f"{expression} AS {name}" for name, expression in new.items())
    return f"SELECT {', '.join((*kept, *made))} FROM ({inner}) AS inside OFFSET 0"


def seen(shape: Geometry, inner: str, kept: list[str]) -> str:
    """Adds `u0` …, what is placed in a unit, then `s0` …: candidates of open cells that no placed peer has."""
    units = {f"u{i}": either(f"p{c}" for c in unit.cells) for i, unit in enumerate(shape.units)}
    masks = {
        f"s{c}": f"CASE WHEN p{c} = 0 THEN m{c} & ~{either(f'u{u}' for u in shape.units_of[c])} ELSE 0 END"
        for c in range(shape.cell_count)
    }
    return layer(layer(inner, kept, units), [*kept, *units], masks)


def place(shape: Geometry, inner: str, kept: list[str], found: dict[int, str]) -> str:
    """Place what an expression over `s0` … says of each cell; 0 is nothing."""
    cells = range(shape.cell_count)
    board = [columns("m", cells), columns("p", cells)]
    text = layer(
        seen(shape, inner, [*kept, *board]), [*kept, *board], {f"x{c}": found[c] for c in cells}
    )
    masks = {
        f"{letter}{c}": f"CASE WHEN x{c} <> 0 THEN x{c} ELSE {letter}{c} END"
        for letter in "mp"
        for c in cells
    }
    return layer(text, kept, masks)


def place_hidden(
    shape: Geometry, inner: str, kept: list[str], units: dict[int, tuple[int, ...]]
) -> str:
    """Place digits with one place left in their unit; of two for one cell the lower."""
    cells, box = range(shape.cell_count), shape.box
    board = [columns("m", cells), columns("p", cells)]
    text = seen(shape, inner, [*kept, *board])
    kept_too = [*kept, *board, columns("s", cells), *(f"u{i}" for i in units)]
    parts: dict[str, str] = {}
    for i, of_unit in units.items():
        for j in range(box):
            part = [f"s{c}" for c in of_unit[j * box : (j + 1) * box]]
            twice = (f"({name} & {either(iter(part[:n]))})" for n, name in enumerate(part) if n)
            parts |= {f"o{i}_{j}": either(iter(part)), f"w{i}_{j}": either(twice)}
    text = layer(text, kept_too, parts)
    alone = {}
    for i in units:
        once = [f"o{i}_{j}" for j in range(box)]
        twice = [f"w{i}_{j}" for j in range(box)]
        twice += [f"({name} & {either(iter(once[:n]))})" for n, name in enumerate(once) if n]
        alone[f"h{i}"] = f"{either(iter(once))} & ~{either(iter(twice))} & ~u{i}"
    text = layer(text, [*kept, *board, columns("s", cells)], alone)
    unit_of = {c: i for i, of_unit in units.items() for c in of_unit}
    text = layer(text, [*kept, *board], {f"y{c}": f"s{c} & h{unit_of[c]}" for c in cells})
    masks = {
        f"{letter}{c}": f"CASE WHEN y{c} <> 0 THEN y{c} & -y{c} ELSE {letter}{c} END"
        for letter in "mp"
        for c in cells
    }
    return layer(text, kept, masks)


def batch(url: str, count: int) -> None:
    """Every board of a batch by `rules`, and some of them by the engine too."""
    shape, chance = geometry(3), random.Random(8)
    puzzles = list(relabelled(listed(300), count, chance))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET jit = off; SET plan_cache_mode = force_generic_plan")
        cells = range(shape.cell_count)
        masks = ", ".join(f"{letter}{c} int" for letter in "mp" for c in cells)
        connection.execute(
            f"CREATE TEMP TABLE board (id int, round int, changed bool, broken bool, {masks})"
        )
        before = processor_ms(connection.info.backend_pid)
        load(connection, shape, puzzles)
        loaded = processor_ms(connection.info.backend_pid) - before
        connection.execute(f"PREPARE one_round (int) AS {going_on(round_of_rules(shape))}")
        rounds = 0
        while connection.execute(f"EXECUTE one_round ({rounds})").rowcount:
            rounds += 1
        spent = processor_ms(connection.info.backend_pid) - before
        same, python = compare(connection, shape, puzzles, chance)
        print(
            f"{count:,} boards, {rounds} rounds: {spent:,.0f} ms of PostgreSQL, {loaded:,.0f} of them loading: "
            f"{1000 * count / spent:,.0f} boards a second. The engine, with its steps: {python:,.0f} a second. "
            f"{same} of {min(SAMPLE, count)} sampled boards the same."
        )


def going_on(statement: str) -> str:
    """A round is over those that the round before has changed, and not broken."""
    return statement.replace("WHERE round = $1", "WHERE round = $1 AND changed AND NOT broken")


def relabelled(puzzles: list[str], count: int, chance: random.Random) -> Iterator[str]:
    """As many puzzles: those there are, then the same with other digits for theirs."""
    for number in range(count):
        digits = list("123456789")
        if number >= len(puzzles):
            chance.shuffle(digits)
        names = str.maketrans(".123456789", "0" + "".join(digits))
        yield puzzles[number % len(puzzles)].translate(names)


def load(connection: psycopg.Connection, shape: Geometry, puzzles: list[str]) -> None:
    with connection.cursor().copy("COPY board FROM STDIN") as copy:
        for number, puzzle in enumerate(puzzles):
            placed = [1 << (int(digit) - 1) if digit != "0" else 0 for digit in puzzle]
            masks = [mask or shape.all_digits_mask for mask in placed]
            copy.write_row((number, 0, True, False, *masks, *placed))


def compare(
    connection: psycopg.Connection, shape: Geometry, puzzles: list[str], chance: random.Random
) -> tuple[int, float]:
    """(Sampled boards with the engine's outcome, rounds and candidates, boards a second of the engine)."""
    same, started = 0, time.thread_time()
    sampled = chance.sample(range(len(puzzles)), min(SAMPLE, len(puzzles)))
    told = {number: Solving(read(puzzles[number]), "rules") for number in sampled}
    stories = {number: list(solving) for number, solving in told.items()}
    seconds = time.thread_time() - started
    for number, solving in told.items():
        row = connection.execute(
            "SELECT * FROM board WHERE id = %s ORDER BY round DESC LIMIT 1", [number]
        ).fetchone()
        assert row is not None
        _, rounds, _, broken, *masks = row
        iterations = stories[number]
        if solving.outcome == "contradiction":
            same += broken and rounds == len(iterations)
        else:
            candidates = tuple(masks[: shape.cell_count])
            same += (rounds, candidates) == (len(iterations), iterations[-1].candidates)
    return same, len(sampled) / seconds


def main() -> None:
    asked = arguments(__doc__, batch=0, each=20, methods=[])
    if asked.batch:
        batch(os.environ["DATABASE_URL"], asked.batch)
        return
    database = Database(os.environ["SETS_DATABASE_URL"])
    methods(database, listed(asked.each), asked.methods)
    database.close()


if __name__ == "__main__":
    main()
