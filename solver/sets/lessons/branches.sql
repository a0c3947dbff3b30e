SELECT cell, digit FROM open_candidate
WHERE cell = (
  SELECT cell FROM open_candidate
  GROUP BY cell ORDER BY count(*), cell LIMIT 1)
