"""Pages for those who run the site: health, status, metrics."""
