"""Arrays in sparse storage: what operators give and in which storage, gradients, updates, stores, inference, errors."""

import itertools
import os

import mxnet as mx
import numpy as np
from helpers import compute_as_mxnet, raised
from mxnet import autograd, nd

compute_as_mxnet("nadam_schedule")

os.environ["MXNET_STORAGE_FALLBACK_LOG_VERBOSE"] = "0"
RTOL = 1e-4
ATOL = 1e-5

STYPES = ("default", "row_sparse", "csr")
A = np.array([[0, 1, 0], [2, 0, 3], [0, 0, 0], [0.5, 0, 0]], dtype="float32")
B = np.array([[0, 0, 0], [2, 1, -3], [0, 0, 0], [0, 4, 0]], dtype="float32")
UNARY = (  # noqa: SIM905  # a list would be long
    "abs arccosh arcsin arcsinh arctan arctanh cbrt ceil cos cosh degrees exp expm1 fix floor gamma log1p "
    "negative radians relu rint round sigmoid sign sin sinh sqrt square tan tanh trunc zeros_like "
    "ones_like identity make_loss softmax transpose"
).split()
BINARY = (  # noqa: SIM905  # a list would be long
    "elemwise_add elemwise_sub elemwise_mul elemwise_div broadcast_add broadcast_sub broadcast_mul "
    "broadcast_maximum broadcast_equal broadcast_power _maximum _minimum _hypot _grad_add _equal"
).split()
SCALAR = (  # noqa: SIM905  # a list would be long
    "_plus_scalar _minus_scalar _rminus_scalar _mul_scalar _div_scalar _rdiv_scalar _mod_scalar "
    "_power_scalar _rpower_scalar _maximum_scalar _equal_scalar _not_equal_scalar _greater_scalar "
    "_greater_equal_scalar _lesser_scalar _lesser_equal_scalar _logical_and_scalar _scatter_plus_scalar"
).split()


def of(values, stype):
    return nd.array(values).tostype(stype)


def named(name):
    return next(getattr(place, name) for place in (nd, nd._internal, nd.contrib) if hasattr(place, name))


def told(array):
    """Return what can be compared of an array: csr of the reference may hold memory beyond its elements."""
    stored = array.indices.asnumpy() if array.stype == "row_sparse" else np.zeros(0)
    return [array.stype, array.asnumpy(), stored]


def operators():
    answers = {}
    for name, stype in itertools.product(UNARY, STYPES):
        answers[f"{name}({stype})"] = told(named(name)(of(A / 4, stype)))
    for name, left, right in itertools.product(BINARY, STYPES, STYPES):
        answers[f"{name}({left}, {right})"] = told(named(name)(of(A, left), of(B, right)))
    for name, stype, scalar in itertools.product(SCALAR, STYPES, (0, 2, -1)):
        answers[f"{name}({stype}, {scalar})"] = told(named(name)(of(A, stype), scalar=scalar))
    for name, stype, axis, keepdims in itertools.product(("sum", "mean", "norm"), STYPES, (None, 0, 1), (False, True)):
        given = {} if axis is None else {"axis": axis}
        answers[f"{name}({stype}, {axis}, {keepdims})"] = told(named(name)(of(A, stype), keepdims=keepdims, **given))
    return answers


