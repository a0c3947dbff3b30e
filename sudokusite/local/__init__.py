"""Run the site on one machine: its processes, PostgreSQL and Redis. It does not import Django."""
