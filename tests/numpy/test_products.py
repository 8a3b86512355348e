"""Products of ``mx.np``: the functions that are composed of operators, and what they refuse."""

from __future__ import annotations

import mxnet as mx
import numpy as onp
import pytest
from mxnet import np
from mxnet.base import MXNetError

pytestmark = pytest.mark.usefixtures("numpy_interface")


def _array(*shape: int) -> np.ndarray:
    return np.array(onp.arange(onp.prod(shape, dtype=int)).reshape(shape) - 2.0)


@pytest.mark.parametrize(
    ("name", "shapes", "args"),
    [
        ("inner", ((2, 3), (4, 3)), ()),
        ("inner", ((3,), (3,)), ()),
        ("outer", ((2, 3), (4,)), ()),
        ("vdot", ((2, 3), (3, 2)), ()),
        ("dot", ((2, 3), (3,)), ()),
        ("matmul", ((2, 3), (2, 3, 2)), ()),
        ("tensordot", ((2, 3), (2, 3)), ()),
        ("tensordot", ((2, 3), (3, 2)), (1,)),
        ("tensordot", ((2, 3, 4), (4, 3, 2)), (((1, 2), (1, 0)),)),
        ("tensordot", ((2, 3, 4), (4, 3, 2)), ([-1, 0],)),
    ],
)
def test_is_numpys(name: str, shapes: tuple[tuple[int, ...], ...], args: tuple[object, ...]) -> None:
    arrays = [_array(*shape) for shape in shapes]
    wanted = getattr(onp, name)(*[a.asnumpy() for a in arrays], *args)
    symbols = [mx.sym.var(f"x{i}").as_np_ndarray() for i in range(len(arrays))]
    executor = getattr(mx.sym.np, name)(*symbols, *args).bind(mx.cpu(), {f"x{i}": a for i, a in enumerate(arrays)})
    for found in (getattr(np, name)(*arrays, *args), executor.forward()[0]):
        onp.testing.assert_allclose(found.asnumpy(), wanted, rtol=1e-6)


def test_at_sign() -> None:
    a, b = _array(2, 3), _array(3, 3)
    wanted = a.asnumpy() @ b.asnumpy()
    onp.testing.assert_allclose((a @ b).asnumpy(), wanted)
    a @= b
    onp.testing.assert_allclose(a.asnumpy(), wanted)
    with pytest.raises(AssertionError, match=r"expected an array of mx.np"):
        a @ 2
    with pytest.raises(AssertionError, match=r"expected an array of mx.np"):
        2 @ a


def test_at_sign_beside_arrays_of_numpy() -> None:
    a, b = _array(2, 3), _array(3, 2).asnumpy()
    for product, expected in ((a @ b, a.asnumpy() @ b), (b @ a, b @ a.asnumpy())):
        assert type(product) is np.ndarray
        onp.testing.assert_allclose(product.asnumpy(), expected)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32"])
@pytest.mark.parametrize("text", ["ij->", "ij->i", "ii->", "ij,ij->"])
def test_einsum_of_integers_keeps_their_type(text: str, dtype: str) -> None:
    arrays = [onp.array([[100, 2], [3, 120]], dtype)] * (1 + text.count(","))
    wanted = onp.einsum(text, *arrays)
    found = np.einsum(text, *[np.array(each, dtype=dtype) for each in arrays])
    assert found.dtype == wanted.dtype
    onp.testing.assert_array_equal(found.asnumpy(), wanted)


def test_einsum_takes_its_keywords() -> None:
    a, b, out = _array(2, 3), _array(3, 2), _array(2, 2)
    assert np.einsum("ij,jk", a, b, optimize=True, out=out) is out
    onp.testing.assert_allclose(out.asnumpy(), a.asnumpy() @ b.asnumpy())
    with pytest.raises(TypeError, match="dtype"):
        np.einsum("ij,jk", a, b, dtype="float64")


@pytest.mark.parametrize("text", ["ij->k", "ijk->i", "ij,jk", "i@->i", "ij->ii", "..ij->i", "...j->j", "i->i"])
def test_einsum_refuses(text: str) -> None:
    with pytest.raises(MXNetError, match="einsum"):
        np.einsum(text, _array(2, 3))


def test_polyval_of_numbers_is_numpys() -> None:
    assert np.polyval([1.0, 2.0], 3) == 5
    for args in ((_array(3), 2.0), ([1.0, 2.0], _array(3))):
        with pytest.raises(TypeError):
            np.polyval(*args)


@pytest.mark.parametrize(
    "call",
    [
        lambda a: np.dot(a, a),
        lambda a: np.matmul(a, a),
        lambda a: np.matmul(a, np.array(2.0)),
        lambda a: np.tensordot(a, a, 1),
        lambda a: np.tensordot(a, a, 3),
        lambda a: np.tensordot(a, a, ([0], [5])),
        lambda a: np.tensordot(a, a, ([0, 1], [0])),
        lambda a: np.vdot(a, np.array([1.0])),
        lambda a: np.dot(a, a.astype("float64")),
    ],
)
def test_what_does_not_fit(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(MXNetError):
        call(_array(2, 3))
