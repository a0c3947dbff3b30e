SELECT min(cell) AS cell, digit
FROM candidate JOIN unit_cell USING (cell)
GROUP BY unit, digit HAVING count(*) = 1
EXCEPT
SELECT cell, digit FROM placed