def products():
    answers = {}
    random = np.random.RandomState(0)
    for left, right, ta, tb in itertools.product(STYPES, STYPES, (False, True), (False, True)):
        a, b = random.rand(4, 3).astype("float32"), random.rand(*((4, 2) if ta else (3, 2))).astype("float32")
        a *= random.rand(4, 3) < 0.6
        b = np.ascontiguousarray(b.T) if tb else b
        for forward in (None, "default"):
            given = {} if forward is None else {"forward_stype": forward}
            key = f"dot({left}, {right}, {ta}, {tb}, {forward})"
            product = nd.dot(of(a, left), of(b, right), transpose_a=ta, transpose_b=tb, **given)
            answers[key] = told(product)
    for stype in STYPES:
        answers[f"clip({stype})"] = told(nd.clip(of(A, stype), -1, 1))
        answers[f"slice({stype})"] = told(nd.slice(of(A, stype), begin=(1, 1), end=(4, 3)))
        answers[f"take({stype})"] = told(nd.take(of(A, stype), nd.array([1, 9, 0]), mode="clip"))
        answers[f"concat({stype})"] = told(nd.concat(of(A, stype), of(B, stype), dim=0))
        answers[f"stack({stype})"] = told(nd.stack(of(A, stype), of(B, stype)))
        answers[f"add_n({stype})"] = told(nd.add_n(of(A, stype), of(B, stype), of(A, stype)))
        answers[f"where({stype})"] = told(nd.where(of(A, stype), nd.array(A), nd.array(B)))
        for target in STYPES[:1] + (stype,):
            answers[f"cast_storage({stype}, {target})"] = told(nd.cast_storage(of(A, stype), stype=target))
    answers["retain"] = told(nd.sparse.retain(of(A, "row_sparse"), nd.array([0, 1, 2])))
    answers["getnnz"] = [nd.contrib.getnnz(of(A, "csr")).asnumpy(), nd.contrib.getnnz(of(A, "csr"), axis=1).asnumpy()]
    return answers


FUNCTIONS = {
    "square": lambda a, b: nd.square(a),
    "sin": lambda a, b: nd.sin(a),
    "add": lambda a, b: nd.elemwise_add(a, b),
    "mul": lambda a, b: nd.elemwise_mul(a, b),
    "scaled": lambda a, b: a * 3,
    "both": lambda a, b: nd.elemwise_mul(nd.square(a), b),
}


def gradients():
    answers = {}
    for (name, function), stype, grad in itertools.product(FUNCTIONS.items(), STYPES[:2], STYPES[:2]):
        a, b = of(A + 1, stype), of(B + 1, stype)
        for each in (a, b):
            each.attach_grad(stype=grad)
        with autograd.record():
            y = function(a, b)
        y.backward()
        answers[f"grad of {name}({stype}) as {grad}"] = [told(y), told(a.grad), told(b.grad)]
    for stype, grad in itertools.product(STYPES[:2], STYPES[:2]):
        w = of(np.arange(6).reshape(3, 2) + 1, stype)
        w.attach_grad(stype=grad)
        with autograd.record():
            y = nd.dot(of(A, "csr"), w)
        y.backward()
        answers[f"grad of dot({stype}, {grad})"] = [told(y), told(w.grad)]
    for stype in STYPES[:2]:
        w = of(np.arange(6).reshape(3, 2) + 1, stype)
        w.attach_grad(stype="row_sparse")
        with autograd.record():
            y = nd.Embedding(nd.array([2, 0, 2]), w, input_dim=3, output_dim=2, sparse_grad=True)
        y.backward()
        answers[f"grad of Embedding({stype})"] = [told(y), told(w.grad)]
    return answers


OPTIMIZERS = (
    ("sgd", {}),
    ("sgd", {"momentum": 0.9}),
    ("sgd", {"momentum": 0.9, "lazy_update": False, "wd": 0.1}),
    ("sgd", {"lazy_update": False, "wd": 0.1}),
    ("adam", {"wd": 0.1}),
    ("adam", {"lazy_update": False}),
    ("adagrad", {}),
    ("ftrl", {}),
    ("rmsprop", {}),
    ("rmsprop", {"centered": True}),
    ("groupadagrad", {}),
    ("nag", {"momentum": 0.9}),
    ("signum", {}),
    ("signum", {"momentum": 0.0}),
    ("lamb", {}),
    ("lamb", {"wd": 0.1, "bias_correction": False}),
    ("lamb", {"lower_bound": 1.0, "upper_bound": 2.0}),
    ("adadelta", {}),
    ("ftml", {}),
    ("lars", {"momentum": 0.9}),
    ("lbsgd", {"momentum": 0.9}),
    ("nadam", {}),
)


def states_of(state):
    if isinstance(state, (list, tuple)):
        return [states_of(each) for each in state]
    return state if state is None else [state.stype, state.asnumpy()] if isinstance(state, nd.NDArray) else None


