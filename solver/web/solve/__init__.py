"""The page of one solve and its exports."""
