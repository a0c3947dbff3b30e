"""The ladder: every technique that people use, on the facts of a position, each step with its proof.

`position` keeps the facts, `proof` says and checks why a step holds, `rungs` is the table of all techniques,
`climbing` asks them in turn, `listing` tells all steps at a position. Each of the other modules is one rule,
or a family that is one search, and its docstring is the definition. `reglib` judges by HoDoKu's regression
library.
"""
