SELECT DISTINCT c.cell, c.digit
FROM placed AS p
JOIN unit_cell AS here ON here.cell = p.cell
JOIN unit_cell AS there ON there.unit = here.unit AND there.cell <> here.cell
JOIN candidate AS c ON c.cell = there.cell AND c.digit = p.digit
