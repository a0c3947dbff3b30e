"""The board to type into, and the front page."""
