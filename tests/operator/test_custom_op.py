"""Operators written in Python: what they are told, and where they work."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd
from mxnet.base import MXNetError

SEEN = []


class Scale(mx.operator.CustomOp):
    """``y = by * x``; counts its runs in the auxiliary state."""

    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, is_train, req, in_data, out_data, aux):
        SEEN.append((int(is_train), list(req), autograd.is_recording(), autograd.is_training()))
        aux[0][:] += 1
        self.assign(out_data[0], req[0], in_data[0] * self.by)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        SEEN.append(list(req))
        self.assign(in_grad[0], req[0], out_grad[0] * self.by)


@mx.operator.register("test_scale")
class ScaleProp(mx.operator.CustomOpProp):
    def __init__(self, by="1", note=""):
        super().__init__(need_top_grad=True)
        self.given = by, note

    def list_auxiliary_states(self):
        return ["runs"]

    def infer_shape(self, in_shape):
        return in_shape, [in_shape[0]], [(1,)]

    def create_operator(self, ctx, in_shapes, in_dtypes):
        SEEN.append((self.given, str(ctx), [list(s) for s in in_shapes], list(in_dtypes)))
        return Scale(float(self.given[0]))


def scaled(**attributes):
    return mx.sym.Custom(mx.sym.Variable("x"), op_type="test_scale", name="s", **attributes)


@pytest.fixture(autouse=True)
def _empty():
    SEEN.clear()


def test_array_call():
    runs = nd.zeros(1)
    y = nd.Custom(nd.array([[1, 2]]), runs, op_type="test_scale", by=2.5, note=(1, None))
    assert y.asnumpy().tolist() == [[2.5, 5]]
    assert runs.asscalar() == 1
    assert SEEN == [(("2.5", "(1, None)"), "cpu(0)", [[1, 2], [1]], [0, 0]), (0, ["write"], False, False)]


def test_recorded_call():
    x, runs = nd.array([1.0, 2]), nd.zeros(1)
    x.attach_grad()
    with autograd.record():
        loss = (nd.Custom(x * x, runs, op_type="test_scale", by=3) ** 2).sum()
    loss.backward()
    assert x.grad.asnumpy().tolist() == [36, 288]
    assert SEEN[1] == (1, ["write"], False, True)


def test_out():
    target = nd.zeros(2)
    assert nd.Custom(nd.ones(2), nd.zeros(1), op_type="test_scale", by=3, out=target) is target
    assert target.asnumpy().tolist() == [3, 3]


def test_graph():
    net = scaled(by=4)
    assert net.list_arguments() == ["x"]
    assert net.list_auxiliary_states() == ["s_runs"]
    assert net.list_outputs() == ["s_output"]
    assert net.infer_shape(x=(2, 3)) == ([(2, 3)], [(2, 3)], [(1,)])
    assert net.infer_type(x="float64")[1] == [np.float64]
    executor = net.simple_bind(mx.cpu(), x=(2, 3))
    executor.arg_dict["x"][:] = 1
    assert (executor.forward(is_train=True)[0].asnumpy() == 4).all()
    executor.backward(nd.ones((2, 3)) * 2)
    assert (executor.grad_dict["x"].asnumpy() == 8).all()
    executor.forward(is_train=False)
    executor.outputs[0].wait_to_read()
    assert executor.aux_dict["s_runs"].asscalar() == 2
    assert [item for item in SEEN if isinstance(item[0], tuple)] == [(("4", ""), "cpu(0)", [[2, 3], [1]], [0, 0])]


def test_json():
    net = scaled(by=4, note="a b")
    again = mx.sym.load_json(net.tojson())
    assert again.tojson() == net.tojson()
    assert again.attr_dict()["s"] == {"op_type": "test_scale", "by": "4", "note": "a b"}
    assert again.list_auxiliary_states() == ["s_runs"]


def test_gradient_requests():
    net = mx.sym.Custom(mx.sym.Variable("x"), mx.sym.Variable("w"), op_type="test_product")
    grads = {"x": nd.ones(2)}
    executor = net.bind(
        mx.cpu(), {"x": nd.array([1, 2]), "w": nd.array([3, 4])}, grads, grad_req={"x": "add", "w": "null"}
    )
    executor.forward(is_train=True)
    executor.backward(nd.ones(2))
    assert grads["x"].asnumpy().tolist() == [4, 5]


class Product(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.kept = in_data[0] + 0
        self.assign(out_data[0], req[0], in_data[0] * in_data[1])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * in_data[1])
        self.assign(in_grad[1], req[1], out_grad[0] * self.kept)


@mx.operator.register("test_product")
class ProductProp(mx.operator.CustomOpProp):
    def list_arguments(self):
        return ["data", "weight"]

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Product()


def test_missing_inputs_become_variables():
    net = mx.sym.Custom(data=mx.sym.Variable("x"), op_type="test_product", name="p")
    assert net.list_arguments() == ["x", "p_weight"]


def test_each_call_in_a_loop_has_what_it_kept():
    def body(x, s):
        y = mx.sym.Custom(x, s[0], op_type="test_product")
        return y, [y]

    _, states = mx.sym.contrib.foreach(body, mx.sym.Variable("d"), [mx.sym.Variable("s")])
    args = {"d": nd.array([[2.0, 3.0], [5.0, 7.0]]), "s": nd.array([1.0, 2.0])}
    grads = {"d": nd.zeros((2, 2)), "s": nd.zeros(2)}
    executor = states[0].bind(mx.cpu(), args, grads)
    executor.forward(is_train=True)
    executor.backward(nd.ones(2))
    assert grads["d"].asnumpy().tolist() == [[5, 14], [2, 6]]
    assert grads["s"].asnumpy().tolist() == [10, 21]


class Softmax(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], nd.softmax(in_data[0]))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_data[0] - nd.one_hot(in_data[1], out_data[0].shape[1]))


@mx.operator.register("test_softmax")
class SoftmaxProp(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=False)

    def list_arguments(self):
        return ["data", "label"]

    def infer_shape(self, in_shape):
        return [in_shape[0], [in_shape[0][0]]], [in_shape[0]], []

    def declare_backward_dependency(self, out_grad, in_data, out_data):
        return [in_data[1], out_data[0]]

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Softmax()


def classifier(loss):
    dense = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return loss(dense, mx.sym.Variable("softmax_label"))


@pytest.mark.parametrize("contexts", [mx.cpu(), [mx.cpu(0), mx.cpu(1)]])
def test_a_loss_in_a_module(contexts):
    weights = []
    for loss in (
        lambda data, label: mx.sym.Custom(data, label, op_type="test_softmax", name="softmax"),
        lambda data, label: mx.sym.SoftmaxOutput(data, label, name="softmax"),
    ):
        module = mx.mod.Module(classifier(loss), context=contexts)
        module.bind([("data", (8, 4))], [("softmax_label", (8,))])
        values = np.random.RandomState(0).normal(size=(3, 4)).astype("float32")
        module.init_params(arg_params={"fc_weight": nd.array(values), "fc_bias": nd.zeros(3)})
        module.init_optimizer(optimizer_params={"learning_rate": 0.5})
        batch = mx.io.DataBatch([nd.array(np.eye(8, 4))], [nd.array([0, 1, 2] * 2 + [1, 1])])
        for _ in range(3):
            module.forward_backward(batch)
            module.update()
        weights.append(module.get_params()[0]["fc_weight"].asnumpy())
    np.testing.assert_allclose(weights[0], weights[1], rtol=1e-5)


@pytest.mark.parametrize("hybrid", [False, True])
def test_in_a_gluon_block(hybrid):
    class Layer(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.weight = self.params.get("weight", shape=(2,), init="ones")

        def hybrid_forward(self, F, x, weight):
            return F.Custom(x, weight * 3, op_type="test_product")

    layer = Layer()
    layer.initialize()
    if hybrid:
        layer.hybridize()
    for _ in range(2):
        with autograd.record():
            y = layer(nd.array([[1.0, 2.0]]).reshape((2,)))
        y.backward()
    assert y.asnumpy().tolist() == [3, 6]
    assert layer.weight.grad().asnumpy().tolist() == [3, 6]


class TwoOutputs(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])
        self.assign(out_data[1], req[1], in_data[0].astype("int32"))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 7)


@mx.operator.register("test_two")
class TwoProp(mx.operator.CustomOpProp):
    def list_outputs(self):
        return ["same", "whole"]

    def infer_type(self, in_type):
        return in_type, [in_type[0], np.int32], []

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return TwoOutputs()


def test_outputs_of_two_types():
    x = nd.array([1.5, 2.5])
    x.attach_grad()
    with autograd.record():
        same, whole = nd.Custom(x, op_type="test_two")
        total = same.sum()
    total.backward()
    assert whole.dtype == np.int32
    assert whole.asnumpy().tolist() == [1, 2]
    assert x.grad.asnumpy().tolist() == [7, 7]
    assert mx.sym.Custom(mx.sym.Variable("x"), op_type="test_two", name="n").list_outputs() == ["n_same", "n_whole"]


class Inner(mx.operator.CustomOp):
    """The derivative of the cube, by recording inside; backward through another custom operator."""

    def forward(self, is_train, req, in_data, out_data, aux):
        x = in_data[0].copy()
        x.attach_grad()
        with autograd.record():
            y = x * x * x
        y.backward()
        self.assign(out_data[0], req[0], x.grad)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], nd.Custom(out_grad[0], in_data[0] * 6, op_type="test_product"))


@mx.operator.register("test_inner")
class InnerProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Inner()


def test_recording_and_custom_operators_inside():
    x = nd.array([2.0])
    x.attach_grad()
    with autograd.record():
        y = nd.Custom(x, op_type="test_inner") * 1
        assert autograd.is_recording()
    y.backward()
    assert (y.asscalar(), x.grad.asscalar()) == (12, 12)


@mx.operator.register("test_constant")
class ConstantProp(mx.operator.CustomOpProp):
    class Op(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], 3)

    def list_arguments(self):
        return []

    def infer_shape(self, in_shape):
        return [], [(2, 2)], []

    def infer_type(self, in_type):
        return [], [np.float32], []

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return self.Op()


def test_without_inputs():
    assert (nd.Custom(op_type="test_constant").asnumpy() == 3).all()
    net = mx.sym.Custom(op_type="test_constant")
    assert net.list_arguments() == []
    assert (net.bind(mx.cpu(), {}).forward()[0].asnumpy() == 3).all()


@pytest.mark.parametrize("head", [lambda y: y, lambda y: y * y])
def test_no_second_derivative(head):
    x = nd.array([1.0, 2])
    x.attach_grad()
    with autograd.record():
        y = head(nd.Custom(x, nd.zeros(1), op_type="test_scale", by=2))
        (first,) = autograd.grad(y + nd.exp(x), x, create_graph=True)
    with pytest.raises(MXNetError, match=r"CustomOp\.backward computes a gradient of the user's own"):
        first.backward()


def test_a_name_registered_again():
    def register(by):
        class Prop(ScaleProp):
            def create_operator(self, ctx, in_shapes, in_dtypes):
                return Scale(by)

        mx.operator.register("test_again")(Prop)
        return nd.Custom(nd.ones(1), nd.zeros(1), op_type="test_again").asscalar()

    assert [register(by) for by in (2, 3)] == [2, 3]


# -- errors -----------------------------------------------------------------------------------------------------------


def boom(*args, **kwargs):
    raise ValueError("boom")


def failing(**methods):
    cls = type("Failing", (mx.operator.CustomOpProp,), methods)
    mx.operator.register("test_failing")(cls)


@pytest.mark.parametrize("method", ["list_arguments", "infer_shape", "infer_type", "create_operator"])
def test_an_error_in_the_declaration(method):
    failing(**{method: boom})
    with pytest.raises(MXNetError):
        nd.Custom(nd.ones(1), op_type="test_failing")


def test_an_error_in_forward():
    failing(create_operator=lambda *args: type("Op", (mx.operator.CustomOp,), {"forward": boom})())
    with pytest.raises(MXNetError):
        nd.Custom(nd.ones(1), op_type="test_failing").asnumpy()
    net = mx.sym.Custom(mx.sym.Variable("x"), op_type="test_failing", name="broken")
    with pytest.raises(MXNetError):
        net.bind(mx.cpu(), {"x": nd.ones(1)}).forward()[0].asnumpy()


def test_an_error_in_backward():
    failing(create_operator=lambda *args: type("Op", (mx.operator.CustomOp,), {"backward": boom})())
    x = nd.ones(1)
    x.attach_grad()
    with autograd.record():
        y = nd.Custom(x, op_type="test_failing")
    with pytest.raises(MXNetError):
        [y.backward(), x.grad.wait_to_read()]


@pytest.mark.parametrize(
    "answer",
    [
        lambda self, s: (s, [s[0], s[0]], []),
        lambda self, s: ([s[0], s[0]], [s[0]], []),
        lambda self, s: ([[5]], [s[0]], []),
        lambda self, s: 5,
    ],
)
def test_shapes_that_do_not_fit(answer):
    failing(infer_shape=answer)
    with pytest.raises(MXNetError):
        nd.Custom(nd.ones(1), op_type="test_failing")


@pytest.mark.parametrize(
    ("arrays", "attributes"), [(1, {}), (1, {"op_type": "never registered"}), (3, {"op_type": "test_product"})]
)
def test_calls_that_do_not_fit(arrays, attributes):
    with pytest.raises(MXNetError):
        nd.Custom(*[nd.ones(1)] * arrays, **attributes)
    with pytest.raises(MXNetError):
        mx.sym.Custom(*[mx.sym.Variable("x")] * arrays, **attributes)


# -- the base classes -------------------------------------------------------------------------------------------------


def test_assign():
    operator, target = mx.operator.CustomOp(), nd.ones(2)
    values = []
    for req, source in [("add", nd.ones(2)), ("null", nd.zeros(2)), ("inplace", 3), ("write", nd.array([4, 5]))]:
        operator.assign(target, req, source)
        values.append(target.asnumpy().tolist())
    assert values == [[2, 2], [2, 2], [3, 3], [4, 5]]


def test_what_a_class_says_by_default():
    prop = mx.operator.CustomOpProp()
    assert (prop.list_arguments(), prop.list_outputs(), prop.list_auxiliary_states()) == (["data"], ["output"], [])
    assert prop.infer_shape([[2, 3]]) == ([[2, 3]], ([2, 3],), ())
    assert prop.infer_type([np.float32]) == ([np.float32], [np.float32], [])
    assert prop.declare_backward_dependency([1], [2], [3]) == [1, 2, 3]
    assert mx.operator.CustomOpProp(False).declare_backward_dependency([1], [2], [3]) == [2, 3]
    assert prop.infer_storage_type(["default"]) == (["default"], ["default"], [])
    with pytest.raises(AssertionError):
        prop.infer_storage_type(["csr"])


def _joined(b):
    """Return ``test_failing`` of two inputs, whose rows it stacks: it wants to know both shapes."""
    failing(
        list_arguments=lambda self: ["a", "b"],
        infer_shape=lambda self, s: (s, [[s[0][0] + s[1][0], s[0][1]]], []),
    )
    return mx.sym.Custom(mx.sym.Variable("a"), b, op_type="test_failing", name="joined")


@pytest.mark.parametrize("ask", ["infer_shape", "infer_shape_partial", "simple_bind"])
def test_a_class_that_fails_for_too_little_is_known_is_named(ask):
    net = _joined(mx.sym.Variable("b"))
    context = (mx.cpu(),) if ask == "simple_bind" else ()
    with pytest.raises(MXNetError, match=r"(?s)joined.*test_failing.infer_shape: IndexError.*b = b: unknown"):
        getattr(net, ask)(*context, a=(2, 3))


def test_a_class_that_fails_for_too_little_is_known_is_asked_again():
    b = mx.sym.Variable("b")
    net = mx.sym.Group([_joined(b), b + mx.sym.Variable("like_b")])
    assert net.infer_shape(a=(2, 3), like_b=(4, 3))[1] == [(6, 3), (4, 3)]


@pytest.mark.parametrize("names", [("data", "weight"), ("weight", "data")])
def test_inputs_by_name(names):
    values = {"data": nd.array([3.0]), "weight": nd.array([4.0])}
    values["data"].attach_grad()
    with autograd.record():
        z = nd.Custom(op_type="test_product", **{name: values[name] for name in names}) * values["data"]
    z.backward()
    assert (z.asscalar(), values["data"].grad.asscalar()) == (36, 24)


def test_states_by_name():
    runs = nd.zeros(1)
    assert nd.Custom(runs=runs, data=nd.array([1, 2]), op_type="test_scale", by=2.5).asnumpy().tolist() == [2.5, 5]
    assert runs.asscalar() == 1


@pytest.mark.parametrize(
    ("positional", "named", "error", "message"),
    [
        (["data"], ["weight"], TypeError, "either by position or by name"),
        ([], ["data", "weight", "third"], mx.MXNetError, "has no input third: its inputs are data, weight"),
        ([], ["data"], mx.MXNetError, "lacks its input weight"),
    ],
)
def test_wrong_inputs_by_name(positional, named, error, message):
    x = nd.ones(2)
    with pytest.raises(error, match=message):
        nd.Custom(*[x for _ in positional], op_type="test_product", **dict.fromkeys(named, x))


STATIC = {"static_alloc": True, "static_shape": True}


def test_an_executor_creates_its_operators_when_it_is_bound():
    created = []

    @mx.operator.register("test_created_at_bind")
    class Prop(ProductProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            created.append((str(ctx), in_shapes, in_dtypes))
            return Product()

    symbol = mx.sym.Custom(mx.sym.exp(mx.sym.Variable("x")), mx.sym.Variable("w"), op_type="test_created_at_bind")
    executor = symbol.simple_bind(mx.cpu(), x=(2, 3), w=(2, 3))
    assert created == [("cpu(0)", [[2, 3], [2, 3]], [0, 0])]
    for is_train in (False, True, False):
        executor.forward(is_train=is_train)
    assert len(created) == 1
    executor.reshape(x=(1, 3), w=(1, 3))
    assert created[1:] == [("cpu(0)", [[1, 3], [1, 3]], [0, 0])]


@pytest.mark.parametrize(("flags", "expected"), [({}, 6), ({"static_alloc": True}, 6), (STATIC, 3)])
def test_how_often_a_hybridized_block_creates_its_operators(flags, expected):
    created = []

    @mx.operator.register("test_created_in_a_block")
    class Prop(ProductProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            created.append(in_shapes)
            return Product()

    net = mx.gluon.nn.HybridLambda(lambda F, x: F.Custom(x, x, op_type="test_created_in_a_block") + 1)
    net.hybridize(**flags)
    for n in (2, 2, 2, 3, 3, 2):
        net(nd.ones(n)).wait_to_read()
    assert len(created) == expected  # 1.9.1's; one is kept for the shapes of the last call alone


#: by calls in prediction (p), in training without a record (t), recorded in training (R) and in prediction (r): how
#: often 1.9.1 has then used the operator
USES = {"ppRRp": [1, 2, 1, 2, 1], "prrp": [1, 1, 2, 1], "pttp": [1, 2, 3, 4], "rRrR": [1, 2, 3, 4]}


@pytest.mark.parametrize("calls", USES)
def test_recorded_calls_of_a_static_block_have_an_operator_of_their_own(calls):
    class Counting(mx.operator.CustomOp):
        uses = 0

        def forward(self, is_train, req, in_data, out_data, aux):
            self.uses += 1
            self.assign(out_data[0], req[0], in_data[0] + self.uses)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], out_grad[0])

    @mx.operator.register("test_counting")
    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Counting()

    net = mx.gluon.nn.HybridLambda(lambda F, x: F.Custom(x, op_type="test_counting"))
    net.hybridize(**STATIC)
    x = nd.zeros(1)
    x.attach_grad()
    scopes = {"p": mx.autograd.pause(), "t": mx.autograd.train_mode()}
    uses = []
    for call in calls:
        with scopes.get(call) or mx.autograd.record(train_mode=call == "R"):
            y = net(x)
        if call in "rR":
            y.backward()
        uses.append(int(y.asscalar()))
    assert uses == USES[calls]


def test_an_operator_that_cannot_be_created_is_not_bound():
    @mx.operator.register("test_never_created")
    class Prop(ProductProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            raise ValueError("not here")

    symbol = mx.sym.Custom(mx.sym.Variable("x"), mx.sym.Variable("w"), op_type="test_never_created")
    with pytest.raises(MXNetError, match=r"node .*test_never_created.create_operator.*not here"):
        symbol.simple_bind(mx.cpu(), x=(2, 3), w=(2, 3))
