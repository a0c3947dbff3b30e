-- Guess
-- idea: The open cell with the fewest candidates, or with the most, is tried with each of its digits in turn.
-- article: 002 takes TOP 1 of the cells by Size DESC; then SAVE TRANSACTION, TRY and CATCH: what a wrong guess throws rolls back to it, and the next digit is tried.
-- postgresql: ORDER BY … LIMIT 1 for TOP 1. SAVEPOINT would work like SAVE TRANSACTION, but it would roll back the iterations with the board; so the driver keeps the two arrays.
SELECT cell, bit_or(1 << (digit - 1)) AS digits
FROM open_candidate GROUP BY cell ORDER BY count(*) * %(sign)s::int, cell LIMIT 1
