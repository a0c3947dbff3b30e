"""Pages of work in the background: jobs and batches."""
