"""Comparing a symbol or a block with itself on other devices, in other dtypes and as a graph, and timing it."""

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .. import autograd, random
from .. import ndarray as nd
from .comparison import assert_almost_equal, compare_ndarray_tuple, default_atols, default_rtols, get_tolerance
from .environment import default_context
from .random_data import rand_ndarray

__all__ = [
    "check_consistency", "check_gluon_hybridize_consistency", "check_speed", "compare_optimizer",
    "compare_optimizer_noise_seeded",
]  # fmt: skip


def check_consistency(
    sym: Any,
    ctx_list: Sequence[Mapping[str, Any]],
    scale: float = 1.0,
    grad_req: Any = "write",
    arg_params: Mapping[str, Any] | None = None,
    aux_params: Mapping[str, Any] | None = None,
    rtol: Any = None,
    atol: Any = None,
    raise_on_err: bool = True,
    ground_truth: Mapping[str, Any] | None = None,
    equal_nan: bool = False,
    use_uniform: bool = False,
    rand_type: Any = np.float64,
) -> dict[str, Any]:
    """Raise AssertionError unless a symbol gives the same on every entry of ``ctx_list``; return the best result.

    Parameters
    ----------
    sym
        One symbol, or a list with one for every entry of ``ctx_list``.
    ctx_list
        Keyword arguments of ``simple_bind``: ``{'ctx': mx.cpu(), 'data': (2, 3), 'type_dict': {'data': 'float16'}}``.
    scale, use_uniform, rand_type
        Parameters not in ``arg_params`` are normal with this deviation, or uniform between plus and minus it.
    rtol, atol
        A number, or a dict by dtype; by default those of each dtype.
    ground_truth
        ``{name: array}`` of outputs and gradients to compare with; by default those of the most precise entry.
    raise_on_err
        False prints what differs and goes on.
    """
    assert len(ctx_list) > 1, "one entry has nothing to be consistent with"
    symbols = list(sym) if isinstance(sym, (list, tuple)) else [sym] * len(ctx_list)
    assert len(symbols) == len(ctx_list), f"{len(symbols)} symbols for {len(ctx_list)} entries of ctx_list"
    outputs = symbols[0].list_outputs()
    arguments = symbols[0].list_arguments()
    assert all(other.list_outputs() == outputs for other in symbols), "the symbols' outputs have different names"
    assert all(other.list_arguments() == arguments for other in symbols), "the symbols' arguments have different names"
    executors = [one.simple_bind(grad_req=grad_req, **entry) for one, entry in zip(symbols, ctx_list, strict=True)]
    _set_parameters(executors, arg_params, aux_params, scale, use_uniform, rand_type)

    training = grad_req != "null"
    for executor in executors:
        executor.forward(is_train=training)
    dtypes = [np.dtype(executor.outputs[0].dtype) for executor in executors]
    best = max(range(len(dtypes)), key=lambda i: (dtypes[i].kind == "f", dtypes[i].itemsize))
    if training:
        heads = [output.asnumpy() for output in executors[best].outputs]
        for executor in executors:
            executor.backward([_like(head, output) for head, output in zip(heads, executor.outputs, strict=True)])
    results = [_results(executor, outputs, training) for executor in executors]
    truth = results[best] if ground_truth is None else ground_truth
    for i, (executor, result) in enumerate(zip(executors, results, strict=True)):
        if i == best and ground_truth is None:
            continue
        head = executor.outputs[0]
        tolerances = get_tolerance(head, rtol, default_rtols()), get_tolerance(head, atol, default_atols())
        for name, value in result.items():
            if name in truth:
                _check(i, name, value, truth[name], tolerances, equal_nan, raise_on_err)
    return dict(truth)


