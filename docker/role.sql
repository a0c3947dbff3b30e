-- Run once, when the data is set up: the site's role owns its database and has no say over others;
-- the superuser has no password and so comes in by the socket of its container alone.
\getenv password POSTGRES_PASSWORD
CREATE ROLE sudoku LOGIN PASSWORD :'password';
CREATE DATABASE sudokusite OWNER sudoku;
ALTER ROLE postgres PASSWORD NULL;
