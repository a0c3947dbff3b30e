-- The database in which methods run as SQL, and its role, which can do nothing else. It keeps nothing, so both are
-- made anew whenever this runs: by psql as a superuser, and by `make run` at each start.
\getenv password SETS_PASSWORD
DROP DATABASE IF EXISTS sudoku_sets WITH (FORCE);
DROP ROLE IF EXISTS sudoku_sets;
CREATE ROLE sudoku_sets LOGIN NOINHERIT CONNECTION LIMIT 10 PASSWORD :'password';
CREATE DATABASE sudoku_sets TEMPLATE template0;
REVOKE ALL ON DATABASE sudoku_sets FROM PUBLIC;
-- The articles' own SQL works on temporary tables, in a transaction that is rolled back.
GRANT CONNECT, TEMPORARY ON DATABASE sudoku_sets TO sudoku_sets;
-- Nobody but its owner has any business in the site's database, or in those that come with the server.
REVOKE ALL ON DATABASE sudokusite, postgres, template1 FROM PUBLIC;
ALTER ROLE sudoku_sets SET default_transaction_read_only = on;
ALTER ROLE sudoku_sets SET statement_timeout = '5s';
ALTER ROLE sudoku_sets SET lock_timeout = '500ms';
ALTER ROLE sudoku_sets SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE sudoku_sets SET client_connection_check_interval = '1s';
ALTER ROLE sudoku_sets SET work_mem = '16MB';
ALTER ROLE sudoku_sets SET temp_file_limit = '128MB';
ALTER ROLE sudoku_sets SET max_parallel_workers_per_gather = 0;
ALTER ROLE sudoku_sets SET jit = off;
\connect sudoku_sets
REVOKE ALL ON SCHEMA public FROM PUBLIC;
-- PostgreSQL up to 15 lets a large object be written in a transaction that is read only.
REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
