"""Keep the search for unused memory short, so that no roll waits for it.

Python looks through every object that it has kept for long, again and again while a game is played,
and every thread waits meanwhile. Rules, tables, map and pages are there as long as the program
runs: over 60 ms a search on a fast machine for what can never be found unused.
"""

from __future__ import annotations

import gc


def spare_what_stays() -> None:
    """Leave what is loaded out of later searches; call it once a game lies open.

    What an earlier game has left is looked through once more first.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
