"""Almost locked sets: cells of a unit with one digit more than there are cells, and what several of them do."""
