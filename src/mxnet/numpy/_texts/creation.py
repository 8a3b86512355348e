"""Functions that make arrays: windows, indices, numbers of files and texts; and those that make texts of arrays."""

from typing import Any


def bartlett(M: int) -> Any:
    """Return the Bartlett window of ``M`` points, a triangle that is 0 at both ends.

    Parameters
    ----------
    M
        The number of points; 0 or less: an empty array.

    Returns
    -------
    A vector of float32.

    Examples
    --------
    >>> print(mx.np.bartlett(5))
    [0.  0.5 1.  0.5 0. ]
    """


def kaiser(M: int, beta: float) -> Any:
    """Return the Kaiser window of ``M`` points.

    Parameters
    ----------
    M
        The number of points; 0 or less: an empty array.
    beta
        How narrow it is: 0 is a rectangle, 14 a usual value.

    Returns
    -------
    A vector of float32, 1 in its middle.

    Examples
    --------
    >>> print(mx.np.kaiser(3, 1.0))
    [0.7898483 1.        0.7898483]
    """


def diag_indices(n: int, ndim: int = 2) -> Any:
    """Return the positions of the main diagonal of an array with ``ndim`` axes of length ``n``.

    Parameters
    ----------
    n
        The length of each axis.
    ndim
        The number of axes.

    Returns
    -------
    A tuple of ``ndim`` arrays of int64, to index with.

    See Also
    --------
    diag_indices_from : takes the array.

    Examples
    --------
    >>> a = mx.np.zeros((3, 3))
    >>> a[mx.np.diag_indices(3)] = 1
    >>> print(a)
    [[1. 0. 0.]
     [0. 1. 0.]
     [0. 0. 1.]]
    """


def frombuffer(buffer: Any, dtype: Any = "float64", count: int = -1, offset: int = 0) -> Any:
    r"""Return an array of the values that lie in bytes: a copy.

    Parameters
    ----------
    buffer : bytes, bytearray or memoryview
        The bytes.
    dtype
        The data type of the values there.
    count
        How many values; -1: all.
    offset
        How many bytes are left out first.

    Returns
    -------
    A vector in that dtype; of float64 in float32.

    Examples
    --------
    >>> print(mx.np.frombuffer(b'\x01\x02\x03', dtype='uint8'))
    [1 2 3]
    """


def fromfunction(function: Any, shape: Any, *, dtype: Any = "float64", **kwargs: Any) -> Any:
    """Return what a function gives for the positions of all elements, called once.

    Parameters
    ----------
    function : callable
        The function: it is called with an array of NumPy's for each axis, of the positions along it.
    shape : tuple of ints
        The shape of these arrays.
    dtype
        The data type of the positions.
    **kwargs
        What else the function is called with.

    Returns
    -------
    An array of the function's result, in float32 if that is float64.

    Examples
    --------
    >>> print(mx.np.fromfunction(lambda i, j: i + 10 * j, (2, 3)))
    [[ 0. 10. 20.]
     [ 1. 11. 21.]]
    """


def fromiter(iter: Any, dtype: Any, count: int = -1) -> Any:
    """Return a vector of what an iterator yields.

    Parameters
    ----------
    iter : iterable
        What yields the numbers.
    dtype
        The data type of the numbers; float64 becomes float32.
    count
        How many are read; -1: all.

    Returns
    -------
    A vector.

    Examples
    --------
    >>> print(mx.np.fromiter((i * i for i in range(4)), dtype='int64'))
    [0 1 4 9]
    """


def fromstring(string: Any, dtype: Any = "float64", count: int = -1, *, sep: str) -> Any:
    """Return a vector of the numbers in a text.

    Parameters
    ----------
    string : str
        The text.
    dtype
        The data type of the numbers; float64 becomes float32.
    count
        How many are read; -1: all.
    sep
        What is between two numbers; a blank stands for any white space.

    Returns
    -------
    A vector.

    Examples
    --------
    >>> print(mx.np.fromstring('1, 2, 3', sep=','))
    [1. 2. 3.]
    """


def geomspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0) -> Any:
    """Return ``num`` numbers from ``start`` to ``stop``, each the same multiple of the one before it.

    Parameters
    ----------
    start : number or list
        The first number, not 0.
    stop : number or list
        The last number, not 0; with ``endpoint=False`` the one that would follow it.
    num
        How many there are.
    endpoint
        Whether ``stop`` is one of them.
    dtype
        The data type; None: float32.
    axis
        Where the new axis is, if ``start`` and ``stop`` are lists.

    Returns
    -------
    An array of ``num`` elements.

    See Also
    --------
    logspace : takes the exponents.

    Examples
    --------
    >>> print(mx.np.geomspace(1, 1000, 4))
    [   1.   10.  100. 1000.]
    """


