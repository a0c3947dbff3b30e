"""German with a comma before the time, and months that are short in lists."""

DATETIME_FORMAT = "j. F Y, H:i"
MONTH_DAY_FORMAT = "j. M"
