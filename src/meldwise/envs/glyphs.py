"""Capital letters and digits as small pictures, so that nothing is needed to write with."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 7, 5

# Five columns a character, the lowest bit at the top.
_COLUMNS = {
    "0": "3e5149453e", "1": "00427f4000", "2": "7249494946", "3": "2141494d33", "4": "1814127f10",
    "5": "2745454539", "6": "3c4a494931", "7": "4121110907", "8": "3649494936", "9": "464949291e",
    "A": "7c1211127c", "B": "7f49494936", "C": "3e41414122", "D": "7f4141413e", "E": "7f49494941",
    "F": "7f09090901", "G": "3e41415173", "H": "7f0808087f", "I": "00417f4100", "J": "2040413f01",
    "K": "7f08142241", "L": "7f40404040", "M": "7f021c027f", "N": "7f0408107f", "O": "3e4141413e",
    "P": "7f09090906", "Q": "3e4151215e", "R": "7f09192946", "S": "2649494932", "T": "03017f0103",
    "U": "3f4040403f", "V": "1f2040201f", "W": "3f4038403f", "X": "6314081463", "Y": "0304780403",
    "Z": "6159494d43", "-": "0808080808", ":": "0000140000", ".": "0000606000", ",": "0000602000",
    "+": "08083e0808",
}  # fmt: skip


@lru_cache(maxsize=512)
def written(text: str, scale: int = 1) -> NDArray[np.bool_]:
    """Return a line of text as a picture of yes and no; other characters than ours are blanks."""
    line = np.zeros((HEIGHT, max(1, len(text) * (WIDTH + 1) - 1)), np.bool_)
    for i, letter in enumerate(text.upper()):
        for column, bits in enumerate(bytes.fromhex(_COLUMNS.get(letter, "00" * WIDTH))):
            for row in range(HEIGHT):
                line[row, i * (WIDTH + 1) + column] = bits >> row & 1
    return line.repeat(scale, 0).repeat(scale, 1)
