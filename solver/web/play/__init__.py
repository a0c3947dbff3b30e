"""The page to solve a puzzle oneself: typing, checking, hints as far as they are wanted."""
