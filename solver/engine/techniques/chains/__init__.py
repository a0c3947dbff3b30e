"""Chains and loops: nodes linked strongly and weakly in turn."""
