-- Placed digit
-- idea: A digit that stands in a cell goes from every cell that shares a unit with it: a join of candidates with what is placed.
-- article: 001, 002 and 003 DELETE … FROM with one statement for rows, one for columns, one for squares; 002 has it as a view instead.
-- postgresql: DELETE … USING, once for all three kinds of unit, since they are rows of one table; RETURNING says what left, where T-SQL counts with @@ROWCOUNT.
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
