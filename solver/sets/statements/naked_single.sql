-- Naked single
-- idea: A cell with a single candidate left is that digit: GROUP BY cell HAVING count(*) = 1.
-- article: 001 (onePossibleValue) and 002 (Single Candidate) group by cell HAVING COUNT(*) = 1; 003 asks that NOT EXISTS another value in the cell.
-- postgresql: The same to the letter; the INSERT returns its rows with RETURNING.
SELECT ARRAY[cell] AS turn, NULL::int AS unit, ARRAY[cell] AS cells, 1 << (min(digit) - 1) AS digits, cell, min(digit) AS digit
FROM open_candidate GROUP BY cell HAVING count(*) = 1 ORDER BY cell
