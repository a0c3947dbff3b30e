"""The course: six lessons on sets, each opening at a moment of a stored solve."""