def loadtxt(
    fname: Any,
    dtype: Any = "float64",
    comments: Any = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: bool = False,
    ndmin: int = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
) -> Any:
    """Return the numbers of a text file, in which each line has as many.

    Parameters
    ----------
    fname : str, path, file or list of str
        The file's name, an open file, or the lines.
    dtype
        The data type of the numbers; float64 becomes float32.
    comments : str or list of str
        What begins a comment; None: nothing does.
    delimiter : one character
        What is between two numbers; None: white space.
    converters : function, or dict of int to function
        What makes a number of a text, for all columns or by column.
    skiprows
        How many lines are left out first.
    usecols : int or tuple of ints
        Which columns are read; None: all.
    unpack
        Whether columns become rows: ``x, y = loadtxt(..., unpack=True)``.
    ndmin
        The least number of axes of the result, 0, 1 or 2.
    encoding
        The encoding of the file.
    max_rows
        How many lines are read at most; None: all.

    Returns
    -------
    An array: a matrix of several lines and columns, a vector of one.

    See Also
    --------
    genfromtxt : takes lines in which numbers lack.

    Examples
    --------
    >>> print(mx.np.loadtxt(['1,2', '3,4'], delimiter=','))
    [[1. 2.]
     [3. 4.]]
    """


def tri(N: int, M: int | None = None, k: int = 0, dtype: Any = "float64", device: Any = None) -> Any:
    """Return a matrix with ones on and below diagonal ``k``, and zeros above it.

    Parameters
    ----------
    N
        The number of rows.
    M
        The number of columns; None: as many.
    k
        Which diagonal: 0 is the main one, 1 the one above it, -1 the one below.
    dtype
        The data type of the numbers; float64 becomes float32.
    device
        Where it lies; None: the current context.

    Returns
    -------
    A matrix.

    See Also
    --------
    tril : the lower triangle of a matrix.

    Examples
    --------
    >>> print(mx.np.tri(3))
    [[1. 0. 0.]
     [1. 1. 0.]
     [1. 1. 1.]]
    """


def tril_indices(n: int, k: int = 0, m: int | None = None) -> Any:
    """Return the positions of an ``n x m`` matrix' elements on and below diagonal ``k``.

    Parameters
    ----------
    n
        The number of rows.
    k
        Which diagonal: 0 is the main one, 1 the one above it, -1 the one below.
    m
        The number of columns; None: as many.

    Returns
    -------
    A pair of arrays of int64, to index with: the rows and the columns.

    See Also
    --------
    tril_indices_from : takes the matrix.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(a[mx.np.tril_indices(2)])
    [1. 3. 4.]
    """


def triu_indices(n: int, k: int = 0, m: int | None = None, device: Any = None) -> Any:
    """Return the positions of an ``n x m`` matrix' elements on and above diagonal ``k``.

    Parameters
    ----------
    n
        The number of rows.
    k
        Which diagonal: 0 is the main one, 1 the one above it, -1 the one below.
    m
        The number of columns; None: as many.
    device
        Where they lie; None: the current context.

    Returns
    -------
    A pair of arrays of int64, to index with: the rows and the columns.

    See Also
    --------
    triu_indices_from : takes the matrix.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(a[mx.np.triu_indices(2)])
    [1. 2. 4.]
    """


def array2string(a: Any, *args: Any, **kwargs: Any) -> Any:
    """Return an array's elements as text, in the form that the arguments say.

    Parameters
    ----------
    a : array
        The array.
    *args, **kwargs
        NumPy's other arguments: ``max_line_width``, ``precision``, ``suppress_small``, ``separator``, ``prefix``,
        ``threshold``, ``edgeitems``, ``floatmode``, ``formatter`` and others.

    Returns
    -------
    A str.

    Examples
    --------
    >>> print(mx.np.array2string(mx.np.array([1, 2.5]), separator=', '))
    [1. , 2.5]
    """


def array_repr(a: Any, *args: Any, **kwargs: Any) -> Any:
    """Return the text that NumPy shows for an array: with its dtype.

    Parameters
    ----------
    a : array
        The array.
    *args, **kwargs
        NumPy's other arguments: ``max_line_width``, ``precision`` and ``suppress_small``.

    Returns
    -------
    A str.

    Examples
    --------
    >>> print(mx.np.array_repr(mx.np.array([1, 2.5])))
    array([1. , 2.5], dtype=float32)
    """


def array_str(a: Any, *args: Any, **kwargs: Any) -> Any:
    """Return the text that is printed of an array: its elements.

    Parameters
    ----------
    a : array
        The array.
    *args, **kwargs
        NumPy's other arguments: ``max_line_width``, ``precision`` and ``suppress_small``.

    Returns
    -------
    A str.

    Examples
    --------
    >>> print(mx.np.array_str(mx.np.array([1, 2.5]), precision=1))
    [1.  2.5]
    """
