"""Computations on the pixels and boxes of images, which all that MXNet has for images share.

Images are arrays ``(height, width[, channels])``. Random numbers are drawn from what is given: Python's module
``random``, a ``Random`` of one's own, or an object with the same methods.
"""

from typing import Any

import numpy as np

#: an image as a NumPy array, of uint8 as a rule
Image = np.ndarray[Any, Any]
