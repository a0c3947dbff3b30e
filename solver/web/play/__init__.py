"""The page to solve a puzzle oneself, with checks and hints."""
