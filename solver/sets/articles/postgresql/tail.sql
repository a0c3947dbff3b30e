
-- Run a method. Return what it left: candidates of each cell, one board or (004) several.
CREATE OR REPLACE PROCEDURE sudoku.run("@board" text, "@method" text, "@seconds" numeric) LANGUAGE plpgsql AS $$
DECLARE board text := translate(regexp_replace("@board", '\s', '', 'g'), '._', '00'); clash text;
BEGIN
  IF board !~ '^[0-9]{81}$' THEN
    RAISE EXCEPTION 'a board has 81 cells, each 1 to 9, or 0 or a dot if it is open; here are % characters', length(board);
  END IF;
  SELECT format('r%sc%s and r%sc%s are both %s', a/9 + 1, a%9 + 1, b/9 + 1, b%9 + 1, substr(board, a + 1, 1)) INTO clash
  FROM generate_series(0, 80) a, generate_series(a + 1, 80) b
  WHERE substr(board, a + 1, 1) = substr(board, b + 1, 1) AND substr(board, a + 1, 1) > '0'
    AND (a/9 = b/9 OR a%9 = b%9 OR (a/27 = b/27 AND a%9/3 = b%9/3))
  ORDER BY a, b LIMIT 1;
  IF clash IS NOT NULL THEN RAISE EXCEPTION '%', clash; END IF;
  PERFORM sudoku.begin_record("@method", "@seconds");
  CASE "@method"
    WHEN 'combos' THEN PERFORM sudoku.usp_SolveSudoku_ComboBased(board, 1, true);
    WHEN 'combos as printed' THEN PERFORM sudoku.usp_SolveSudoku_ComboBased(board, 1, false);
    WHEN 'branches', 'branches as printed' THEN
      CALL sudoku.make_tables("@method" = 'branches');
      INSERT INTO Solution (Value, Rw, Cl)
      SELECT substr(board, i + 1, 1)::int, i/9 + 1, chr(65 + i%9)
      FROM generate_series(0, 80) i WHERE substr(board, i + 1, 1) > '0';
      CALL sudoku.solver_of_branches();
    WHEN 'guessing' THEN
      CALL sudoku.StartGame(board);
      BEGIN
        CALL sudoku.TrySolve(1);
      EXCEPTION WHEN SQLSTATE '50001' OR SQLSTATE '50002' OR SQLSTATE 'SULIM' THEN
        PERFORM sudoku.note(0, 'stopped: ' || SQLERRM, 0);
      END;
    WHEN 'rules' THEN
      CALL sudoku.fill_SudokuInput(board);
      BEGIN
        PERFORM sudoku.fn_sudoku();
      EXCEPTION WHEN unique_violation THEN
        CREATE TEMP TABLE "@SudokuUnique" AS SELECT row, col, val FROM SudokuInput;
        CREATE TEMP TABLE "@SudokuNonUnique" AS SELECT row, col, val FROM SudokuInput WHERE false;
        PERFORM sudoku.note(0, 'stopped: ' || SQLERRM, 0);
      END;
    WHEN 'joins' THEN
      CALL sudoku.Fill_GS(board);
      CALL sudoku.CALCULATE_GS(1);
    ELSE RAISE EXCEPTION 'there is no method %: combos, branches, guessing, rules, joins, combos as printed, branches as printed', quote_literal("@method");
  END CASE;
END $$;

-- The digits that a method leaves in each cell, cell 0 first, and whether its table of placed digits has the cell.
CREATE OR REPLACE FUNCTION sudoku.left_by(method text) RETURNS TABLE (cell int, digits text, is_placed boolean) LANGUAGE plpgsql AS $$
DECLARE shown int;
BEGIN
  IF method LIKE 'combos%' THEN
    RETURN QUERY SELECT id - 1, string_agg(vInt::text, '' ORDER BY vInt), COUNT(*) = 1
    FROM "#Sudoku" JOIN "#num" ON Val & vBinary > 0 GROUP BY id;
  ELSIF method LIKE 'branches%' THEN
    SELECT Branch INTO shown FROM Solution GROUP BY Branch ORDER BY COUNT(*) DESC, Branch LIMIT 1;
    RETURN QUERY SELECT place, string_agg(t.Value::text, '' ORDER BY t.Value), bool_or(here) FROM (
      SELECT (Rw - 1)*9 + ascii(Cl) - 65 AS place, s.Value, true AS here FROM Solution s WHERE Branch = shown
      UNION
      SELECT (c.Rw - 1)*9 + ascii(c.Cl) - 65, c.Value, false FROM Candidates c WHERE Branch = shown
        AND NOT EXISTS (SELECT FROM Solution s WHERE s.Branch = shown AND s.Rw = c.Rw AND s.Cl = c.Cl)) t GROUP BY place;
  ELSIF method = 'guessing' THEN
    RETURN QUERY SELECT (CellID/10 - 1)*9 + CellID%10 - 1, string_agg(t.Value::text, '' ORDER BY t.Value), bool_or(here)
    FROM (SELECT CellID, c.Value, true AS here FROM Cell c UNION SELECT CellID, c.Value, false FROM Candidate c) t GROUP BY CellID;
  ELSIF method = 'rules' THEN
    RETURN QUERY SELECT place, string_agg(t.val::text, '' ORDER BY t.val), bool_or(here) FROM (
      SELECT (row - 1)*9 + col - 1 AS place, u.val, true AS here FROM "@SudokuUnique" u
      UNION
      SELECT (n.row - 1)*9 + n.col - 1, n.val, false FROM "@SudokuNonUnique" n
      WHERE NOT EXISTS (SELECT FROM "@SudokuUnique" u WHERE u.row = n.row AND u.col = n.col)) t GROUP BY place;
  ELSIF (SELECT COUNT(*) FROM TEMP_GS_RESULT) = 1 THEN
    RETURN QUERY SELECT i, substr(r.SOLUTION, i + 1, 1), true FROM TEMP_GS_RESULT r, generate_series(0, 80) i;
  ELSE
    RETURN QUERY SELECT (ROW_NUM - 1)*9 + COL_NUM - 1, string_agg(VAL::text, '' ORDER BY VAL), COUNT(*) = 1
    FROM TEMP_GS GROUP BY ROW_NUM, COL_NUM;
  END IF;
