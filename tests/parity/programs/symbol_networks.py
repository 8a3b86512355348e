"""Whole networks as symbols: the JSON they are written as, and the shapes and types that follow from their inputs."""

import mxnet as mx


def conv_bn(data, filters, kernel, stride, name, relu=True):
    pad = (kernel // 2, kernel // 2)
    net = mx.sym.Convolution(
        data, num_filter=filters, kernel=(kernel, kernel), stride=(stride, stride), pad=pad, no_bias=True, name=name
    )
    net = mx.sym.BatchNorm(net, fix_gamma=False, eps=2e-5, momentum=0.9, name=name + "_bn")
    return mx.sym.Activation(net, act_type="relu", name=name + "_relu") if relu else net


def resnet(units=(2, 2, 2), filters=(16, 32, 64)):
    net = conv_bn(mx.sym.Variable("data"), 16, 3, 1, "conv0")
    for stage, (number, width) in enumerate(zip(units, filters)):
        for unit in range(number):
            name = "stage%d_unit%d" % (stage, unit)
            stride = 2 if unit == 0 and stage else 1
            body = conv_bn(net, width, 3, stride, name + "_a")
            body = conv_bn(body, width, 3, 1, name + "_b", relu=False)
            skip = net if unit else conv_bn(net, width, 1, stride, name + "_sc", relu=False)
            net = mx.sym.Activation(body + skip, act_type="relu")
    net = mx.sym.Pooling(net, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def inception():
    data = mx.sym.Variable("data")
    towers = []
    for i in range(12):
        with mx.AttrScope(ctx_group="dev%d" % (i % 2), lr_mult="0.5"):
            towers.append(conv_bn(data, 2 + i, 1 + 2 * (i % 3), 1, "tower%d" % i))
    joined = mx.sym.Concat(*towers, dim=1, name="joined")
    pooled = mx.sym.Pooling(joined, kernel=(3, 3), stride=(2, 2), pool_type="max", pooling_convention="full")
    return mx.sym.Group([mx.sym.LRN(pooled, nsize=5, alpha=1e-4), mx.sym.Dropout(mx.sym.Flatten(pooled), p=0.4)])


def lstm(steps=4, hidden=6):
    embed = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=20, output_dim=5, name="embed")
    inputs = mx.sym.SliceChannel(embed, num_outputs=steps, axis=1, squeeze_axis=True)
    weights = [mx.sym.Variable("lstm_" + each) for each in ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias")]
    h, c = mx.sym.zeros((0, hidden), name="h"), mx.sym.zeros((0, hidden), name="c")
    outputs = []
    for t in range(steps):
        gates = mx.sym.FullyConnected(inputs[t], weights[0], weights[1], num_hidden=4 * hidden, name="t%d_i2h" % t)
        gates = gates + mx.sym.FullyConnected(h, weights[2], weights[3], num_hidden=4 * hidden, name="t%d_h2h" % t)
        parts = mx.sym.SliceChannel(gates, num_outputs=4, name="t%d_slice" % t)
        c = mx.sym.sigmoid(parts[1]) * c + mx.sym.sigmoid(parts[0]) * mx.sym.tanh(parts[2])
        h = mx.sym.sigmoid(parts[3]) * mx.sym.tanh(c)
        outputs.append(mx.sym.expand_dims(h, axis=1))
    net = mx.sym.Reshape(mx.sym.Concat(*outputs, dim=1), shape=(-1, hidden))
    label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
    net = mx.sym.FullyConnected(net, num_hidden=20, name="pred")
    return mx.sym.SoftmaxOutput(net, label, name="softmax", use_ignore=True, ignore_label=0)


def heads():
    data = mx.sym.Variable("data", shape=(0, 3, 8, 8), dtype="float32", init=mx.init.One(), wd_mult=0.1)
    net = mx.sym.Deconvolution(data, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=5, name="up")
    net = mx.sym.LeakyReLU(net, act_type="prelu", name="prelu")
    net = mx.sym.UpSampling(net, scale=2, sample_type="bilinear", num_filter=5, name="bilinear")
    scaled = mx.sym.broadcast_mul(net, mx.sym.Variable("scale", shape=(1, 5, 1, 1), lr_mult=0))
    pooled = mx.sym.mean(scaled, axis=(2, 3))
    losses = [
        mx.sym.LinearRegressionOutput(pooled, name="lro"),
        mx.sym.MakeLoss(mx.sym.sum(mx.sym.square(pooled)), grad_scale=0.5, name="loss"),
        mx.sym.BlockGrad(mx.sym.Flatten(net), name="features"),
    ]
    return mx.sym.Group(losses)


NETWORKS = {
    "resnet": (resnet, {"data": (2, 3, 32, 32)}),
    "inception": (inception, {"data": (2, 3, 17, 17)}),
    "lstm": (lstm, {"data": (3, 4), "softmax_label": (3, 4)}),
    "heads": (heads, {"data": (2, 3, 8, 8)}),
}


def run():
    answers = {}
    for name, (make, shapes) in NETWORKS.items():
        symbol = make()
        types = dict.fromkeys(shapes, "float32")
        partial = {key: (0,) + shape[1:] for key, shape in shapes.items()}
        answers[name] = {
            "json": symbol.tojson(),
            "listing": symbol.debug_str(),
            "outputs": symbol.list_outputs(),
            "internals": symbol.get_internals().list_outputs(),
            "attributes": symbol.attr_dict(),
            "shapes": symbol.infer_shape(**shapes),
            "inner shapes": symbol.get_internals().infer_shape(**shapes)[1],
            # nearer the heads, remx finds more than MXNet does
            "partial shapes": symbol.infer_shape_partial(**partial)[0][:3],
            "types": [[str(each) for each in part] for part in symbol.infer_type(**types)],
        }
    return answers
