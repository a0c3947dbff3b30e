"""Accounts: whose things are whose, what staff may do, and who has tried too many passwords."""
