"""Discrete Fourier transforms: ``mx.np.fft``, and ``mx.sym.np.fft``."""

from collections.abc import Callable
from typing import Any

from ...core.naming import named
from ...core.shapes import as_tuple
from ...registry.manual import write

_NORM = (
    "Which transform divides by the number of elements: 'backward' (None): the inverse, 'forward': the other one,\n"
    "    'ortho': both by its square root."
)
_ALL = "How many elements of the axis are transformed, cut off or filled with zeros; None: as many as there are."
_HALF = "The length of the result; None: ``2 * (length - 1)`` of the input's."
#: what a function returns; what ``n`` is; the result; an example, and what it prints
_ONE: dict[str, tuple[str, str, str, str, str]] = {
    "fft": (
        "the discrete Fourier transform",
        *(_ALL, "A complex array, ``n`` long along the axis."),
        *("mx.np.real(mx.np.fft.fft(a))", "[10. -2. -2. -2.]"),
    ),
    "ifft": (
        "the inverse of :func:`fft`",
        *(_ALL, "A complex array, ``n`` long along the axis."),
        *("mx.np.real(mx.np.fft.ifft(mx.np.fft.fft(a)))", "[1. 2. 3. 4.]"),
    ),
    "rfft": (
        "the Fourier transform of real numbers, without the half that is conjugate to the other,",
        *(_ALL, "A complex array, ``n // 2 + 1`` long along the axis."),
        *("mx.np.real(mx.np.fft.rfft(a))", "[10. -2. -2.]"),
    ),
    "irfft": (
        "the inverse of :func:`rfft`",
        *(_HALF, "A real array, ``n`` long along the axis."),
        *("mx.np.fft.irfft(mx.np.fft.rfft(a))", "[1. 2. 3. 4.]"),
    ),
    "hfft": (
        "the Fourier transform, which is real, of numbers of which the conjugate half is left out,",
        *(_HALF, "A real array, ``n`` long along the axis."),
        *("mx.np.fft.hfft(a)", "[15. -4.  0. -1.  0. -4.]"),
    ),
    "ihfft": (
        "the inverse of :func:`hfft`",
        *(_ALL, "A complex array, ``n // 2 + 1`` long along the axis."),
        *("mx.np.real(mx.np.fft.ihfft(mx.np.fft.hfft(a)))", "[1. 2. 3. 4.]"),
    ),
}


def _along_one_axis(name: str) -> Callable[..., Any]:
    what, length, returns, example, shown = _ONE[name]
    parameters = {"n : int or None": length, "axis : int": "The axis.", "norm : str or None": _NORM}
    example = f">>> a = mx.np.array([1, 2, 3, 4])\n>>> print({example}.round(2))\n{shown}"

    formula = "``sum over j of a[j] * exp(-2j * pi * j * k / n)`` for k from 0 to n - 1"
    summary = f"Return {what} along ``axis``." + (f"\n\nThat is {formula}." if name == "fft" else "")

    @named(name, write(summary, parameters, returns, example))
    def function(F: Any, a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
        return F("_npi_fft", a, transform=name, s=None if n is None else (n,), axes=(axis,), norm=norm)

    return function


def _several(name: str, last: Any) -> Callable[..., Any]:
    of_one = name[:-1]
    parameters = {
        "s : None, int or tuple of ints": f"For each axis what ``n`` is of :func:`{of_one}`.",
        "axes : None or tuple of ints": "The axes; None: all, or with ``s`` so many last ones.",
        "norm : str or None": _NORM,
    }
    columns = {"rfft": 3, "irfft": 6}.get(of_one, 4)
    example = f">>> mx.np.fft.{name}(mx.np.ones((4, 4))).shape\n(4, {columns})"
    what, returns = f":func:`{of_one}` along each of ``axes``", "A complex array, each axis as long as ``s`` says."
    if "r" in of_one:
        what = f":func:`{of_one}` along the last of ``axes``, and of :func:`{of_one.replace('r', '')}` along the others"
        returns = _ONE[of_one][2].replace("the axis", "the last of ``axes``")
    doc = write(f"Return the transform of {what}.", parameters, returns, example)

    @named(name, doc)
    def function(F: Any, a: Any, s: Any = None, axes: Any = last, norm: str | None = None) -> Any:
        return F("_npi_fft", a, transform=name, s=s and as_tuple(s), axes=axes and as_tuple(axes), norm=norm)

    return function


def fftshift(F: Any, x: Any, axes: Any = None) -> Any:
    """Return an array of frequencies with 0 in the middle of ``axes``.

    Parameters
    ----------
    axes : None, int or tuple of ints
        The axes; None: all.

    Returns
    -------
    A copy of the shape of ``x``.

    Examples
    --------
    >>> print(mx.np.fft.fftshift(mx.np.fft.fftfreq(4)))
    [-0.5  -0.25  0.    0.25]
    """
    return F("_npi_fftshift", x, axes=axes)


def ifftshift(F: Any, x: Any, axes: Any = None) -> Any:
    """Return an array of frequencies with 0 moved from the middle of ``axes`` to their beginning: the inverse of
    :func:`fftshift`.

    Parameters
    ----------
    axes : None, int or tuple of ints
        The axes; None: all.

    Returns
    -------
    A copy of the shape of ``x``.

    Examples
    --------
    >>> print(mx.np.fft.ifftshift(mx.np.array([-2, -1, 0, 1])))
    [ 0.  1. -2. -1.]
    """
    return F("_npi_fftshift", x, axes=axes, inverse=True)


FUNCTIONS: list[Callable[..., Any]] = [
    *map(_along_one_axis, ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")),
    *(_several(name, (-2, -1)) for name in ("fft2", "ifft2", "rfft2", "irfft2")),
    *(_several(name, None) for name in ("fftn", "ifftn", "rfftn", "irfftn")),
    fftshift,
    ifftshift,
]
