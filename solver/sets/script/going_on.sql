  IF NOT EXISTS (SELECT FROM ending WHERE words = 'stalled') THEN
    RETURN;
  END IF;
  DELETE FROM ending;
  INSERT INTO placed SELECT c.cell, min(c.digit) FROM candidate AS c
    WHERE NOT EXISTS (SELECT FROM placed AS p WHERE p.cell = c.cell) GROUP BY c.cell HAVING count(*) = 1;
