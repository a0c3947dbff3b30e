"""English dates and weeks in British order."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j M"
FIRST_DAY_OF_WEEK = 1  # Monday