def _set_parameters(
    executors: Sequence[Any], arg_params: Any, aux_params: Any, scale: float, uniform: bool, rand_type: Any
) -> None:
    args, auxs = dict(arg_params or {}), dict(aux_params or {})
    for name, array in executors[0].arg_dict.items():
        if name not in args:
            draw = np.random.uniform(-scale, scale, array.shape) if uniform else np.random.normal(0, scale, array.shape)
            args[name] = np.asarray(draw).astype(rand_type)
    for executor in executors:
        for name, array in executor.arg_dict.items():
            array[:] = args[name]
        for name, array in executor.aux_dict.items():
            array[:] = auxs.get(name, 0)
        for gradient in executor.grad_dict.values():
            if gradient is not None:
                gradient[:] = 0


def _like(head: np.ndarray, output: Any) -> Any:
    return nd.array(head, ctx=output.context, dtype=output.dtype)


def _results(executor: Any, outputs: Sequence[str], training: bool) -> dict[str, Any]:
    results = dict(zip(outputs, executor.outputs, strict=True))
    if training:
        results.update((name, grad) for name, grad in executor.grad_dict.items() if grad is not None)
    return results


def _check(i: int, name: str, value: Any, truth: Any, tolerances: Any, equal_nan: bool, raise_on_err: bool) -> None:
    got = value.asnumpy()
    want = (truth.asnumpy() if hasattr(truth, "asnumpy") else np.asarray(truth)).astype(got.dtype)
    try:
        assert_almost_equal(got, want, *tolerances, (f"{name} of entry {i}", name), equal_nan)
    except AssertionError:
        if raise_on_err:
            raise
        print(f"entry {i} differs in {name}:")
        traceback.print_exc()


def check_speed(
    sym: Any,
    location: Mapping[str, Any] | None = None,
    ctx: Any = None,
    N: int = 20,
    grad_req: Any = None,
    typ: str = "whole",
    **kwargs: Any,
) -> float:
    """Return the seconds one run of ``sym`` takes, over ``N`` runs after a first.

    ``typ`` is ``'whole'`` for forward and backward or ``'forward'``. Without ``location`` the arguments, whose shapes
    are given as ``kwargs``, are random.
    """
    if typ not in ("whole", "forward"):
        raise ValueError('typ can only be "whole" or "forward".')
    if location is not None and not isinstance(location, Mapping):
        raise AssertionError(f"Expect dict, get 'location'={location!r}")  # as 1.9.1
    ctx = ctx or default_context()
    request = grad_req or ("write" if typ == "whole" else "null")
    shapes = kwargs if location is None else {name: np.shape(value) for name, value in location.items()}
    executor = sym.simple_bind(grad_req=request, ctx=ctx, **shapes)
    values = location or {name: np.random.normal(size=arr.shape) for name, arr in executor.arg_dict.items()}
    for name, value in values.items():
        executor.arg_dict[name][:] = value

    def run() -> None:
        outputs = executor.forward(is_train=typ == "whole")
        if typ == "whole":
            executor.backward(out_grads=outputs)

    run()
    nd.waitall()
    start = time.perf_counter()
    for _ in range(N):
        run()
    nd.waitall()
    return (time.perf_counter() - start) / N


def check_gluon_hybridize_consistency(
    net_builder: Callable[[], Any],
    data_l: Sequence[Any],
    numpy_func: Callable[..., Any] | None = None,
    test_grad: bool = True,
    rtol: float = 1e-4,
    atol: float = 1e-4,
) -> None:
    """Raise AssertionError unless a network gives the same imperatively and hybridized.

    ``net_builder()`` makes the network, which must not draw random numbers; ``data_l`` are its inputs. Compared are
    the output, also with that of ``numpy_func`` on NumPy's arrays, and with ``test_grad`` the gradients of inputs and
    parameters.
    """
    expected: list[Any] = []
    values: list[Any] = []
    for hybrid in (False, True):
        net = net_builder()
        net.initialize()
        inputs = [item.copy() for item in data_l]
        net(*inputs)
        params = list(net.collect_params().values())
        for param, value in zip(params, values, strict=False):
            param.set_data(value)
        values = [param.data() for param in params]
        if hybrid:
            net.hybridize()
        result = _with_gradients(net, inputs, params) if test_grad else [net(*inputs)]
        if numpy_func is not None:
            assert_almost_equal(result[0], numpy_func(*(item.asnumpy() for item in data_l)), rtol, atol)
        for one, other in zip(result, expected, strict=False):
            assert_almost_equal(one, other, rtol, atol)
        expected = result


