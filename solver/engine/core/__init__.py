"""The ground floor: boards, positions, steps and proofs, and what every package above needs.

`shape` says which board it is, `geometry` knows its cells and units, `grid` a puzzle, `board` and `position`
its candidates while it is solved, `steps` what a solve does, `proof` why it may. Errors, deadlines, translated
sentences and the stored form of stories are here too. Nothing here imports a package above.
"""
