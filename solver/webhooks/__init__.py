"""Webhooks: which addresses are to be told that a batch is over, what they are told, and how they are asked."""
