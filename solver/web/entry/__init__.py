"""The front page and its board."""
