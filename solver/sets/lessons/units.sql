WITH place AS (
  SELECT unit, digit, count(*) AS places
  FROM candidate JOIN unit_cell USING (cell) GROUP BY unit, digit)
SELECT DISTINCT lost.cell, lost.digit
FROM place JOIN unit_cell USING (unit) JOIN candidate AS c USING (cell, digit)
JOIN sees USING (cell)
JOIN candidate AS lost ON lost.cell = sees.other AND lost.digit = c.digit
GROUP BY unit, places, lost.cell, lost.digit HAVING count(*) = places
