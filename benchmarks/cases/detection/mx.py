"""What is timed of detection, a small single-shot detector: 1.9.1 and remx run this same text."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from cases.mx_training import bound_module, module_step
from cases.sizes import batch

CLASSES, BOXES = 3, 2
SHAPE = (3, 128, 128)
SIZES = ((0.1, 0.2), (0.3, 0.4), (0.6, 0.8))  # of the boxes, at each of three scales
RATIOS = (1, 2, 0.5)
VARIANCES = (0.1, 0.1, 0.2, 0.2)
ANCHORS = len(SIZES[0]) + len(RATIOS) - 1  # at each place


def _layer(net, filters, stride, name):
    net = mx.sym.Convolution(net, num_filter=filters, kernel=(3, 3), pad=(1, 1), stride=(stride, stride), name=name)
    return mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name=name + "_bn"), act_type="relu")


def _scales():
    """Yield the maps of 16x16, 8x8 and 4x4."""
    net = mx.sym.Variable("data")
    for i, filters in enumerate((16, 32, 64)):
        net = _layer(net, filters, 2, f"body{i}")
    for i in range(3):
        if i:
            net = _layer(net, 64, 2, f"scale{i}")
        yield net


def _side_by_side(maps):
    return mx.sym.Concat(*(mx.sym.Flatten(mx.sym.transpose(each, axes=(0, 2, 3, 1))) for each in maps), dim=1)


def _head():
    """Return anchors (1, A, 4), scores (B, classes + 1, A) and offsets (B, A * 4)."""
    anchors, scores, offsets = [], [], []
    for i, net in enumerate(_scales()):
        anchors.append(mx.sym.Reshape(mx.sym.contrib.MultiBoxPrior(net, sizes=SIZES[i], ratios=RATIOS), shape=(0, -1)))
        for found, filters, name in ((scores, ANCHORS * (CLASSES + 1), "scores"), (offsets, ANCHORS * 4, "offsets")):
            found.append(mx.sym.Convolution(net, num_filter=filters, kernel=(3, 3), pad=(1, 1), name=f"{name}{i}"))
    scores = mx.sym.Reshape(_side_by_side(scores), shape=(0, -1, CLASSES + 1))
    anchors = mx.sym.Reshape(mx.sym.Concat(*anchors, dim=1), shape=(0, -1, 4))
    return anchors, mx.sym.transpose(scores, axes=(0, 2, 1)), _side_by_side(offsets)


def ssd_step():
    """Module step with MultiBoxPrior and MultiBoxTarget, images of 128, batch 8."""
    anchors, scores, offsets = _head()
    wanted, mask, kinds = mx.sym.contrib.MultiBoxTarget(
        anchors,
        mx.sym.Variable("label"),
        scores,
        overlap_threshold=0.5,
        ignore_label=-1,
        negative_mining_ratio=3,
        negative_mining_thresh=0.5,
        variances=VARIANCES,
    )
    kinds = mx.sym.SoftmaxOutput(
        scores, kinds, multi_output=True, use_ignore=True, ignore_label=-1, normalization="valid", name="kinds"
    )
    places = mx.sym.MakeLoss(
        mx.sym.smooth_l1(mask * (offsets - wanted), scalar=1.0), normalization="valid", name="places"
    )
    symbol = mx.sym.Group([kinds, places])
    size, rng = batch(8), np.random.RandomState(0)
    corners = rng.uniform(0, 0.5, (size, BOXES, 2))
    labels = np.concatenate([rng.randint(0, CLASSES, (size, BOXES, 1)), corners, corners + 0.4], 2)
    module = bound_module(symbol, [("data", (size, *SHAPE))], [("label", labels.shape)])
    return module_step(module, [mx.io.DataBatch([mx.nd.array(rng.rand(size, *SHAPE))], [mx.nd.array(labels)])])


def ssd_detection():
    """Inference with MultiBoxDetection, images of 128, batch 8."""
    anchors, scores, offsets = _head()
    net = mx.sym.contrib.MultiBoxDetection(
        mx.sym.softmax(scores, axis=1), offsets, anchors, nms_threshold=0.5, nms_topk=400, variances=VARIANCES
    )
    module = mx.mod.Module(net, label_names=None, context=mx.current_context())
    shape = (batch(8), *SHAPE)
    module.bind([("data", shape)], for_training=False)
    module.init_params(mx.init.Xavier())
    data = mx.io.DataBatch([mx.nd.random.uniform(shape=shape)])

    def loop(n):
        for _ in range(n):
            module.forward(data, is_train=False)
            module.get_outputs()[0].wait_to_read()

    return loop
