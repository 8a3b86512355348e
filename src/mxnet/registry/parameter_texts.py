"""What parameters mean that many functions and classes share: ``parameter_texts.json``, drawn in by :mod:`.manual`.

The table has a part for each kind of parameter. A docstring that explains such a parameter itself is used in place of
the text there.
"""

from __future__ import annotations

import json
from pathlib import Path

_TEXTS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def texts_of(*kinds: str) -> dict[str, str]:
    """Return the meanings of parameters of several kinds; of one in two of them, that of the last."""
    return {name: meaning for kind in kinds for name, meaning in _TEXTS[kind].items()}


#: of operators, and of functions on arrays
OF_FUNCTIONS = texts_of("arrays", "axes", "matrices", "densities", "types", "updates", "windows", "normalization")
OF_FUNCTIONS |= texts_of("states", "integers")
#: of functions that NumPy computes, or helps out
OF_NUMPY = OF_FUNCTIONS | texts_of("numpy")
#: of layers, losses, optimizers, schedules, metrics, augmenters and iterators over images
OF_CLASSES = texts_of("layers", "updates", "schedules", "metrics", "augmentation", "samples")
#: of functions on images
OF_IMAGES = texts_of("augmentation", "images")
