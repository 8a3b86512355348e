"""Functions that 1.9.1 leaves to NumPy, or lacks, in graphs: the values, types and gradients of eager calls."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as onp
import pytest

from .test_fallback import DIFFERENTIABLE, EXPRESSIONS, S, X
from .test_numpy2 import ARRAYS, FLOATS, OTHERS

VALUES = {"x": X, "s": S, "i": onp.array([[2], [0]])}
#: what only NumPy computes, needs values, or makes arrays of numbers
EAGER_ONLY = (
    "arg", "divmod", "lexsort", "ndim", "polyfit", "size", "tril_indices", "unwrap", "result_type", "promote_types",
    "isin([", "tri(", "diag_indices", "bartlett", "geomspace", "fftfreq", "rfftfreq", "gradient(y", "gradient(x, edge",
    "unstack",
    # element-wise functions that are not operators yet
    "exp2", "sinc", "fmod", "fmax", "fmin", "logaddexp", "real(", "imag(", "floor_divide", "gcd", "nextafter",
    "logical_", "shift(n.abs", "bitwise_right", "isreal", "iscomplex", "conj", "positive",
)  # fmt: skip


def _in_graphs(expressions: list[str]) -> list[str]:
    return [e for e in expressions if not any(name in e for name in EAGER_ONLY) or "argwhere" in e]


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


@pytest.mark.parametrize(
    ("expression", "values"),
    [(e, ARRAYS) for e in _in_graphs(FLOATS + OTHERS)]
    + [(e, VALUES) for e in _in_graphs(EXPRESSIONS + DIFFERENTIABLE)],
)
def test_a_graph_gives_what_the_call_gives(expression: str, values: dict[str, onp.ndarray]) -> None:
    arrays = {name: mx.np.array(value, dtype=value.dtype) for name, value in values.items()}
    expected = _listed(eval(expression, {"n": mx.np} | arrays))
    symbols = {name: mx.sym.var(name).as_np_ndarray() for name in values}
    graph = mx.sym.Group(_listed(eval(expression, {"n": mx.sym.np} | symbols)))
    found = graph.bind(mx.cpu(), {name: arrays[name] for name in graph.list_arguments()}).forward()
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        if "empty" not in expression:
            onp.testing.assert_allclose(one.asnumpy(), onp.asarray(other), rtol=1e-5)
        if isinstance(other, mx.np.ndarray):
            assert one.dtype == other.dtype


class _Net(mx.gluon.HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        spectrum = F.np.abs(F.np.fft.fft(x))
        return F.np.median(spectrum, axis=1) + F.np.nanmax(x, axis=1) + F.np.sum(F.np.compress(x[0] > 1.5, x, axis=1))


def test_a_hybridized_block_has_the_gradient_of_the_eager_one(tmp_path: Any) -> None:
    results = []
    for hybridize in (False, True):
        net, x = _Net(), mx.np.array(X)
        net.hybridize(hybridize)
        x.attach_grad()
        with mx.autograd.record():
            y = net(x)
        y.backward()
        results.append((y.asnumpy(), x.grad.asnumpy()))
    onp.testing.assert_allclose(results[1][0], results[0][0], rtol=1e-6)
    onp.testing.assert_allclose(results[1][1], results[0][1], rtol=1e-6)
    net.export(str(tmp_path / "net"))
    loaded = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"])
    onp.testing.assert_allclose(loaded(mx.np.array(X)).asnumpy(), results[0][0], rtol=1e-6)


def test_what_only_numpy_computes_says_so_in_graphs() -> None:
    with pytest.raises(mx.MXNetError, match="initial"):
        mx.sym.np.nanmax(mx.sym.var("x").as_np_ndarray(), initial=1)


def test_a_transform_that_is_bound_says_its_dtype():
    spectrum = mx.sym.np.fft.fft(mx.sym.var("x").as_np_ndarray())
    executor = spectrum.bind(mx.cpu(), {"x": mx.nd.ones((2, 3))})
    assert executor.forward()[0].dtype is onp.complex64
