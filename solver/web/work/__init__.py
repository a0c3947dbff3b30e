"""Pages of background work: jobs and batches."""
