-- The relations of a board of another shape. Its sets of cells are a relation that is bound: the units, with each
-- digit once, then groups and pairs, with a digit at most once. Two cells see each other if they share a set.
digit (digit, bit) AS (
  SELECT d, 1 << (d - 1) FROM generate_series(1, :size) AS d),
set_cell (unit, kind, cell) AS MATERIALIZED (
  SELECT unit, kind, cell
  FROM unnest(%(set_units)s::int[], %(set_kinds)s::text[], %(set_cells)s::int[]) AS given (unit, kind, cell)),
unit_cell (unit, kind, cell) AS (
  SELECT unit, kind, cell FROM set_cell WHERE unit < %(whole)s::int),
cell_mask (cell, mask, placed_mask) AS (
  SELECT n::int - 1, mask, placed_mask
  FROM unnest(%(candidates)s::int[], %(placed)s::int[]) WITH ORDINALITY AS board (mask, placed_mask, n)),
candidate (cell, digit) AS (
  SELECT cell, digit FROM cell_mask JOIN digit ON mask & bit <> 0),
open_candidate (cell, digit) AS (
  SELECT cell, digit FROM cell_mask JOIN digit ON mask & bit <> 0 WHERE placed_mask = 0),
placed (cell, digit) AS (
  SELECT cell, digit FROM cell_mask JOIN digit ON placed_mask = bit),
sees (cell, other) AS (
  SELECT DISTINCT a.cell, b.cell FROM set_cell AS a JOIN set_cell AS b USING (unit) WHERE a.cell <> b.cell)
