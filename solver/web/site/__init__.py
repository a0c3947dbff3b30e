"""Pages about the site itself: health, status, metrics and privacy."""
