-- Sudoku by sets: five published articles on T-SQL, as they were written, in PostgreSQL 14 to 18.
--
--   psql -X -f sudoku.sql
--   SELECT * FROM sudoku.solve('029000008030000010000520097070056100000000000006310070760041000050000020800000630', 'combos');
--   SELECT * FROM sudoku.passes('029…', 'combos');   -- each statement of each pass: rows touched and milliseconds
--   SELECT * FROM sudoku.board('029…', 'combos');    -- the board at the end, digits left in open cells
--
-- Methods: combos (000), branches (001), guessing (002), rules (003), joins (004), and word for word
-- 'combos as printed' and 'branches as printed'. A third value is the limit in seconds, 10 without it.
-- A method that gets no further returns no row and says so. No row is returned that breaks a rule of Sudoku.
--
-- The role needs CREATE on the database, and TEMPORARY to run it. No superuser, no extension. All tables are
-- temporary, and those of the last run stay: SELECT * FROM "#passes". DROP SCHEMA sudoku CASCADE removes it.
-- After SET sudoku.boards = 'on' the record has the board after each statement too.
-- Lines that end in `-- ours` are of no article: they keep rows and times, hold the limit, or help the planner.
SET client_min_messages = warning;
SET check_function_bodies = off;  -- the tables are made at each run
CREATE SCHEMA IF NOT EXISTS sudoku;

-- Drop temporary tables, without a word if there are none.
CREATE OR REPLACE FUNCTION sudoku.forget(VARIADIC names text[]) RETURNS void
LANGUAGE plpgsql SET client_min_messages = warning AS $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY names LOOP
    EXECUTE format('DROP TABLE IF EXISTS pg_temp.%I CASCADE', name);
  END LOOP;
END $$;

-- Forget the last run, and begin a record with a limit in seconds.
CREATE OR REPLACE FUNCTION sudoku.begin_record(method text, seconds numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sudoku.forget('#passes');
  CREATE TEMP TABLE "#passes" (pass int, statement text, "rows" bigint, ms numeric, board text, ended timestamptz DEFAULT clock_timestamp());
  INSERT INTO "#passes" VALUES (0, '', 0, 0);
  PERFORM set_config('sudoku.method', method, false);
  PERFORM set_config('sudoku.until', (extract(epoch FROM clock_timestamp()) + seconds)::text, false);
END $$;

CREATE OR REPLACE FUNCTION sudoku.note("@pass" int, "@statement" text, "@touched" bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  took numeric := round(1000 * extract(epoch FROM clock_timestamp() - (SELECT max(ended) FROM "#passes"))::numeric, 2);
  left_now text;
BEGIN
  IF current_setting('sudoku.boards', true) = 'on' THEN
    left_now := sudoku.board_now(current_setting('sudoku.method'));
  END IF;
  INSERT INTO "#passes" (pass, statement, "rows", ms, board) VALUES ("@pass", "@statement", "@touched", took, left_now);
END $$;

CREATE OR REPLACE FUNCTION sudoku.is_over() RETURNS boolean LANGUAGE sql AS $$
  SELECT extract(epoch FROM clock_timestamp()) > current_setting('sudoku.until')::numeric
$$;
