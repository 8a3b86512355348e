"""Operators on images."""

from __future__ import annotations

from ..draw import Draw
from . import Made, recipe


@recipe("_cvimresize", "_cvcopyMakeBorder", types=("uint8", "uint8", "float32"))
def _(d: Draw, name: str) -> Made:
    data = d.whole(0, 255, (d.integer(1, 9), d.integer(1, 9), d.pick((1, 3, 3, 4))))
    if name == "_cvimresize":
        return [data], {"w": d.integer(1, 12), "h": d.integer(1, 12), **d.some(interp=d.integer(0, 4))}
    sides = {side: d.integer(0, 3) for side in ("top", "bot", "left", "right")}
    return [data], sides | d.some(type=d.integer(0, 4), value=float(d.integer(0, 9)))
