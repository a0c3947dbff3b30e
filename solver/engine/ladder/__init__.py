"""The ladder: the techniques that people use, asked in order, the easiest first.

`search` asks them in turn, `hodoku_order` says which of equal steps HoDoKu takes, `path` climbs to the end,
`listing` tells all steps at a position. `checking` verifies each step before it is carried out, `reglib` judges
by HoDoKu's regression library. The techniques themselves stand in `techniques`.
"""
