"""Programs that treat symbols as arrays: what works as imperatively, and errors that say what to write instead.

The classes of the errors are those of MXNet 1.9.1.
"""

import math

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon, nd
from mxnet.base import NotImplementedForSymbol

INSTEAD = r"F\.where or F\.contrib\.cond"


class Computes(gluon.HybridBlock):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def hybrid_forward(self, F, x):
        return self.function(F, x)


def hybridized(function, shape=(2, 3, 4)):
    block = Computes(function)
    block.hybridize()
    return block(nd.arange(math.prod(shape)).reshape(shape))


RESHAPES = {
    "integers": lambda F, x: x.reshape(6, 4),
    "codes": lambda F, x: x.reshape(0, -1),
    "unpacked": lambda F, x: x.reshape(*(4, 3, 2)),
    "reversed": lambda F, x: x.reshape(-1, 4, reverse=True),
    "one integer": lambda F, x: x.reshape(-1),
    "tuple": lambda F, x: x.reshape((6, 4)),
    "list": lambda F, x: x.reshape([6, 4]),
    "keyword": lambda F, x: x.reshape(shape=(6, 4)),
}


@pytest.mark.parametrize("function", RESHAPES.values(), ids=RESHAPES)
def test_reshape_takes_what_arrays_take(function):
    x = nd.arange(24).reshape((2, 3, 4))
    expected = function(nd, x).asnumpy()
    np.testing.assert_array_equal(hybridized(function).asnumpy(), expected)
    (result,) = function(mx.sym, mx.sym.var("x")).eval(x=x)
    np.testing.assert_array_equal(result.asnumpy(), expected)


@pytest.mark.parametrize("arguments", [(6, 4), (0, -1), ((6, 4),)])
def test_reshape_of_a_symbol_writes_the_graph_that_a_tuple_writes(arguments):
    shape = arguments[0] if isinstance(arguments[0], tuple) else arguments
    expected = mx.sym.var("x").reshape(shape, name="r").tojson()
    assert mx.sym.var("x").reshape(*arguments, name="r").tojson() == expected


@pytest.mark.parametrize(
    "function",
    [lambda x: x.transpose(2, 0, 1), lambda x: x.tile(1, 2), lambda x: x.flip(0, 1), lambda x: x.transpose(1, 0)],
    ids=["transpose", "tile", "flip", "two"],
)
def test_several_integers_for_a_tuple(function):
    with pytest.raises(TypeError, match=r"passed as a tuple, as in nd\.transpose\(x, \(2, 0, 1\)\)"):
        function(nd.ones((2, 3, 4)))
    with pytest.raises((TypeError, AttributeError), match=r"passed as a tuple, as in F\.transpose\(x, \(2, 0, 1\)\)"):
        hybridized(lambda F, x: function(x))


VALUES = {
    "asnumpy": lambda F, x: x.asnumpy(),
    "asscalar": lambda F, x: x.sum().asscalar(),
    "wait_to_read": lambda F, x: x.wait_to_read(),
    "as_in_context": lambda F, x: x.as_in_context(mx.cpu()),
    "if": lambda F, x: x if x.sum() > 0 else -x,
    "not": lambda F, x: not x,
    "and": lambda F, x: x and -x,
    "max of Python": lambda F, x: max(x, 2 * x),
    "in": lambda F, x: 3 in x,
}
NUMBERS = {
    "float": lambda F, x: float(x),
    "int": lambda F, x: int(x.sum()),
    "complex": lambda F, x: complex(x),
    "range": lambda F, x: [x for _ in range(x)],
    "index of a list": lambda F, x: [x, x][x],
    "math": lambda F, x: math.sqrt(x),
    "text": lambda F, x: f"{float(x):.2f}",
}


@pytest.mark.parametrize("function", VALUES.values(), ids=VALUES)
def test_values_in_a_hybridized_block(function):
    with pytest.raises(NotImplementedForSymbol, match=INSTEAD):
        hybridized(function)


@pytest.mark.parametrize("function", NUMBERS.values(), ids=NUMBERS)
def test_numbers_in_a_hybridized_block(function):
    with pytest.raises(TypeError, match=INSTEAD):
        hybridized(function)


@pytest.mark.parametrize("name", ["item", "tolist", "copyto", "as_in_ctx"])
def test_methods_that_need_values(name):
    with pytest.raises(AttributeError, match=INSTEAD):
        hybridized(lambda F, x: getattr(x, name)())


LENGTHS, KINDS = "use reshape's codes", "use the operators that end in _like, x.astype of a fixed dtype"


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        *((name, LENGTHS) for name in ("shape", "size", "ndim")),
        *((name, KINDS) for name in ("dtype", "ctx", "context")),
    ],
)
def test_what_symbols_do_not_know(name, instead):
    with pytest.raises(AttributeError, match=instead):
        hybridized(lambda F, x: getattr(x, name))


def test_arithmetic_in_place():
    def add(F, x):
        x += 1
        return x

    with pytest.raises(NotImplementedForSymbol, match=r"Write x = x \+ y in place of x \+= y"):
        hybridized(add)


@pytest.mark.parametrize("module", [nd, mx.np], ids=["nd", "np"])
def test_arrays_that_are_no_number(module):
    x = module.ones((3,))
    for convert in (float, int, lambda x: [1, 2][x]):
        with pytest.raises(TypeError, match=r"asnumpy\(\) gives all values"):
            convert(x)
    with pytest.raises(ValueError, match=rf"make it one number.* {'nd' if module is nd else 'np'}\.where"):
        bool(x)


def test_an_array_that_is_no_scalar():
    with pytest.raises(ValueError, match=r"shape \(3,\) is not a scalar: asnumpy\(\) gives all values"):
        nd.ones(3).asscalar()


@pytest.mark.parametrize(("axis", "size", "shape"), [(0, 0, (1, 2)), ((0, 1), (0, 0), (1, 1)), ((0,), (0,), (1, 2))])
def test_a_size_of_zero_is_a_length(axis, size, shape):  # it was inferred from the sum, and then run as 0
    empty = mx.sym.broadcast_axis(mx.sym.var("x"), axis=axis, size=size)
    assert empty.infer_shape(x=shape)[1] == [(0, 0 if size == (0, 0) else 2)]
    total = empty + mx.sym.var("y")
    with pytest.raises(mx.MXNetError, match=r"rhs: expected \(0, [02]\), got \(3, 2\)"):
        total.infer_shape(x=shape, y=(3, 2))
    with pytest.raises(mx.MXNetError, match=r"rhs: expected \(0, [02]\), got \(3, 2\)"):
        total.simple_bind(mx.cpu(), x=shape, y=(3, 2))
    with pytest.raises(mx.MXNetError, match="size 0 of axis 0 is a length, and the result is used with length 3"):
        total.infer_shape(y=(3, 2))
