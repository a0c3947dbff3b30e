"""Pages of an account: sign-up, sign-in, password, tokens and deletion."""
