-- Push solved cells
-- idea: Naked singles and hidden singles of rows, columns and boxes, all seen on the same board and placed together.
-- article: 001 (PushSolvedCells) has a common table expression for each of the four, joined by UNION, in one INSERT; a cursor visits branch after branch.
-- postgresql: The same UNION; what two of the four say about a cell is compared, where the article waits for a unique index to reject it.
WITH single AS (
  SELECT 0 AS rank, NULL::int AS unit, min(digit) AS digit, cell
  FROM open_candidate GROUP BY cell HAVING count(*) = 1
  UNION ALL
  SELECT array_position(ARRAY['column', 'row', 'box'], min(kind)), unit, digit, min(cell)
  FROM candidate JOIN unit_cell USING (cell)
  GROUP BY unit, digit HAVING count(*) = 1),
named AS (
  SELECT *, row_number() OVER turns AS nth, first_value(digit) OVER turns AS first
  FROM single WHERE NOT EXISTS (SELECT FROM placed WHERE placed.cell = single.cell)
  WINDOW turns AS (PARTITION BY cell ORDER BY rank, unit, digit))
SELECT ARRAY[rank, coalesce(unit, cell), digit] AS turn, unit, ARRAY[cell] AS cells,
       (1 << (digit - 1)) | (1 << (first - 1)) AS digits, cell, digit
FROM named WHERE nth = 1 OR digit <> first ORDER BY turn
