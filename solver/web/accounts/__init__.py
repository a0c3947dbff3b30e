"""Pages of an account: signing up and in, its password, tokens and end."""
