"""Pages for the site's operators: health, status, metrics and privacy."""
