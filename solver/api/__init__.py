"""The REST API: JSON under /api/v1/."""
