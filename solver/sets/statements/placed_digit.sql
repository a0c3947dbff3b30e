-- Placed digit
-- idea: A digit that stands in a cell is removed from every cell that shares a unit with it: a join of the candidates with the placed digits.
-- article: 001 has one DELETE with an OR of four EXISTS: the cell is solved, or its row, column or square has the value; 003 has two delete rules for it, 002 a view Candidate.
-- postgresql: A join with a table of units, for rows, columns and boxes alike; RETURNING returns the deleted rows, where T-SQL counts with @@ROWCOUNT.
WITH source AS (
  SELECT nth::int AS nth, cell FROM unnest(%(sources)s::int[]) WITH ORDINALITY AS given (cell, nth)),
stands AS (
  SELECT unit, digit, cell, nth FROM source JOIN placed USING (cell) JOIN unit_cell USING (cell)),
lost AS (
  SELECT DISTINCT ON (c.cell, c.digit) s.nth, s.cell AS source, c.cell, c.digit
  FROM candidate AS c JOIN unit_cell AS u USING (cell)
  JOIN stands AS s ON s.unit = u.unit AND s.digit = c.digit AND s.cell <> c.cell
  ORDER BY c.cell, c.digit, s.nth)
SELECT ARRAY[nth] AS turn, NULL::int AS unit, ARRAY[source] AS cells, 1 << (digit - 1) AS digits, cell, digit
FROM lost ORDER BY turn, cell, digit