def _with_gradients(net: Any, inputs: Sequence[Any], params: Sequence[Any]) -> list[Any]:
    """Return a network's output, and the gradients of its inputs and of its parameters."""
    for item in inputs:
        item.attach_grad()
    with autograd.record():
        out = net(*inputs)
    out.backward()
    return [out, *(item.grad for item in inputs), *(param.grad() for param in params if param.grad_req != "null")]


# -- two optimizers ----------------------------------------------------------------------------------------------------


def compare_optimizer(
    opt1: Any,
    opt2: Any,
    shape: Any,
    dtype: Any,
    w_stype: str = "default",
    g_stype: str = "default",
    rtol: float = 1e-4,
    atol: float = 1e-5,
    compare_states: bool = True,
    ntensors: int = 1,
) -> None:
    """Raise AssertionError unless two optimizers update the same weights alike, states included.

    ``shape`` is one shape for each of ``ntensors`` weights, or a list of their shapes. The second optimizer updates
    them together, the first one by one.
    ``w_stype`` and ``g_stype`` are the storage types of weights and gradients that the second one gets; the first one
    gets dense arrays.
    """
    _compare((opt1, opt2), shape, dtype, (w_stype, g_stype), (rtol, atol), compare_states, ntensors)


def compare_optimizer_noise_seeded(
    opt1: Any,
    opt2: Any,
    shape: Any,
    dtype: Any,
    noise_seed: int,
    w_stype: str = "default",
    g_stype: str = "default",
    rtol: float = 1e-4,
    atol: float = 1e-5,
    compare_states: bool = True,
    ntensors: int = 1,
) -> None:
    """Do :func:`compare_optimizer` for optimizers that draw numbers: each begins with ``noise_seed``. Of MXNet 2."""
    _compare((opt1, opt2), shape, dtype, (w_stype, g_stype), (rtol, atol), compare_states, ntensors, noise_seed)


def _compare(
    opts: Any, shape: Any, dtype: Any, stypes: Any, tolerances: Any, states: bool, ntensors: int, seed: Any = None
) -> None:
    shapes = list(shape) if isinstance(shape, list) else [shape] * ntensors
    weights, gradients = (
        [rand_ndarray(one, stype, density=density, dtype=dtype) for one in shapes]
        for stype, density in zip(stypes, (1, 0.5), strict=True)
    )
    dense = [[array.tostype("default") for array in arrays] for arrays in (weights, gradients)]
    results = [_updated(opts[0], *dense, False, seed), _updated(opts[1], weights, gradients, len(weights) > 1, seed)]
    for (weight1, state1), (weight2, state2) in zip(*results, strict=True):
        assert_almost_equal(weight1, weight2, *tolerances)
        if states:
            compare_ndarray_tuple(state1, state2, *tolerances)


def _updated(
    optimizer: Any, weights: list[Any], gradients: list[Any], together: bool, seed: int | None
) -> list[tuple[Any, Any]]:
    """Return weights and states after one update of copies of ``weights``, with random numbers from ``seed`` on."""
    if seed is not None:
        random.seed(seed)
    weights = [weight.copy() for weight in weights]
    gradients = [gradient.copy() for gradient in gradients]
    states = [optimizer.create_state_multi_precision(i, weight) for i, weight in enumerate(weights)]
    if together:
        optimizer.update_multi_precision(list(range(len(weights))), weights, gradients, states)
    else:
        for index, arrays in enumerate(zip(weights, gradients, states, strict=True)):
            optimizer.update_multi_precision(index, *arrays)
    nd.waitall()
    return list(zip(weights, states, strict=True))
