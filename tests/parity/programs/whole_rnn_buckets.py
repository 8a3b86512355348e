"""A symbolic language model in buckets: stacked and bidirectional cells, fused ones, weights unpacked and packed."""

import random

import mxnet as mx
import numpy as onp

RTOL = 2e-4
ATOL = 2e-5


def run():
    out = {}
    random.seed(3)
    onp.random.seed(3)
    rng = onp.random.RandomState(3)
    sents = [[1 + (int(s) + k) % 11 for k in range(int(rng.randint(3, 14)))] for s in rng.randint(0, 11, 300)]
    V = 12
    it = mx.rnn.BucketSentenceIter(sents, 16, buckets=[6, 10, 14], invalid_label=0)
    stack = mx.rnn.SequentialRNNCell()
    stack.add(mx.rnn.LSTMCell(12, prefix="l0_", forget_bias=0.5))
    stack.add(mx.rnn.ResidualCell(mx.rnn.GRUCell(12, prefix="g1_")))
    stack.add(mx.rnn.DropoutCell(0.0, "d_"))
    bi = mx.rnn.BidirectionalCell(
        mx.rnn.RNNCell(6, activation="tanh", prefix="bl_"), mx.rnn.RNNCell(6, prefix="br_"), output_prefix="b_"
    )

    def gen(T):
        data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
        e = mx.sym.Embedding(data, input_dim=V, output_dim=12, name="emb")
        stack.reset()
        bi.reset()
        o, _ = stack.unroll(T, inputs=e, merge_outputs=True)
        o2, _ = bi.unroll(T, inputs=o, merge_outputs=True)
        p = mx.sym.Reshape(o2, shape=(-1, 12))
        p = mx.sym.FullyConnected(p, num_hidden=V, name="pred")
        return (
            mx.sym.SoftmaxOutput(
                p,
                mx.sym.Reshape(label, shape=(-1,)),
                name="softmax",
                use_ignore=True,
                ignore_label=0,
                normalization="valid",
            ),
            ("data",),
            ("softmax_label",),
        )

    mod = mx.mod.BucketingModule(gen, default_bucket_key=it.default_bucket_key, context=mx.cpu())
    mod.bind(it.provide_data, it.provide_label)

    class Sine(mx.init.Initializer):
        def _init_weight(self, name, arr):
            arr[:] = mx.nd.array(onp.sin(onp.arange(arr.size) * 2.3).reshape(arr.shape) * 0.3)

        def _init_default(self, name, arr):
            arr[:] = 0.1

    mod.init_params(Sine())
    mod.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.02, "wd": 1e-4})
    m = mx.metric.Perplexity(0)
    out["ppl"], out["keys"] = [], []
    for ep in range(3):
        it.reset()
        m.reset()
        for b in it:
            mod.forward(b, is_train=True)
            mod.update_metric(m, b.label)
            mod.backward()
            mod.update()
            if ep == 0:
                out["keys"].append(int(b.bucket_key))
        out["ppl"].append(float(m.get()[1]))
    arg, _ = mod.get_params()
    out["args"] = {k: [float(v.sum().asscalar()), float(v.norm().asscalar())] for k, v in sorted(arg.items())}
    out["score"] = float(mod.score(it, mx.metric.Perplexity(None))[0][1])
    u = stack.unpack_weights(dict(arg))
    out["unpacked"] = {k: float(v.norm().asscalar()) for k, v in sorted(u.items())}
    s, _, _ = gen(6)
    out["outs"] = s.list_arguments()
    out["shapes"] = [list(x) for x in s.infer_shape(data=(16, 6), softmax_label=(16, 6))[1]]
    fused = mx.rnn.FusedRNNCell(8, 2, "lstm", prefix="f_", bidirectional=True, get_next_state=True)
    o, st = fused.unroll(4, mx.sym.Variable("x"), layout="NTC", merge_outputs=True)
    ex = mx.sym.Group([o] + st).simple_bind(mx.cpu(), x=(2, 4, 5))
    for k, v in ex.arg_dict.items():
        v[:] = mx.nd.array(onp.cos(onp.arange(v.size) * 0.7).reshape(v.shape) * 0.4)
    out["fused"] = [float(y.sum().asscalar()) for y in ex.forward()]
    w = fused.unpack_weights({k: v for k, v in ex.arg_dict.items() if k.startswith("f_")})
    un = fused.unfuse()
    o2, _ = un.unroll(4, mx.sym.Variable("x"), layout="NTC", merge_outputs=True)
    ex2 = o2.simple_bind(mx.cpu(), x=(2, 4, 5))
    w2 = un.pack_weights(w)
    ex2.copy_params_from(w2, allow_extra_params=True)
    ex2.arg_dict["x"][:] = ex.arg_dict["x"]
    out["unfused"] = float(ex2.forward()[0].sum().asscalar())
    return out
