"""Functions of whole arrays: their shapes, their types, and where elements are."""

from typing import Any


def alltrue(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return whether all elements over ``axis`` are true: the old name of :func:`all`.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes; None: all.

    Returns
    -------
    An array of bool without the axes.

    Examples
    --------
    >>> print(mx.np.alltrue(mx.np.array([[1, 0], [1, 1]]), axis=1))
    [False  True]
    """


def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """Return what a function gives for each of the vectors along ``axis``.

    Parameters
    ----------
    func1d : callable
        The function: it is called with a vector of NumPy's, and returns a number or an array.
    axis : int
        The axis along which the vectors lie.
    arr : array
        The input.
    *args, **kwargs
        What else the function is called with.

    Returns
    -------
    An array in which the function's results take the place of the axis.

    Examples
    --------
    >>> a = mx.np.array([[3, 1, 2], [9, 8, 7]])
    >>> print(mx.np.apply_along_axis(lambda row: row.max() - row.min(), 1, a))
    [2. 2.]
    >>> print(mx.np.apply_along_axis(np.sort, 1, a))
    [[1. 2. 3.]
     [7. 8. 9.]]
    """


def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    """Return what a reduction gives that is applied over one axis after the other.

    Parameters
    ----------
    func : callable
        The reduction: it is called as ``func(a, axis)``, with an array of NumPy's.
    axes : int or tuple of ints
        The axes.

    Returns
    -------
    An array with as many axes as ``a``.

    Examples
    --------
    >>> print(mx.np.apply_over_axes(np.sum, mx.np.ones((2, 3, 4)), [0, 2]))
    [[[8.]
      [8.]
      [8.]]]
    """


def argpartition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    """Return the positions that would part ``a`` at an element as :func:`partition` does.

    Parameters
    ----------
    kth : int or list of ints
        Which places of the sorted array are filled rightly: no greater element is before such a place, and no lesser
        one behind.
    axis : int or None
        The axis; None: the array is taken as flat.
    kind
        Only 'introselect'.
    order
        Without effect: it is for structured arrays.

    Returns
    -------
    An array of positions, int64, of the shape of ``a``; a vector where ``axis`` is None.

    See Also
    --------
    mxnet.npx.topk : the greatest elements, on every device.

    Examples
    --------
    >>> a = mx.np.array([7, 1, 5, 3])
    >>> places = mx.np.argpartition(a, 2)[:2]
    >>> print(mx.np.sort(a[places]))
    [1. 3.]
    """


def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    """Return an array whose elements are picked from several arrays: element i from ``choices[a[i]]``.

    Parameters
    ----------
    a : array of integers
        Which of the choices each element is from.
    choices : list of arrays
        What is chosen from; their shapes and that of ``a`` broadcast.
    mode : {'raise', 'wrap', 'clip'}
        What is done with numbers out of range: an error, counted on from the first, or the nearest.

    Returns
    -------
    An array of the broadcast shape.

    Raises
    ------
    ValueError
        For a number out of range with 'raise'.

    Examples
    --------
    >>> which = mx.np.array([0, 1, 0], dtype='int32')
    >>> print(mx.np.choose(which, [mx.np.array([1, 2, 3]), mx.np.array([10, 20, 30])]))
    [ 1. 20.  3.]
    """


def ix_(*args: Any) -> Any:
    """Return arrays that together index the grid of some rows, some columns, and so on.

    Parameters
    ----------
    *args : vectors of integers or of bool
        The positions along each axis.

    Returns
    -------
    A tuple of arrays, each with its positions along its own axis and lengths of 1 else.

    Examples
    --------
    >>> a = mx.np.arange(9).reshape(3, 3)
    >>> rows, columns = mx.np.array([0, 2], dtype='int32'), mx.np.array([1, 2], dtype='int32')
    >>> print(a[mx.np.ix_(rows, columns)])
    [[1. 2.]
     [7. 8.]]
    """


def lexsort(keys: Any, axis: int = -1) -> Any:
    """Return the positions that sort by several keys: by the last one first, by those before it where it is equal.

    Parameters
    ----------
    keys : tuple of arrays, or array
        The keys, of one shape; those of an array are its rows.
    axis
        The axis of a key along which is sorted.

    Returns
    -------
    An array of positions, int64, of the shape of a key.

    Examples
    --------
    >>> first, last = mx.np.array([3, 1, 2]), mx.np.array([1, 1, 0])
    >>> print(mx.np.lexsort((first, last)))
    [2 1 0]
    """


def min_scalar_type(a: Any) -> Any:
    """Return the smallest data type that can have a number's value; of an array with axes its own type.

    Parameters
    ----------
    a : number or array
        The value.

    Returns
    -------
    A NumPy dtype.

    Examples
    --------
    >>> mx.np.min_scalar_type(300)
    dtype('uint16')
    >>> mx.np.min_scalar_type(mx.np.ones(2))
    dtype('float32')
    """


def ndim(a: Any) -> Any:
    """Return the number of axes: 2 of a matrix, 0 of a number.

    Parameters
    ----------
    a : array or list, or number
        The input.

    Returns
    -------
    An int.

    Examples
    --------
    >>> mx.np.ndim(mx.np.ones((2, 3)))
    2
    """


def packbits(a: Any, axis: int | None = None, bitorder: str = "big") -> Any:
    """Return bytes of which each has eight elements as its bits, the last one filled up with zeros.

    Parameters
    ----------
    a : array of integers or bool
        The bits: 0, and what is not 0.
    axis : int or None
        The axis; None: the array is taken as flat.
    bitorder : {'big', 'little'}
        Whether the first bit is the greatest of its byte, 128, or the least, 1.

    Returns
    -------
    An array of uint8, whose axis has an eighth of the length.

    See Also
    --------
    unpackbits : the reverse.

    Examples
    --------
    >>> print(mx.np.packbits(mx.np.array([1, 0, 0, 0, 0, 0, 1, 1], dtype='uint8')))
    [131]
    """


def partition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    """Return a copy that is sorted only so far that the lesser elements are before one, and the greater behind it.

    Parameters
    ----------
    kth : int or list of ints
        Which places of the sorted array are filled rightly: no greater element is before such a place, and no lesser
        one behind.
    axis : int or None
        The axis; None: the array is taken as flat.
    kind
        Only 'introselect'.
    order
        Without effect: it is for structured arrays.

    Returns
    -------
    An array of the shape of ``a``; a vector where ``axis`` is None.

    See Also
    --------
    sort : all of it, with a gradient.

    Examples
    --------
    >>> a = mx.np.partition(mx.np.array([7, 1, 5, 3]), 2)
    >>> print(a[:2].max(), a[2:].min())
    3.0 5.0
    """


def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """Return at each element what that function gives whose condition holds there, the last one where several do.

    Parameters
    ----------
    x : array
        The input.
    condlist : list of arrays of bool
        The conditions, of the shape of ``x``.
    funclist : list of functions or numbers
        The function, or the value, for each; one more is for where no condition holds: 0 without it. A function is
        called with the elements, as a vector of NumPy's.
    *args, **kw
        What else the functions are called with.

    Returns
    -------
    An array of the shape and dtype of ``x``.

    Examples
    --------
    >>> x = mx.np.array([-1, 0, 2])
    >>> print(mx.np.piecewise(x, [x < 0, x >= 0], [lambda v: -v, lambda v: v * 10]))
    [ 1.  0. 20.]
    """


def promote_types(type1: Any, type2: Any) -> Any:
    """Return the smallest data type to which both types can be converted safely.

    Parameters
    ----------
    type1 : dtype
        A data type.
    type2 : dtype
        Another one.

    Returns
    -------
    A NumPy dtype.

    Examples
    --------
    >>> mx.np.promote_types('int8', 'float16')
    dtype('float16')
    """


def result_type(*arrays_and_dtypes: Any) -> Any:
    """Return the data type that NumPy promotes all of these to.

    Parameters
    ----------
    *arrays_and_dtypes : arrays, dtypes or numbers
        What would be combined.

    Returns
    -------
    A NumPy dtype.

    Examples
    --------
    >>> mx.np.result_type(mx.np.ones(2), 'float64')
    dtype('float64')
    """


def size(a: Any, axis: Any = None) -> Any:
    """Return the number of elements, or the length along ``axis``.

    Parameters
    ----------
    a : array or list, or number
        The input.
    axis : int or None
        The axis; None: all elements are counted.

    Returns
    -------
    An int.

    Examples
    --------
    >>> a = mx.np.ones((2, 3))
    >>> mx.np.size(a), mx.np.size(a, 1)
    (6, 3)
    """


def tril_indices_from(arr: Any, k: int = 0) -> Any:
    """Return the positions of a matrix' elements on and below diagonal ``k``.

    Parameters
    ----------
    arr : array
        The matrix: its shape alone counts.
    k
        Which diagonal: 0 is the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    A pair of arrays of int64, to index with: the rows and the columns.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(a[mx.np.tril_indices_from(a)])
    [1. 3. 4.]
    """


def triu_indices_from(arr: Any, k: int = 0) -> Any:
    """Return the positions of a matrix' elements on and above diagonal ``k``.

    Parameters
    ----------
    arr : array
        The matrix: its shape alone counts.
    k
        Which diagonal: 0 is the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    A pair of arrays of int64, to index with: the rows and the columns.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(a[mx.np.triu_indices_from(a)])
    [1. 2. 4.]
    """


def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    """Return an array without the zeros that it begins and ends with.

    Parameters
    ----------
    filt : array
        The input, a vector as a rule.
    trim : str
        'f': zeros at the front are cut off, 'b': those at the back, 'fb': both.
    axis : None, int or tuple of ints
        The axes along which is cut; None: all.

    Returns
    -------
    A copy of what is between.

    Examples
    --------
    >>> print(mx.np.trim_zeros(mx.np.array([0, 0, 1, 0, 2, 0])))
    [1. 0. 2.]
    """


def unpackbits(a: Any, axis: int | None = None, count: int | None = None, bitorder: str = "big") -> Any:
    """Return the bits of bytes as elements, 0 or 1.

    Parameters
    ----------
    a : array of uint8
        The bytes.
    axis : int or None
        The axis; None: the array is taken as flat.
    count
        How many bits are returned, those that lack being 0; a negative number cuts off so many at the end; None: all.
    bitorder : {'big', 'little'}
        Whether the first bit is the greatest of its byte, 128, or the least, 1.

    Returns
    -------
    An array of uint8, whose axis has eight times the length.

    See Also
    --------
    packbits : the reverse.

    Examples
    --------
    >>> print(mx.np.unpackbits(mx.np.array([131], dtype='uint8')))
    [1 0 0 0 0 0 1 1]
    """
