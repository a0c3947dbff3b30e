"""Before the worker: accept work, save and commit it, ring for it, and ring again."""