END $$;

-- The same in one text: cells separated by commas, a placed digit after `=`.
CREATE OR REPLACE FUNCTION sudoku.board_now(method text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(CASE WHEN is_placed THEN '=' ELSE '' END || coalesce(digits, ''), ',' ORDER BY c)
  FROM generate_series(0, 80) c LEFT JOIN sudoku.left_by(method) l ON l.cell = c
$$;

-- Why a run ended without a solution, in words.
CREATE OR REPLACE FUNCTION sudoku.why_stopped(method text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE passes int := (SELECT max(pass) FROM "#passes"); said text; doubled int;
BEGIN
  SELECT statement INTO said FROM "#passes" WHERE statement LIKE 'stopped: %' LIMIT 1;
  IF method LIKE 'branches%' THEN
    SELECT COUNT(DISTINCT (Rw, Cl)) INTO doubled FROM Solution GROUP BY Branch HAVING COUNT(*) = 81 LIMIT 1;
  END IF;
  RETURN format('%s stopped after %s passes', method, passes) || CASE
    WHEN sudoku.is_over() THEN ', at the limit of time'
    WHEN doubled < 81 THEN format(': 81 rows in %s cells, which the article takes for solved', doubled)
    WHEN said IS NOT NULL THEN ': ' || substr(said, 10)
    ELSE format(', %s cells are open', (SELECT COUNT(*) FROM generate_series(0, 80) c LEFT JOIN sudoku.left_by(method) l ON c = l.cell WHERE length(l.digits) IS DISTINCT FROM 1)) END;
END $$;

CREATE OR REPLACE FUNCTION sudoku.is_solution(solution text) RETURNS boolean LANGUAGE sql AS $$
  SELECT solution ~ '^[1-9]{81}$' AND (
    SELECT bool_and(kinds = 9) FROM (
      SELECT COUNT(DISTINCT substr(solution, i + 1, 1)) AS kinds
      FROM generate_series(0, 80) i, LATERAL (VALUES (i/9), (9 + i%9), (18 + i/27*3 + i%9/3)) AS unit (n)
      GROUP BY n) AS units)
$$;

CREATE OR REPLACE FUNCTION sudoku.solve(board text, method text DEFAULT 'combos', seconds numeric DEFAULT 10)
RETURNS TABLE (solution text) LANGUAGE plpgsql SET search_path = pg_temp SET jit = off SET client_min_messages = warning AS $$
BEGIN
  CALL sudoku.run(board, method, seconds);
  IF method = 'joins' THEN
    RETURN QUERY SELECT r.SOLUTION::text FROM TEMP_GS_RESULT r WHERE sudoku.is_solution(r.SOLUTION::text) ORDER BY 1;
  ELSE
    RETURN QUERY SELECT s FROM (
      SELECT string_agg(CASE length(digits) WHEN 1 THEN digits ELSE '.' END, '' ORDER BY cell) AS s
      FROM sudoku.left_by(method)) AS t WHERE sudoku.is_solution(s);
  END IF;
  IF NOT FOUND OR (method = 'joins' AND sudoku.is_over()) THEN
    RAISE WARNING '%', sudoku.why_stopped(method);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION sudoku.passes(board text, method text DEFAULT 'combos', seconds numeric DEFAULT 10)
RETURNS TABLE (pass int, statement text, "rows" bigint, ms numeric) LANGUAGE plpgsql SET search_path = pg_temp SET jit = off AS $$
#variable_conflict use_column
BEGIN
  CALL sudoku.run(board, method, seconds);
  RETURN QUERY SELECT p.pass, p.statement, p."rows", p.ms FROM "#passes" p WHERE p.statement <> '' ORDER BY p.ended;
END $$;

CREATE OR REPLACE FUNCTION sudoku.board(board text, method text DEFAULT 'combos', seconds numeric DEFAULT 10)
RETURNS TABLE ("row" int, "1" text, "2" text, "3" text, "4" text, "5" text, "6" text, "7" text, "8" text, "9" text)
LANGUAGE plpgsql SET search_path = pg_temp SET jit = off SET client_min_messages = warning AS $$
#variable_conflict use_column
BEGIN
  CALL sudoku.run(board, method, seconds);
  RETURN QUERY
  SELECT r, MAX(digits) FILTER (WHERE c = 1), MAX(digits) FILTER (WHERE c = 2), MAX(digits) FILTER (WHERE c = 3),
    MAX(digits) FILTER (WHERE c = 4), MAX(digits) FILTER (WHERE c = 5), MAX(digits) FILTER (WHERE c = 6),
    MAX(digits) FILTER (WHERE c = 7), MAX(digits) FILTER (WHERE c = 8), MAX(digits) FILTER (WHERE c = 9)
  FROM generate_series(1, 9) r CROSS JOIN generate_series(1, 9) c
  LEFT JOIN sudoku.left_by(method) l ON l.cell = (r - 1)*9 + c - 1
  GROUP BY r ORDER BY r;
END $$;
RESET check_function_bodies;
RESET client_min_messages;
