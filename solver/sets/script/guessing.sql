
-- Article 002: rules that place, then rules that remove, and when they run dry a guess that can be taken back.
CREATE TEMP TABLE savepoint_candidate (level int, cell int, digit int);
CREATE TEMP TABLE savepoint_placed (level int, cell int, digit int);

-- What was found is placed and leaves its peers; -1 where that breaks the rules of the game.
CREATE FUNCTION pg_temp.settle(pass int, rule text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE done int; sources int[];
BEGIN
  SELECT array_agg(found.cell ORDER BY found.turn) INTO sources FROM found;
  IF sources IS NULL THEN
    RETURN 0;
  END IF;
  done := pg_temp.place(pass, rule);
  IF NOT pg_temp.is_whole() THEN
    RETURN -1;
  END IF;
  PERFORM pg_temp.remove(pass, 'placed digit', format('placed_digit(%L::int[])', sources));
  RETURN CASE WHEN pg_temp.is_whole() THEN done ELSE -1 END;
END $$;

-- One iteration: rows affected, or -1 for a contradiction.
CREATE FUNCTION pg_temp.pass(pass int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE done int; total int; rule text;
BEGIN
  IF NOT pg_temp.is_whole() THEN
    RETURN -1;
  END IF;
  PERFORM pg_temp.find('naked_single()');
  total := pg_temp.settle(pass, 'naked single');
  IF total < 0 THEN
    RETURN -1;
  END IF;
  PERFORM pg_temp.find('hidden_single(:kinds)');
  IF pg_temp.clashes() THEN
    RETURN -1;
  END IF;
  done := pg_temp.settle(pass, 'hidden single');
  IF done < 0 OR total + done > 0 OR pg_temp.is_complete() THEN
    RETURN CASE WHEN done < 0 THEN -1 ELSE total + done END;
  END IF;
  FOREACH rule IN ARRAY ARRAY['complete_match', 'partial_match', 'pointing'] LOOP
    done := pg_temp.remove(pass, replace(rule, '_', ' '), rule || '()');
    IF done < 0 THEN
      RETURN -1;
    END IF;
    total := total + done;
  END LOOP;
  RETURN total;
END $$;

DO $$
DECLARE
  number int := :start; start int := number; branch int := 1; top int := 0; done int := 0; chosen record;
  guess_cell int[]; guess_digits int[];
BEGIN
:go_on  PERFORM pg_temp.remove(number + 1, 'placed digit', 'placed_digit(pg_temp.all_placed())');
  LOOP
    number := number + 1;
    IF done >= 0 THEN
      done := pg_temp.pass(number);
    END IF;
    IF done <> 0 OR start = 0 OR number > start + 1 OR EXISTS (SELECT FROM affected AS a WHERE a.iteration = number) THEN
      PERFORM pg_temp.keep_board(number, branch);
    ELSE
      number := number - 1;  -- that there was nothing left is how the other method ended
    END IF;
    EXIT WHEN done >= 0 AND pg_temp.is_complete();
    CONTINUE WHEN done > 0;
    IF done = 0 THEN  -- SAVEPOINT
      SELECT * INTO chosen FROM pg_temp.find_guess(:sign);
      top := top + 1;
      guess_cell[top] := chosen.cell;
      guess_digits[top] := chosen.digits;
      INSERT INTO savepoint_candidate SELECT top, candidate.cell, candidate.digit FROM candidate;
      INSERT INTO savepoint_placed SELECT top, placed.cell, placed.digit FROM placed;
    END IF;
    WHILE top > 0 AND guess_digits[top] = 0 LOOP
      DELETE FROM savepoint_candidate AS s WHERE s.level = top;
      DELETE FROM savepoint_placed AS s WHERE s.level = top;
      top := top - 1;
    END LOOP;
    EXIT WHEN top = 0;
    -- ROLLBACK TO SAVEPOINT, and the next digit of its cell
    DELETE FROM candidate;
    INSERT INTO candidate SELECT s.cell, s.digit FROM savepoint_candidate AS s WHERE s.level = top;
    DELETE FROM placed;
    INSERT INTO placed SELECT s.cell, s.digit FROM savepoint_placed AS s WHERE s.level = top;
    branch := branch + 1;
    DELETE FROM found;
    INSERT INTO found SELECT ARRAY[0], NULL, ARRAY[guess_cell[top]], guess_digits[top], guess_cell[top], digit
      FROM digit WHERE bit = guess_digits[top] & -guess_digits[top];
    guess_digits[top] := guess_digits[top] & (guess_digits[top] - 1);
    done := pg_temp.settle(number + 1, 'guess');
  END LOOP;
  INSERT INTO ending VALUES (CASE WHEN done >= 0 AND pg_temp.is_complete() THEN 'solved' ELSE 'contradiction' END);
END $$;
