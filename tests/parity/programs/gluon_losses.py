"""Every loss of gluon: values and gradients, eager and hybridized; graphs, texts, attributes and errors."""

import mxnet as mx
import numpy as np
from helpers import raised
from mxnet import autograd
from mxnet.gluon import loss

RTOL = 1e-4
ATOL = 1e-5

#: A loss and what it takes, by name.
CASES = """
L2Loss() | scores scores
L2Loss(weight=2.0) | scores flat weights
L2Loss(batch_axis=1) | scores scores
L1Loss() | scores scores
L1Loss(weight=0.5, batch_axis=1) | scores flat weights
SigmoidBinaryCrossEntropyLoss() | scores chances
SigmoidBCELoss() | scores chances weights
SigmoidBCELoss() | scores chances weights positive
SigmoidBCELoss(from_sigmoid=True, weight=3) | chances chances
SigmoidBCELoss(from_sigmoid=True) | chances chances weights positive
SoftmaxCrossEntropyLoss() | scores classes
SoftmaxCELoss(weight=2) | scores classes weights
SoftmaxCELoss(axis=1, sparse_label=False) | scores chances
SoftmaxCELoss(from_logits=True) | scores classes
SoftmaxCELoss(axis=1) | maps places
KLDivLoss() | scores chances
KLDivLoss(from_logits=False, axis=1, weight=0.5) | scores chances weights
CTCLoss() | sequences labels
CTCLoss(layout='TNC', label_layout='TN', weight=2) | sequences labels
CTCLoss() | sequences labels lengths
CTCLoss() | sequences labels lengths counts
CTCLoss() | sequences labels lengths counts pair
HuberLoss() | scores scores
HuberLoss(rho=0.5, weight=2) | scores flat weights
HingeLoss() | scores signs
HingeLoss(margin=0.5) | scores signs weights
SquaredHingeLoss() | scores signs
SquaredHingeLoss(margin=2, weight=0.1) | scores signs weights
LogisticLoss() | scores signs
LogisticLoss(label_format='binary', weight=2) | scores chances weights
TripletLoss() | scores chances signs
TripletLoss(margin=0.1, weight=3) | scores scores signs
PoissonNLLLoss() | scores rates
PoissonNLLLoss(from_logits=False, weight=2) | rates rates weights
CosineEmbeddingLoss() | scores chances sides
CosineEmbeddingLoss(margin=0.2, weight=2) | scores chances sides weights
SDMLLoss() | scores chances
SDMLLoss(smoothing_parameter=0.1, weight=2) | scores chances
"""
RNG = np.random.RandomState(3)
ARRAYS = {
    "scores": RNG.uniform(-2, 2, (4, 3)),
    "flat": RNG.uniform(-2, 2, 12),
    "chances": RNG.uniform(0.1, 0.9, (4, 3)),
    "rates": RNG.uniform(1.5, 4, (4, 3)),
    "signs": np.sign(RNG.uniform(-1, 1, (4, 3))),
    "sides": np.array([1, -1, -1, 1]),
    "weights": RNG.uniform(0.5, 2, (4, 1)),
    "positive": RNG.uniform(0.5, 2, (1, 3)),
    "classes": np.array([0, 2, 1, 1]),
    "maps": RNG.uniform(-2, 2, (2, 3, 4)),
    "places": np.array([[0, 2, 1, 1], [2, 0, 0, 1]]),
    "sequences": RNG.uniform(-2, 2, (3, 3, 5)),
    "labels": np.array([[1, 2, -1], [3, -1, -1], [1, 1, -1]]),
    "lengths": np.array([3, 2, 3]),
    "counts": np.array([2, 1, 1]),
    "pair": RNG.uniform(0.5, 2, 3),
}
#: What MXNet cannot hybridize, and where it hands an attribute to an operator that has none.
EAGER_ALONE = ("SDMLLoss",)
NO_GRAPH = ("SDMLLoss", "CosineEmbedding")
ERRORS = {
    "weight": "loss.L1Loss(weight='2')(a, a)",
    "no weight": "loss.L2Loss(weight=None)(a, a)",
    "label format": "loss.LogisticLoss(label_format='sign')",
    "layout": "loss.CTCLoss(layout='NCT')",
    "label layout": "loss.CTCLoss(label_layout='NTC')",
    "base": "loss.Loss(None, 0)(a)",
    "sample weight": "loss.L2Loss()(a, a, mx.nd.ones(7))",
    "sizes": "loss.L2Loss()(a, mx.nd.ones(7))",
    "types": "loss.L2Loss()(a, mx.nd.ones((4, 3), dtype='int32'))",
}


def computed(block, names):
    given = [mx.nd.array(ARRAYS[name]) for name in names]
    given[0].attach_grad()
    with autograd.record():
        out = block(*given)
    out.backward()
    return [out.asnumpy(), given[0].grad.asnumpy()]


def answer(line):
    expression, names = line.split(" | ")
    block = eval("loss." + expression)
    answers = {
        "text": repr(block),
        "prefix": block.prefix,
        "attributes": {k: v for k, v in vars(block).items() if isinstance(v, (int, float, str, bool))},
        "eager": computed(block, names.split()),
    }
    if not any(each in line for each in EAGER_ALONE):
        block.hybridize()
        answers["hybrid"] = computed(block, names.split())
    if not any(each in line for each in NO_GRAPH):
        variables = [mx.sym.Variable("x%d" % i) for i in range(len(names.split()))]
        answers["graph"] = eval("loss." + expression)(*variables).tojson()
    return answers


def run():
    answers = {line: answer(line) for line in CASES.strip().splitlines()}
    a = mx.nd.array(ARRAYS["scores"])
    rates = mx.nd.array(ARRAYS["rates"])  # MXNet computes this one outside of record() alone
    answers["full"] = loss.PoissonNLLLoss(from_logits=False, compute_full=True)(rates, rates).asnumpy()
    answers["errors"] = {name: raised(eval, text, {"loss": loss, "a": a, "mx": mx}) for name, text in ERRORS.items()}
    answers["aliases"] = [loss.SoftmaxCELoss is loss.SoftmaxCrossEntropyLoss, sorted(loss.__all__)]
    return answers
