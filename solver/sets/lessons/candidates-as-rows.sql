SELECT cell, digit
FROM cell_mask JOIN digit ON mask & bit <> 0