def updates():
    answers = {}
    grad = np.zeros((4, 2))
    for (name, options), stype, clip in itertools.product(OPTIMIZERS, STYPES[:2], (None, 0.3)):
        weight = of(np.arange(8).reshape(4, 2) / 4 + 1, stype)
        optimizer = mx.optimizer.create(name, learning_rate=0.1, clip_gradient=clip, **options)
        updater = mx.optimizer.get_updater(optimizer)
        for step in range(3):
            grad[:] = 0
            grad[[step, 3]] = [[0.2, -0.4], [0.6, 0.1 * step]]
            updater(0, of(grad, "row_sparse"), weight)
        answers[f"{name}({options}, {stype}, {clip})"] = [told(weight), states_of(updater.states[0])]
    return answers


def stores():
    answers = {}
    for kind in ("local", "device"):
        store, out = mx.kv.create(kind), [nd.zeros((4, 3), stype="row_sparse") for _ in range(2)]
        store.init("w", of(A + 1, "row_sparse"))
        store.row_sparse_pull("w", out=out[0], row_ids=nd.array([2, 0, 2]))
        answers[f"{kind} rows"] = told(out[0])
        store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5))
        store.push("w", [of(A, "row_sparse"), of(B, "row_sparse")])
        store.row_sparse_pull("w", out=out, row_ids=[nd.array([1]), nd.arange(4)])
        answers[f"{kind} updated"] = [told(each) for each in out]
    return answers


def bound():
    answers = {}
    for stypes in itertools.product(STYPES, STYPES[:2]):
        x = mx.sym.var("x", shape=(4, 3), stype=stypes[0])
        w = mx.sym.var("w", shape=(3, 2), stype=stypes[1])
        net = mx.sym.LinearRegressionOutput(mx.sym.dot(x, w), mx.sym.var("label", shape=(4, 2)))
        executor = net.simple_bind(mx.cpu())
        answers[f"simple_bind{stypes}"] = [
            [each.stype for each in executor.arg_arrays],
            executor.grad_dict["w"].stype if stypes != ("default", "row_sparse") else "",
            [each.stype for each in executor.outputs],
        ]
    return answers


def errors():
    csr, rows, dense = of(A, "csr"), of(A, "row_sparse"), nd.array(A)

    def write(array, key, value):
        array[key] = value

    return {
        "key": raised(write, csr, 1, 3),
        "part": raised(write, csr, slice(0, 2), 1),
        "number": raised(write, csr, slice(None), 2),
        "rows key": raised(write, rows, 0, 1),
        "rows part": raised(write, rows, slice(0, 2), 1),
        "list": raised(write, rows, slice(None), [1]),
        "get": [raised(csr.__getitem__, key) for key in ((1, 2), slice(0, 4, 2), [0, 1], 1.5)],
        "rows get": [raised(rows.__getitem__, key) for key in (0, slice(0, 2), 1.0)],
        "tostype": [raised(csr.tostype, "row_sparse"), raised(nd.ones(2).tostype, "csr"), raised(dense.tostype, "no")],
        "copyto": [raised(csr.copyto, rows), raised(csr.copyto, 3)],
        "reshape": raised(csr.reshape, (3, 4)),
        "size": raised(lambda: csr.size),
        "asscalar": raised(csr.asscalar),
        "make": [
            raised(nd.sparse.csr_matrix, (2, 2), shape=(3, 2)),
            raised(nd.sparse.csr_matrix, [1, 2]),
            raised(nd.sparse.csr_matrix, rows),
            raised(nd.sparse.row_sparse_array, csr),
            raised(nd.sparse.array, np.ones((2, 2))),
            raised(nd.sparse.array, dense),
            raised(nd.sparse.zeros, "other", (2, 2)),
            raised(nd.sparse.empty, "other", (2, 2)),
        ],
        "format": [
            raised(nd.sparse.csr_matrix(([7, 8, 9], columns, ends), shape=(3, 4)).check_format)
            for columns, ends in (([0, 2, 1], [0, 5, 2, 3]), ([2, 1, 1], [0, 2, 2, 3]), ([0, 2, 9], [0, 1, 2, 3]))
        ],
        "getnnz": raised(lambda: nd.contrib.getnnz(csr, axis=0).asnumpy()),
        "clip": raised(lambda: nd.clip(csr, 1, 2).asnumpy()),
    }


def run():
    parts = operators, products, gradients, updates, stores, bound, errors
    return {f"{part.__name__}: {key}": value for part in parts for key, value in part().items()}
