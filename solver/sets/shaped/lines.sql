-- What the joins read beside it: each way to fill a set with different digits, as a board with a bit for each cell
-- and digit, cell · n² + digit - 1 counted from the right.
mark (cell, digit, bit, board) AS (
  SELECT cell, digit, bit, set_bit(0::bit(:bits), :bits - cell * :size - digit, 1) FROM candidate JOIN digit USING (digit)),
slot (unit, nth, cells, bit, board) AS MATERIALIZED (
  SELECT unit, nth, cells, bit, board
  FROM (SELECT unit, cell, row_number() OVER (PARTITION BY unit ORDER BY cell)::int AS nth,
               count(*) OVER (PARTITION BY unit)::int AS cells FROM set_cell) AS place
  JOIN mark USING (cell)),
filling (unit, nth, cells, used, board) AS (
  SELECT unit, nth, cells, bit, board FROM slot WHERE nth = 1
  UNION ALL
  SELECT f.unit, s.nth, f.cells, f.used | s.bit, f.board | s.board
  FROM filling AS f JOIN slot AS s ON s.unit = f.unit AND s.nth = f.nth + 1
  WHERE f.used & s.bit = 0),
line (unit, board) AS MATERIALIZED (
  SELECT unit, board FROM filling WHERE nth = cells)
