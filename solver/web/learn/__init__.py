"""The course: six lessons on sets, each at an iteration of a stored solve."""
