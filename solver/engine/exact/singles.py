"""Naked and hidden singles on a board of any shape, without a history, before a search or a formula."""

from ..core.geometry import Geometry


def follow(geometry: Geometry, candidates: list[int], placed: list[int] | None = None) -> bool:
    """Place naked and hidden singles until there are none, changing `candidates` in place.

    Return False if the board breaks the rules. `candidates` has a mask a cell. `placed` are the cells whose one
    digit their peers may still have, or None for all cells with one digit.
    """
    peers, full = geometry.peers, geometry.all_digits_mask
    if not all(candidates):
        return False
    # Cells with one digit left that has not been removed from their peers yet.
    singles = placed
    if singles is None:
        singles = [cell for cell, mask in enumerate(candidates) if mask & (mask - 1) == 0]
    while True:
        while singles:
            cell = singles.pop()
            bit = candidates[cell]
            for peer in peers[cell]:
                mask = candidates[peer]
                if mask & bit:
                    mask ^= bit
                    if not mask:
                        return False
                    candidates[peer] = mask
                    if mask & (mask - 1) == 0:
                        singles.append(peer)
        for unit in geometry.units:
            once = twice = 0
            for cell in unit.cells:
                mask = candidates[cell]
                twice |= once & mask
                once |= mask
            if once != full:
                return False
            once &= ~twice
            for cell in unit.cells:
                mask = candidates[cell]
                alone = mask & once
                if alone and mask != alone:
                    if alone & (alone - 1):
                        return False
                    candidates[cell] = alone
                    singles.append(cell)
        if not singles:
            return True
