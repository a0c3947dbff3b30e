-- The relations that every rule reads, made of two arrays with an entry a cell: the mask of its candidates, and
-- that of the digit which was placed there, 0 while it is open. Digit d is bit d - 1.
digit (digit, bit) AS (
  SELECT d, 1 << (d - 1) FROM generate_series(1, :size) AS d),
cell (cell, row_unit, column_unit, box_unit) AS (
  SELECT r * :size + c, r, :size + c, 2 * :size + r / :box * :box + c / :box
  FROM generate_series(0, :size - 1) AS r CROSS JOIN generate_series(0, :size - 1) AS c),
unit_cell (unit, kind, cell) AS (
  SELECT row_unit, 'row', cell FROM cell
  UNION ALL SELECT column_unit, 'column', cell FROM cell
  UNION ALL SELECT box_unit, 'box', cell FROM cell),
cell_mask (cell, mask, placed_mask) AS (
  SELECT n::int - 1, mask, placed_mask
  FROM unnest(%(candidates)s::int[], %(placed)s::int[]) WITH ORDINALITY AS board (mask, placed_mask, n)),
candidate (cell, digit) AS (
  SELECT cell, digit FROM cell_mask JOIN digit ON mask & bit <> 0),
open_candidate (cell, digit) AS (
  SELECT cell, digit FROM cell_mask JOIN digit ON mask & bit <> 0 WHERE placed_mask = 0),
placed (cell, digit) AS (
  SELECT cell, digit FROM cell_mask JOIN digit ON placed_mask = bit)
