"""Detection for programs of torch.export and source: the same numbers as the operators."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet import ops
from mxnet.core.errors import MXNetError
from mxnet.core.torch_compat.choice import PRIVATE
from mxnet.ops import portable_detection
from mxnet.registry.op import OPS

from .samples import boxes, multibox, proposal
from .test_traits import Call, listed

DETECTION = ("_contrib_MultiBoxDetection", "_contrib_box_nms", "_contrib_Proposal", "_contrib_MultiProposal")
SAMPLES = [sample for module in (boxes, multibox, proposal) for sample in module.SAMPLES if sample.op in DETECTION]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.label)
def test_it_equals_the_operator(sample, monkeypatch):
    call = Call(sample, sample.dtypes[0], is_train=False)
    expected = listed(call(call.inputs()))
    monkeypatch.setattr(portable_detection, "written_down", lambda: True)
    monkeypatch.setattr(portable_detection, "while_loop", PRIVATE["while_loop"].fallback)
    for actual, result in zip(listed(call(call.inputs())), expected, strict=True):
        np.testing.assert_allclose(actual.numpy(), result.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "sample",
    [*SAMPLES, *(sample for sample in boxes.SAMPLES if sample.op == "_contrib_bipartite_matching")],
    ids=lambda sample: sample.label,
)
def test_numpy_and_pytorch_compute_the_same(sample, monkeypatch):
    call = Call(sample, sample.dtypes[0], is_train=False)
    expected = listed(call(call.inputs()))
    for module in (ops.boxes, ops.multibox, ops.proposal):
        monkeypatch.setattr(module, "for_numpy", lambda _: False)
    for actual, result in zip(listed(call(call.inputs())), expected, strict=True):
        np.testing.assert_allclose(actual.numpy(), result.numpy(), rtol=1e-5, atol=1e-4)


def test_boxes_that_are_not_finite_remove_none():
    boxes = torch.tensor([[[0, 0, 1, 1], [0, 0, np.inf, 1], [0, 0, 1, np.nan], [0, 0, 1, 1]]])
    alive = torch.ones((1, 4), dtype=torch.bool)
    fallback = PRIVATE["while_loop"].fallback
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portable_detection, "while_loop", fallback)
        assert portable_detection.keep_boxes(alive, boxes, 0.5).tolist() == [[True, True, True, False]]


@pytest.mark.filterwarnings("ignore:.*torch.jit", "ignore::torch.jit.TracerWarning")  # PyTorch deprecates it
def test_traces_that_would_be_wrong_are_refused():
    op = OPS["_contrib_box_nms"]
    kwargs = op.call_kwargs(op.parse({}))
    with pytest.raises(MXNetError, match=r"torch\.jit\.trace cannot record"):
        torch.jit.trace(lambda x: op.call(x, **kwargs)[0], torch.rand(1, 4, 6))
