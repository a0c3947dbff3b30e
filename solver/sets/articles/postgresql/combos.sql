-- Article 000, "A new set-based T-SQL solution for Sudoku puzzle": the listing, statement by statement.
--: differs: An UPDATE … FROM changes a row once, even if many combos match it. Which one it takes depends on the plan of the server. So the text word for word takes more passes, 19 for the article’s board here. With one CTE more, which unites the combos of a cell, it takes 15, as many as this site’s own statement.
--= call: The procedure takes a board of 81 digits, 0 for an open cell
CREATE OR REPLACE FUNCTION sudoku.usp_SolveSudoku_ComboBased("@Input" varchar(81), "@TraceFlag" int DEFAULT 0, "@Unite" boolean DEFAULT true)
RETURNS TABLE ("row" int, "1" text, "2" text, "3" text, "4" text, "5" text, "6" text, "7" text, "8" text, "9" text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  "@datetime" timestamptz := clock_timestamp();
  "@UpdateCount" int := 1;
  "@Iterations" int := 0;
BEGIN
  IF length("@Input") <> 81 THEN RETURN; END IF;
  PERFORM sudoku.forget('#num', '#Sudoku', '#Combo', '#MapRange', '#temp');  -- ours

--= num: A bit for each digit
  CREATE TEMP TABLE "#num" (vInt int, vBinary int);
  WITH RECURSIVE n (vInt, vBit) AS (
    SELECT 1, 1 UNION ALL
    SELECT 1 + vInt, POWER(2, vInt)::int FROM n WHERE vInt < 9
  ) INSERT INTO "#num" SELECT * FROM n;

--= sudoku: A row a cell, its candidates as the sum of their bits
  CREATE TEMP TABLE "#Sudoku" (id int, row int, col int, blk int, Val int, NumOfValues int);
  WITH RECURSIVE n (id, row, col, blk, val) AS (
    SELECT 1, 1, 1, 1,
      CASE WHEN SUBSTRING("@Input", 1, 1)::int > 0 THEN POWER(2, SUBSTRING("@Input", 1, 1)::int - 1)::int ELSE 511 END
    UNION ALL
    SELECT id + 1, id/9 + 1, (id % 9) + 1, (id/27)*3 + ((id % 9)/3 + 1),
      CASE WHEN SUBSTRING("@Input", id+1, 1)::int > 0 THEN POWER(2, SUBSTRING("@Input", id+1, 1)::int - 1)::int ELSE 511 END
    FROM n
    WHERE id < 81
  ) INSERT INTO "#Sudoku" (id, row, col, blk, Val) SELECT * FROM n;

--= combo: All 511 sets of digits, and how many digits each has
  CREATE TEMP TABLE "#Combo" (Combo int GENERATED ALWAYS AS IDENTITY, NumOfChoices int);
  INSERT INTO "#Combo" (NumOfChoices) SELECT 0 FROM pg_catalog.pg_attribute LIMIT 511;
  UPDATE "#Combo" SET NumOfChoices = (SELECT COUNT(*) FROM "#num" WHERE Combo & vBinary > 0);

--= maprange: Each cell is in a row, a column and a block
  CREATE TEMP TABLE "#MapRange" (ID int, Range int);
  INSERT INTO "#MapRange" SELECT ID, row FROM "#Sudoku";
  INSERT INTO "#MapRange" SELECT ID, col*10 FROM "#Sudoku";
  INSERT INTO "#MapRange" SELECT ID, blk*100 FROM "#Sudoku";
  PERFORM sudoku.note(0, 'setup', 81);  -- ours

--= temp: Each cell with every combo that it fits
  WHILE "@UpdateCount" > 0
    AND NOT sudoku.is_over()  -- ours
  LOOP
    CREATE TEMP TABLE "#temp" AS
    SELECT s.id, c.combo, c.NumOfChoices
    FROM "#Sudoku" s
    JOIN "#Combo" c ON s.val - (c.combo & s.val) = 0;
    GET DIAGNOSTICS "@UpdateCount" = ROW_COUNT;  -- ours
    PERFORM sudoku.note("@Iterations" + 1, 'SELECT INTO #temp', "@UpdateCount");  -- ours

--= united: As its prose says it: one more CTE unites all enclosed combos of a cell
    IF "@Unite" THEN
      WITH
      a AS (SELECT m.Range, t.Combo, t.NumOfChoices FROM "#temp" t JOIN "#MapRange" m ON t.id = m.ID)
      ,x AS (SELECT Range, combo FROM a GROUP BY Range, combo HAVING MAX(NumOfChoices) = COUNT(*))
      ,u AS (
        SELECT s.id, bit_or(x.combo) AS combo
        FROM "#Sudoku" s
        JOIN "#MapRange" r ON s.id = r.id
        JOIN x ON x.Range = r.Range AND s.Val & x.combo > 0 AND s.Val - (s.Val & x.combo) > 0
        GROUP BY s.id)
      UPDATE "#Sudoku" AS sdk SET Val = Val - (val & combo)
      FROM u
      WHERE sdk.id = u.id;
      GET DIAGNOSTICS "@UpdateCount" = ROW_COUNT;
    ELSE

--= a: The same, once for its row, its column and its block
      WITH
      a AS (SELECT m.Range, t.Combo, t.NumOfChoices FROM "#temp" t JOIN "#MapRange" m ON t.id = m.ID)

--= x: A combo is enclosed if as many cells fit it as it has digits
      ,x AS (SELECT Range, combo FROM a GROUP BY Range, combo HAVING MAX(NumOfChoices) = COUNT(*))

--= update: Its digits are removed from the other cells of the range
      UPDATE "#Sudoku" AS sdk SET Val = Val - (val & combo)
      FROM "#MapRange" r
      JOIN x ON x.Range = r.Range
      WHERE sdk.id = r.id AND Val & combo > 0 AND Val - (Val & combo) > 0;
      GET DIAGNOSTICS "@UpdateCount" = ROW_COUNT;
    END IF;

--= loop: Until a pass changes no row
    "@Iterations" := "@Iterations" + 1;
    PERFORM sudoku.note("@Iterations", 'UPDATE #Sudoku', "@UpdateCount");  -- ours
    DROP TABLE "#temp";
  END LOOP;
  IF "@TraceFlag" > 0 THEN
    RAISE NOTICE 'TotalMilliSeconds %, NumberOfIterations %',
      round(1000 * extract(epoch FROM clock_timestamp() - "@datetime")), "@Iterations";
  END IF;

--= output: The board, with the digits that are left
  UPDATE "#Sudoku" SET NumOfValues = (SELECT COUNT(*) FROM "#num" WHERE val & vBinary > 0);
  RETURN QUERY
  WITH a AS (
    SELECT Row, Col,
      CASE WHEN "@TraceFlag" = 0 AND NumOfValues > 1 THEN '_'
        ELSE (SELECT string_agg(vInt::text, '' ORDER BY vInt) FROM "#num" WHERE val & vBinary > 0) END AS v
    FROM "#Sudoku")
  SELECT Row, MAX(v) FILTER (WHERE Col = 1), MAX(v) FILTER (WHERE Col = 2), MAX(v) FILTER (WHERE Col = 3),
    MAX(v) FILTER (WHERE Col = 4), MAX(v) FILTER (WHERE Col = 5), MAX(v) FILTER (WHERE Col = 6),
    MAX(v) FILTER (WHERE Col = 7), MAX(v) FILTER (WHERE Col = 8), MAX(v) FILTER (WHERE Col = 9)
  FROM a GROUP BY Row ORDER BY Row;
END $$;
