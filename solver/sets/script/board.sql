CREATE TEMP TABLE cell AS
  SELECT r * :size + c AS cell, r AS row_unit, :size + c AS column_unit, 2 * :size + r / :box * :box + c / :box AS box_unit
  FROM generate_series(0, :size - 1) AS r CROSS JOIN generate_series(0, :size - 1) AS c;
CREATE TEMP TABLE unit_cell AS
  SELECT row_unit AS unit, 'row' AS kind, cell FROM cell
  UNION ALL SELECT column_unit, 'column', cell FROM cell
  UNION ALL SELECT box_unit, 'box', cell FROM cell;
