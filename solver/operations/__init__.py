"""Things beside every request and process: logs, limits, signs of life, figures."""
