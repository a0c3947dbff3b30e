-- List the lines
-- idea: All remaining ways to fill a unit, for the order of the joins: each unit in turn lets the partial boards grow least.
-- article: 004 joins row, column, row, column …, with squares as early as they help, an order its author found by trying.
-- postgresql: The driver chooses the order and passes it to the join as rows; join_collapse_limit = 1 would keep a written order in the same way.
SELECT unit, board::text FROM line
