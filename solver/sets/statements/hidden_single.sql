-- Hidden single
-- idea: A digit with a single place left in a unit goes there: GROUP BY unit, digit HAVING count(*) = 1. Two digits with the same only place are a contradiction.
-- article: 001 (unqInRow, unqInCol, unqInSquare) and 002 (Single Token, RowNumber = 1 against doubles) group by unit and value; 003 nests NOT EXISTS in NOT EXISTS, relational division.
-- postgresql: One grouping over a table of units; a window names the first digit of a cell, where DISTINCT ON or RowNumber = 1 would hide the second.
WITH single AS (
  SELECT unit, array_position(ARRAY['column', 'row', 'box'], min(kind)) AS rank, digit, min(cell) AS cell
  FROM candidate JOIN unit_cell USING (cell)
  WHERE kind = ANY (%(kinds)s::text[])
  GROUP BY unit, digit HAVING count(*) = 1),
named AS (
  SELECT *, row_number() OVER turns AS nth, first_value(digit) OVER turns AS first
  FROM single WHERE NOT EXISTS (SELECT FROM placed WHERE placed.cell = single.cell)
  WINDOW turns AS (PARTITION BY cell ORDER BY rank, unit, digit))
SELECT ARRAY[rank, unit, digit] AS turn, unit, ARRAY[cell] AS cells, (1 << (digit - 1)) | (1 << (first - 1)) AS digits, cell, digit
FROM named WHERE nth = 1 OR digit <> first ORDER BY turn
