"""Draw boards from plain values, without database or request."""
