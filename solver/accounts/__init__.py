"""Accounts: ownership, roles of staff, sessions, second factor, recovery and lockout."""
