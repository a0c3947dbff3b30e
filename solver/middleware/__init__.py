"""Middleware: limits, refusals, headers, languages, logs."""
