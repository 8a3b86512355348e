"""``mxnet.numpy.arrayprint``: where 1.9.1 has the options of printing."""

from typing import Any

import numpy as np

from ..util import set_module  # noqa: F401  (as in 1.9.1)

__all__ = ["set_printoptions"]


def set_printoptions(precision: int | None = None, threshold: int | None = None, **kwarg: Any) -> None:
    """Set how many digits arrays print, and from how many elements on they are shortened: NumPy's own options.

    Parameters
    ----------
    precision
        How many digits after the point are printed; None: as before.
    threshold
        From more elements than this on, the middle ones are printed as dots; None: as before.
    **kwarg
        None are taken: NotImplementedError.

    Examples
    --------
    >>> with np.printoptions():  # what is set within ends with it
    ...     mx.np.set_printoptions(precision=2)
    ...     print(mx.np.array([3.14159, 2]))
    [3.14 2.  ]
    """
    if kwarg:
        raise NotImplementedError(
            "mxnet.numpy.set_printoptions only supports parameters precision and threshold for now."
        )
    np.set_printoptions(precision=precision, threshold=threshold)
