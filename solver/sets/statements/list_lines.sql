-- List the lines
-- idea: All ways to fill a unit that are left, for the order of the joins: each unit in turn lets the partial boards grow least.
-- article: 004 joins row, column, row, column …, with squares as early as they help, an order its author found by trying.
-- postgresql: The order is the driver's, told to the join as rows; join_collapse_limit = 1 would hold a written order just so.
SELECT unit, board::text FROM line
