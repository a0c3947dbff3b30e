-- Article 004, on performance tips by the example of Sudoku: rebuilt from its six steps, which name these tables and procedures. Its scripts were a download.
--: rebuilt: Rebuilt from the article’s description, which names the tables and the six steps. Its scripts are not in the text.
--: differs: The article keeps lines that add up to 45 and deletes those with a digit twice. This site’s engine counts both at once, removes lines that cross no other, and joins in an order of its own.
--= tables: A row a cell and digit, and a row a solution
CREATE OR REPLACE PROCEDURE sudoku.Fill_GS("@board" text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sudoku.forget('temp_gs', 'temp_gs_result', '@nums');  -- ours
  CREATE TEMP TABLE TEMP_GS (PUZZLE_NUM int, ROW_NUM int, COL_NUM int, SQUARE_NUM int, VAL int);
  CREATE TEMP TABLE TEMP_GS_RESULT (PUZZLE_NUM int, SOLUTION char(81));
  INSERT INTO TEMP_GS
  SELECT 1, i/9 + 1, i%9 + 1, i/27*3 + i%9/3 + 1, substr("@board", i + 1, 1)::int
  FROM generate_series(0, 80) i WHERE substr("@board", i + 1, 1) > '0';
END $$;

--= nums: Step 1: numbers from 1 to 9
CREATE OR REPLACE PROCEDURE sudoku.CALCULATE_GS("@PUZZLE_NUM" int)
LANGUAGE plpgsql SET join_collapse_limit = 1 SET enable_nestloop = off SET jit = off AS $$
DECLARE n bigint; most int := 12000000; kind text; k int; a int; b int; pass int := 0; ends text;
BEGIN
  CREATE TEMP TABLE "@nums" (N int PRIMARY KEY);
  INSERT INTO "@nums" SELECT generate_series(1, 9);

--= singletons: Singletons, as long as there are any
  LOOP
    pass := pass + 1;
    INSERT INTO TEMP_GS (PUZZLE_NUM, ROW_NUM, COL_NUM, SQUARE_NUM, VAL)
    SELECT "@PUZZLE_NUM", r.N, c.N, (r.N-1)/3*3 + (c.N-1)/3 + 1, MAX(v.N)
    FROM "@nums" r CROSS JOIN "@nums" c CROSS JOIN "@nums" v
    WHERE NOT EXISTS (SELECT 1 FROM TEMP_GS g
        WHERE g.PUZZLE_NUM = "@PUZZLE_NUM" AND g.ROW_NUM = r.N AND g.COL_NUM = c.N)
      AND NOT EXISTS (SELECT 1 FROM TEMP_GS g
        WHERE g.PUZZLE_NUM = "@PUZZLE_NUM" AND g.VAL = v.N
          AND (g.ROW_NUM = r.N OR g.COL_NUM = c.N OR g.SQUARE_NUM = (r.N-1)/3*3 + (c.N-1)/3 + 1))
    GROUP BY r.N, c.N
    HAVING COUNT(*) = 1;
    GET DIAGNOSTICS n = ROW_COUNT;
    PERFORM sudoku.note(pass, 'singletons', n);  -- ours
    EXIT WHEN n = 0;
  END LOOP;

--= others: Then every other cell with all its digits
  INSERT INTO TEMP_GS (PUZZLE_NUM, ROW_NUM, COL_NUM, SQUARE_NUM, VAL)
  SELECT "@PUZZLE_NUM", r.N, c.N, (r.N-1)/3*3 + (c.N-1)/3 + 1, v.N
  FROM "@nums" r CROSS JOIN "@nums" c CROSS JOIN "@nums" v
  WHERE NOT EXISTS (SELECT 1 FROM TEMP_GS g
      WHERE g.PUZZLE_NUM = "@PUZZLE_NUM" AND g.ROW_NUM = r.N AND g.COL_NUM = c.N)
    AND NOT EXISTS (SELECT 1 FROM TEMP_GS g
      WHERE g.PUZZLE_NUM = "@PUZZLE_NUM" AND g.VAL = v.N
        AND (g.ROW_NUM = r.N OR g.COL_NUM = c.N OR g.SQUARE_NUM = (r.N-1)/3*3 + (c.N-1)/3 + 1));
  GET DIAGNOSTICS n = ROW_COUNT;
  PERFORM sudoku.note(pass + 1, 'possible digits', n);  -- ours
  ANALYZE TEMP_GS;  -- ours

--= lines: Steps 2 to 4: rows, columns and squares that add up to 45
  pass := pass + 1;
  ends := format('clock_timestamp() < %L', to_timestamp(current_setting('sudoku.until')::float8));  -- ours
  FOREACH kind IN ARRAY ARRAY['ROW', 'COL', 'SQUARE'] LOOP
    FOR k IN 1..9 LOOP
      IF sudoku.combinations(kind, k) > most THEN  -- ours
        PERFORM sudoku.note(pass, format('stopped: #%s%s would read more than %s rows', kind, k, most), 0); RETURN;  -- ours
      END IF;  -- ours
      PERFORM sudoku.forget(format('#%s%s', kind, k));  -- ours
      EXECUTE format('CREATE TEMP TABLE "#%s%s" AS SELECT %s FROM %s WHERE %s = 45', kind, k,
        sudoku.listed('p%1$s.VAL AS V%1$s', ', '),
        (SELECT string_agg(format('(SELECT VAL FROM TEMP_GS WHERE %s) p%s', sudoku.place(kind, k, i), i)
          || CASE i WHEN 1 THEN '' ELSE ' ON ' || CASE WHEN i < 6 THEN ends ELSE 'true' END END, ' JOIN ' ORDER BY i) FROM generate_series(1, 9) i),
        sudoku.listed('p%1$s.VAL', ' + '));
      GET DIAGNOSTICS n = ROW_COUNT;
      PERFORM sudoku.note(pass, format('SELECT INTO #%s%s', kind, k), n);  -- ours

--= distinct: Step 5: lines with a digit twice are deleted, pair of places by pair
      FOR a IN 1..8 LOOP
        FOR b IN a + 1..9 LOOP
          EXECUTE format('DELETE FROM "#%s%s" WHERE V%s = V%s', kind, k, a, b);
        END LOOP;
      END LOOP;
      EXECUTE format('ANALYZE "#%s%s"', kind, k);
      EXECUTE format('SELECT COUNT(*) FROM "#%s%s"', kind, k) INTO n;  -- ours
      PERFORM sudoku.note(pass, format('DELETE #%s%s, rows left', kind, k), n);  -- ours
      IF sudoku.is_over() THEN RETURN; END IF;  -- ours
    END LOOP;
  END LOOP;

--= join: Step 6: one join of all 27, in palette order
  EXECUTE format('INSERT INTO TEMP_GS_RESULT SELECT %s, concat(%s) FROM %s', "@PUZZLE_NUM",
    (SELECT string_agg(format('ROW%s.V%s', i/9 + 1, i%9 + 1), ', ' ORDER BY i) FROM generate_series(0, 80) i),
    sudoku.palette(ends));
  GET DIAGNOSTICS n = ROW_COUNT;
  PERFORM sudoku.note(pass + 1, 'join of 27 tables', n);  -- ours
END $$;

--= texts: What the dynamic SQL is made of
CREATE OR REPLACE FUNCTION sudoku.listed(form text, separator text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(format(form, i), separator ORDER BY i) FROM generate_series(1, 9) i
$$;

CREATE OR REPLACE FUNCTION sudoku.cell_of(kind text, k int, i int) RETURNS int LANGUAGE sql AS $$
  SELECT CASE kind
    WHEN 'ROW' THEN k*10 + i
    WHEN 'COL' THEN i*10 + k
    ELSE ((k-1)/3*3 + (i-1)/3 + 1)*10 + (k-1)%3*3 + (i-1)%3 + 1 END
$$;

CREATE OR REPLACE FUNCTION sudoku.place(kind text, k int, i int) RETURNS text LANGUAGE sql AS $$
  SELECT format('ROW_NUM = %s AND COL_NUM = %s', sudoku.cell_of(kind, k, i)/10, sudoku.cell_of(kind, k, i)%10)
$$;

CREATE OR REPLACE FUNCTION sudoku.combinations(kind text, k int) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE product float8 := 1; i int; n int;
BEGIN
  FOR i IN 1..9 LOOP
    EXECUTE 'SELECT COUNT(*) FROM TEMP_GS WHERE ' || sudoku.place(kind, k, i) INTO n;
    product := product * n;
  END LOOP;
  RETURN product;
END $$;

CREATE OR REPLACE FUNCTION sudoku.palette(ends text) RETURNS text LANGUAGE sql AS $$
  WITH palette AS (
    SELECT nth, kind, k::int FROM (VALUES
      (1, 'ROW', 1), (2, 'COL', 1), (3, 'ROW', 2), (4, 'COL', 2), (5, 'SQUARE', 1), (6, 'ROW', 3), (7, 'COL', 3),
      (8, 'SQUARE', 2), (9, 'SQUARE', 3), (10, 'SQUARE', 4), (11, 'SQUARE', 7), (12, 'ROW', 4), (13, 'COL', 4),
      (14, 'SQUARE', 5), (15, 'ROW', 5), (16, 'COL', 5), (17, 'ROW', 6), (18, 'COL', 6), (19, 'SQUARE', 6),
      (20, 'SQUARE', 8), (21, 'ROW', 7), (22, 'COL', 7), (23, 'ROW', 8), (24, 'COL', 8), (25, 'ROW', 9),
      (26, 'COL', 9), (27, 'SQUARE', 9)) AS o (nth, kind, k)),
  v AS (
    SELECT nth, kind || k AS name, i, sudoku.cell_of(kind, k, i) AS cell FROM palette, generate_series(1, 9) i),
  conditions AS (
    SELECT w.nth, string_agg(format('%s.V%s = %s.V%s', w.name, w.i, v.name, v.i), ' AND ' ORDER BY w.i, v.nth) AS crossing
    FROM v JOIN v w ON w.cell = v.cell AND w.nth > v.nth GROUP BY w.nth)
  SELECT string_agg(
    CASE WHEN nth > 1 THEN ' JOIN ' ELSE '' END || format('(SELECT * FROM "#%s%s" WHERE %s OFFSET 0) %s%s', kind, k, ends, kind, k)
    || CASE WHEN nth > 1 THEN ' ON ' || ends || coalesce(' AND ' || crossing, '') ELSE '' END, '' ORDER BY nth)
  FROM palette LEFT JOIN conditions USING (nth)
$$;
