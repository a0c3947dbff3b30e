"""Everything before the worker: accept work, commit it, enqueue it, and enqueue it again if needed."""
