\set ON_ERROR_STOP on
\set QUIET on
BEGIN;
SET LOCAL client_min_messages = warning;
SET LOCAL jit = off;
SET LOCAL enable_nestloop = off;
SET LOCAL enable_mergejoin = off;

-- The shape of the board, and its rows: what is placed, and what may still be.
CREATE TEMP TABLE digit AS
  SELECT d AS digit, 1 << (d - 1) AS bit FROM generate_series(1, :size) AS d;
:board
CREATE TEMP TABLE candidate (cell int NOT NULL, digit int NOT NULL);
CREATE TEMP TABLE placed (cell int NOT NULL, digit int NOT NULL);
CREATE TEMP VIEW open_candidate AS
  SELECT cell, digit FROM candidate WHERE NOT EXISTS (SELECT FROM placed WHERE placed.cell = candidate.cell);
CREATE TEMP VIEW cell_mask AS
  SELECT cell, coalesce(bit_or(1 << (candidate.digit - 1)), 0) AS mask,
         coalesce(bit_or(1 << (placed.digit - 1)), 0) AS placed_mask
  FROM cell LEFT JOIN candidate USING (cell) LEFT JOIN placed USING (cell) GROUP BY cell;
INSERT INTO candidate
  SELECT n - 1, digit FROM unnest(:masks::int[]) WITH ORDINALITY AS start (mask, n) JOIN digit ON mask & bit <> 0;
INSERT INTO placed
  SELECT n - 1, given FROM unnest(:givens::int[]) WITH ORDINALITY AS start (given, n) WHERE given > 0;

-- What the drivers below keep of it: each row that a rule affected, and the board after each iteration.
CREATE TEMP TABLE found (turn int[], unit int, cells int[], digits int, cell int, digit int);
CREATE TEMP TABLE affected (iteration int, rule text, effect text, unit int, cells int[], digits int, cell int, digit int);
CREATE TEMP TABLE board (iteration int, branch int, cell int, mask int);
CREATE TEMP TABLE ending (words text);

CREATE FUNCTION pg_temp.keep_board(iteration int, branch int DEFAULT 1) RETURNS void LANGUAGE sql AS $$
  INSERT INTO board SELECT $1, $2, cell, mask FROM cell_mask $$;

CREATE FUNCTION pg_temp.find(call text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM found;
  EXECUTE 'INSERT INTO found SELECT * FROM pg_temp.find_' || call;
END $$;

-- DELETE what a rule found; how many rows that affected, or -1 where it found a contradiction.
CREATE FUNCTION pg_temp.remove(pass int, rule text, call text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE gone int;
BEGIN
  PERFORM pg_temp.find(call);
  IF EXISTS (SELECT FROM found WHERE found.cell IS NULL) THEN
    RETURN -1;
  END IF;
  DELETE FROM candidate USING found WHERE candidate.cell = found.cell AND candidate.digit = found.digit;
  GET DIAGNOSTICS gone = ROW_COUNT;
  INSERT INTO affected SELECT pass, rule, 'removed', f.unit, f.cells, f.digits, f.cell, f.digit FROM found AS f;
  RETURN gone;
END $$;

-- INSERT what stands in `found`, each cell once; the cell's other candidates go with it.
CREATE FUNCTION pg_temp.place(pass int, rule text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE done int;
BEGIN
  DELETE FROM found USING found AS first WHERE found.cell = first.cell AND found.turn > first.turn;
  INSERT INTO placed SELECT f.cell, f.digit FROM found AS f;
  GET DIAGNOSTICS done = ROW_COUNT;
  DELETE FROM candidate USING found WHERE candidate.cell = found.cell;
  INSERT INTO candidate SELECT f.cell, f.digit FROM found AS f;
  INSERT INTO affected SELECT pass, rule, 'placed', f.unit, f.cells, f.digits, f.cell, f.digit FROM found AS f;
  RETURN done;
END $$;

CREATE FUNCTION pg_temp.clashes() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM found WHERE digits & (digits - 1) <> 0) $$;

CREATE FUNCTION pg_temp.all_placed() RETURNS int[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(cell ORDER BY cell), '{}') FROM placed $$;
