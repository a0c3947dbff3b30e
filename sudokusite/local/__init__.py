"""The site on one machine: its processes, PostgreSQL and Redis. Nothing of Django."""
