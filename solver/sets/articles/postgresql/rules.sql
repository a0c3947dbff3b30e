-- Article 003, "Solve Sudoku Puzzles with T-SQL": rebuilt from its description, which names these tables, rules and CTEs. Its listings were a download.
--: rebuilt: Rebuilt from the article’s description, which names the tables, rules and CTEs. Its listings are not in the text.
--: differs: In the order described, insert rules 2 to 4 read lists that rule 1 has made stale, and insert into one cell twice. One NOT EXISTS more prevents that. It is marked in the text.
--= input: A row for each given
CREATE OR REPLACE PROCEDURE sudoku.fill_SudokuInput("@board" text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sudoku.forget('nums', 'sudokuinput', '@SudokuUnique', '@SudokuNonUnique');  -- ours
  CREATE TEMP TABLE Nums (n int PRIMARY KEY);
  INSERT INTO Nums SELECT generate_series(1, 9);
  CREATE TEMP TABLE SudokuInput (
    row int CHECK (row BETWEEN 1 AND 9),
    col int CHECK (col BETWEEN 1 AND 9),
    val int NOT NULL CHECK (val BETWEEN 1 AND 9),
    PRIMARY KEY (row, col)
  );
  INSERT INTO SudokuInput
  SELECT R.n, C.n, substr("@board", (R.n - 1)*9 + C.n, 1)::int
  FROM Nums AS R CROSS JOIN Nums AS C
  WHERE substr("@board", (R.n - 1)*9 + C.n, 1) > '0';
END $$;

--= unique: Final cells, from the input
CREATE OR REPLACE FUNCTION sudoku.fn_sudoku()
RETURNS TABLE ("row" int, col int, val int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE "@rc" int := 1; n int; pass int := 0;
BEGIN
  CREATE TEMP TABLE "@SudokuUnique" (row int, col int, box int, val int, PRIMARY KEY (row, col));
  CREATE TEMP TABLE "@SudokuNonUnique" (row int, col int, box int, val int, PRIMARY KEY (row, col, val));
  INSERT INTO "@SudokuUnique" (row, col, box, val)
  SELECT row, col, (row-1)/3*3 + (col-1)/3 + 1, val
  FROM SudokuInput;

--= nonunique: Nine values for each other cell
  INSERT INTO "@SudokuNonUnique" (row, col, box, val)
  SELECT R.n, C.n, (R.n-1)/3*3 + (C.n-1)/3 + 1, V.n
  FROM Nums AS R CROSS JOIN Nums AS C CROSS JOIN Nums AS V
  WHERE NOT EXISTS (SELECT * FROM SudokuInput AS S WHERE S.row = R.n AND S.col = C.n);

--= delete1: Delete rule 1: a final cell has no other values
  WHILE "@rc" > 0
    AND NOT sudoku.is_over()  -- ours
  LOOP
    "@rc" := 0;
    pass := pass + 1;  -- ours
    DELETE FROM "@SudokuNonUnique" AS N
    WHERE EXISTS (SELECT * FROM "@SudokuUnique" AS U WHERE U.row = N.row AND U.col = N.col);
    GET DIAGNOSTICS n = ROW_COUNT; "@rc" := "@rc" + n;
    PERFORM sudoku.note(pass, 'delete rule 1', n);  -- ours

--= delete2: Delete rule 2: a final value is not again in its row, column or box
    DELETE FROM "@SudokuNonUnique" AS N
    WHERE EXISTS (SELECT * FROM "@SudokuUnique" AS U
      WHERE U.val = N.val AND (U.row = N.row OR U.col = N.col OR U.box = N.box));
    GET DIAGNOSTICS n = ROW_COUNT; "@rc" := "@rc" + n;
    PERFORM sudoku.note(pass, 'delete rule 2', n);  -- ours

--= insert1: Insert rule 1: a value that is the only one of its cell
    INSERT INTO "@SudokuUnique" (row, col, box, val)
    SELECT row, col, box, val FROM "@SudokuNonUnique" AS N
    WHERE NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (SELECT * FROM "@SudokuNonUnique" AS N2
        WHERE N2.row = N.row AND N2.col = N.col AND N2.val <> N.val);
    GET DIAGNOSTICS n = ROW_COUNT; "@rc" := "@rc" + n;
    PERFORM sudoku.note(pass, 'insert rule 1', n);  -- ours

--= insert2: Insert rule 2: a value that no other cell of the row can have
    INSERT INTO "@SudokuUnique" (row, col, box, val)
    SELECT row, col, box, val FROM "@SudokuNonUnique" AS N
    WHERE NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U  -- the description lacks this line
        WHERE U.val = N.val AND (U.row = N.row OR U.col = N.col OR U.box = N.box))
      AND NOT EXISTS (
        SELECT * FROM "@SudokuNonUnique" AS N2
        WHERE N2.val = N.val AND N2.row = N.row AND N2.col <> N.col
          AND NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U
            WHERE U.val = N2.val AND (U.row = N2.row OR U.col = N2.col OR U.box = N2.box)));
    GET DIAGNOSTICS n = ROW_COUNT; "@rc" := "@rc" + n;
    PERFORM sudoku.note(pass, 'insert rule 2', n);  -- ours

--= insert3: Insert rule 3: nor of the column
    INSERT INTO "@SudokuUnique" (row, col, box, val)
    SELECT row, col, box, val FROM "@SudokuNonUnique" AS N
    WHERE NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U  -- the description lacks this line
        WHERE U.val = N.val AND (U.row = N.row OR U.col = N.col OR U.box = N.box))
      AND NOT EXISTS (
        SELECT * FROM "@SudokuNonUnique" AS N2
        WHERE N2.val = N.val AND N2.col = N.col AND N2.row <> N.row
          AND NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U
            WHERE U.val = N2.val AND (U.row = N2.row OR U.col = N2.col OR U.box = N2.box)));
    GET DIAGNOSTICS n = ROW_COUNT; "@rc" := "@rc" + n;
    PERFORM sudoku.note(pass, 'insert rule 3', n);  -- ours

--= insert4: Insert rule 4: nor of the box
    INSERT INTO "@SudokuUnique" (row, col, box, val)
    SELECT row, col, box, val FROM "@SudokuNonUnique" AS N
    WHERE NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U  -- the description lacks this line
        WHERE U.val = N.val AND (U.row = N.row OR U.col = N.col OR U.box = N.box))
      AND NOT EXISTS (
        SELECT * FROM "@SudokuNonUnique" AS N2
        WHERE N2.val = N.val AND N2.box = N.box AND (N2.row <> N.row OR N2.col <> N.col)
          AND NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U
            WHERE U.val = N2.val AND (U.row = N2.row OR U.col = N2.col OR U.box = N2.box)));
    GET DIAGNOSTICS n = ROW_COUNT; "@rc" := "@rc" + n;
    PERFORM sudoku.note(pass, 'insert rule 4', n);  -- ours
  END LOOP;

--= result: Final values and lists of the others
  RETURN QUERY
  SELECT row, col, val FROM "@SudokuUnique"
  UNION ALL
  SELECT row, col, val FROM "@SudokuNonUnique" AS N
  WHERE NOT EXISTS (SELECT * FROM "@SudokuUnique" AS U WHERE U.row = N.row AND U.col = N.col);
END $$;
