-- Guess
-- idea: The open cell with the fewest candidates, or with the most, is tried with each of its digits in turn.
-- article: 002 takes TOP 1 of the cells by Size DESC; SAVE TRANSACTION, TRY and CATCH: what a wrong guess throws rolls back to it, and the next digit is tried.
-- postgresql: ORDER BY … LIMIT 1 for TOP 1. SAVEPOINT would do as SAVE TRANSACTION does, and would roll the story back with the board: the driver keeps the two arrays instead.
SELECT cell, bit_or(1 << (digit - 1)) AS digits
FROM open_candidate GROUP BY cell ORDER BY count(*) * %(sign)s::int, cell LIMIT 1
