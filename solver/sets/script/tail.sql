
-- The board after each iteration, pivoted: a row a row, a column a column; all digits are 1-:last, none is !.
\pset format unaligned
\pset tuples_only on
WITH word AS (
  SELECT iteration, branch, cell, CASE mask WHEN 0 THEN '!' WHEN (1 << :size) - 1 THEN '1-:last'
    ELSE (SELECT string_agg(substr('123456789ABCDEFGHIJKLMNOP', digit, 1), '' ORDER BY digit) FROM digit WHERE mask & bit <> 0) END AS digits
  FROM board),
line AS (
  SELECT iteration, branch, cell / :size AS r,
         string_agg(rpad(digits, (SELECT max(length(digits)) FROM word AS w WHERE w.iteration = word.iteration)),
                    CASE WHEN mod(cell, :box) = 0 THEN ' | ' ELSE ' ' END ORDER BY cell) AS cells
  FROM word GROUP BY iteration, branch, cell / :size)
SELECT format(E'Iteration %s%s: %s placed, %s removed\n%s\n', iteration,
              CASE WHEN branch > 1 THEN ', branch ' || branch ELSE '' END,
              (SELECT count(*) FROM affected AS a WHERE a.iteration = line.iteration AND effect = 'placed'),
              (SELECT count(*) FROM affected AS a WHERE a.iteration = line.iteration AND effect = 'removed'),
              string_agg(rtrim(cells), E'\n' ORDER BY r))
FROM line GROUP BY iteration, branch ORDER BY iteration;
SELECT words FROM ending;
ROLLBACK;
