"""Attributes of convolutions and poolings that do not fit together: refused when, and as, MXNet 1.9.1 does."""

import json

import mxnet as mx
import pytest
from mxnet.base import MXNetError

FILTERS = {"num_filter": 4}


@pytest.mark.parametrize("name", ["Convolution", "Deconvolution"])
@pytest.mark.parametrize(
    "attributes",
    [
        {"kernel": (3, 3), "stride": (1,)},
        {"kernel": (3,), "dilate": (1, 1)},
        {"kernel": (3, 3, 3), "pad": (0, 0)},
        {"kernel": ()},
        {"kernel": (3, 3, 3, 3)},
    ],
)
def test_convolution_is_refused_when_it_is_made(name, attributes):
    with pytest.raises(MXNetError, match="kernel"):
        getattr(mx.sym, name)(mx.sym.var("x"), **FILTERS, **attributes)


def test_adj_of_another_length_is_refused_when_the_node_is_made():
    with pytest.raises(MXNetError, match="adj"):
        mx.sym.Deconvolution(mx.sym.var("x"), kernel=(3, 3), stride=(2, 2), adj=(1,), **FILTERS)


@pytest.mark.parametrize(
    "attributes",
    [
        {"stride": (1, 1)},
        {"kernel": (3, 3, 3, 3)},
        {"kernel": (3, 3), "stride": (0, 0)},
        {"kernel": (0, 0)},
        {"kernel": (0, 0), "global_pool": True},
        {"kernel": (3, 3, 3, 3), "global_pool": True},
        {"stride": (0,), "global_pool": True},
    ],
)
def test_pooling_is_refused_when_it_is_made(attributes):
    with pytest.raises(MXNetError, match=r"kernel|stride"):
        mx.sym.Pooling(mx.sym.var("x"), **attributes)


@pytest.mark.parametrize(
    ("make", "most"), [(mx.sym.Convolution_v1, "2 to 3"), (mx.sym.contrib.DeformableConvolution, "2")]
)
def test_some_convolutions_have_two_or_three_dimensions(make, most):
    for kernel in ((3,), (), (3, 3, 3, 3)):
        with pytest.raises(MXNetError, match=f"expected {most} dimensions"):
            make(mx.sym.var("x"), kernel=kernel, **FILTERS)


@pytest.mark.parametrize("name", ["Convolution", "Deconvolution"])
@pytest.mark.parametrize(
    "attributes",
    [
        {"stride": (0, 0)},
        {"stride": (-1, -1)},
        {"dilate": (0, 0)},
        {"dilate": (-1, -1)},
        {"kernel": (0, 0)},
        {"kernel": (-1, 3)},
        {"layout": "NCW"},
        {"layout": "NCDHW"},
    ],
)
def test_lengths_without_meaning_are_refused_by_inference(name, attributes):
    symbol = getattr(mx.sym, name)(mx.sym.var("x"), **{"kernel": (3, 3), **FILTERS, **attributes})
    with pytest.raises(MXNetError):
        symbol.infer_shape(x=(2, 4, 8, 8))


@pytest.mark.parametrize("attributes", [{"stride": (-1, -1)}, {"layout": "NCW"}, {"stride": (1,)}, {"pad": (1,)}])
def test_inference_refuses_a_pooling(attributes):
    symbol = mx.sym.Pooling(mx.sym.var("x"), kernel=(3, 3), **attributes)
    with pytest.raises(MXNetError):
        symbol.infer_shape(x=(2, 4, 8, 8))


@pytest.mark.parametrize(
    ("attributes", "shape"), [({"stride": (2, 2, 1)}, (1, 1, 3, 3)), ({"pad": (1, 0, 5)}, (1, 1, 8, 6))]
)
def test_entries_beyond_a_pooling_kernel_are_ignored(attributes, shape):
    data = mx.nd.ones((1, 1, 8, 8))
    pooled = mx.nd.Pooling(data, kernel=(3, 3), pool_type="max", **attributes)
    symbol = mx.sym.Pooling(mx.sym.var("x"), kernel=(3, 3), pool_type="max", **attributes)
    assert pooled.shape == shape == symbol.infer_shape(x=data.shape)[1][0]


def test_a_file_with_such_a_node_is_refused():
    graph = json.loads(mx.sym.Convolution(mx.sym.var("x"), kernel=(3, 3), stride=(2, 2), **FILTERS).tojson())
    graph["nodes"][-1]["attrs"]["stride"] = "(2,)"
    with pytest.raises(MXNetError, match="stride"):
        mx.sym.load_json(json.dumps(graph))
