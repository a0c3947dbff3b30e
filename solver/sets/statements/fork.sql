-- Fork
-- idea: Of all boards, the open cell with the fewest candidates: its first digit stays, each other one gets a copy of the board under a new number.
-- article: 001 (Branch) numbers the digits after the last branch by ROW_NUMBER() and CROSS APPLY; an INSERT copies the candidates, another the solution, a DELETE removes the other digits.
-- postgresql: LIMIT 1 for TOP 1, LATERAL for CROSS APPLY. The boards stand one after the other in the two arrays, so a cell's number says its branch too.
SELECT (%(branches)s::int[])[1 + cell / :cells] AS branch, mod(cell, :cells) AS cell, bit_or(1 << (digit - 1)) AS digits
FROM open_candidate GROUP BY open_candidate.cell
ORDER BY count(*), mod(open_candidate.cell, :cells), 1 LIMIT 1
