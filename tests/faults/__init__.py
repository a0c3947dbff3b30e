"""Faults done to the real processes of the site, and what must hold afterwards.

`site` starts them as production does and does the breaking, `load` is the people who go on submitting
meanwhile, `faults` has one function a fault, `invariants` what holds after each.
"""
