"""The ladder: the techniques that people use, tried in order, the easiest first.

`search` tries them in turn, to the end if wanted. `hodoku_order` says which of equal steps HoDoKu takes, and
`one_path` goes by it. `listing` shows all steps at a position. `checking` verifies each step before it is
carried out, `reglib` compares with HoDoKu's regression library. The techniques themselves are in `techniques`.
"""
