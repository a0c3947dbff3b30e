"""German dates with a comma before the time, and short months in lists."""

DATETIME_FORMAT = "j. F Y, H:i"
MONTH_DAY_FORMAT = "j. M"
