"""What is decided about a network before its layers are: its type, how it is run, who trains it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.parity.random_calls.draw import Draw

# large epsilons: a gradient that should be zero, of a bias before BatchNorm, is rounding noise that they keep down
OPTIMIZERS = [
    ("sgd", {"learning_rate": 0.02, "momentum": 0.9, "wd": 1e-3, "clip_gradient": 5.0}),
    ("sgd", {"learning_rate": 0.05, "clip_gradient": 0.5}),
    ("nag", {"learning_rate": 0.02, "momentum": 0.5, "wd": 1e-2, "clip_gradient": 5.0}),
    ("adam", {"learning_rate": 0.01, "epsilon": 1e-2}),
    ("nadam", {"learning_rate": 0.01, "epsilon": 1e-2}),
    ("rmsprop", {"learning_rate": 0.01, "epsilon": 1e-2}),
    ("rmsprop", {"learning_rate": 0.01, "epsilon": 1e-2, "centered": True}),
    ("adagrad", {"learning_rate": 0.05, "eps": 1e-2}),
    ("ftml", {"learning_rate": 0.01, "epsilon": 1e-2}),
    ("ftrl", {"learning_rate": 0.1, "lamda1": 1e-3}),
    ("dcasgd", {"learning_rate": 0.02, "clip_gradient": 5.0}),
    ("lamb", {"learning_rate": 0.01, "epsilon": 1e-2, "wd": 0.1}),
]
#: whose states 1.9.1 keeps in float32, which fails with weights of other types
SINGLE_STATES = ("rmsprop", "adagrad", "ftrl")


@dataclass
class Plan:
    """The decisions."""

    dtype: str
    #: whether there is dropout: its random numbers are each library's own, so nothing runs as in training
    predict_only: bool
    #: whether all layers are hybrid
    hybrid: bool
    static: bool
    #: whether the shapes of weights are given where that is possible
    given: bool
    prefix: str | None
    optimizer: tuple[str, dict[str, object]]
    #: whether training runs hybridized
    train_hybrid: bool
    #: "images", "vectors", "sequences" or "tokens"
    kind: str
    #: whether a float16 network has its normalization: the gradient through two is what rounding left of zero
    normed: bool = False


def make_plan(d: Draw) -> Plan:
    """Return the decisions for a network."""
    dtype = d.pick(("float64",) * 5 + ("float32",) * 4 + ("float16",))
    name, options = d.pick([each for each in OPTIMIZERS if dtype == "float32" or each[0] not in SINGLE_STATES])
    return Plan(
        dtype=dtype,
        predict_only=d.chance(0.1),
        hybrid=d.chance(0.85),
        static=d.chance(0.3),
        given=d.chance(0.3),
        prefix=d.pick((None, None, "net_", "")),
        optimizer=(name, dict(options)),
        train_hybrid=d.chance(0.7),
        kind=d.pick(("images", "vectors")) if dtype == "float16" else d.pick(KINDS),
    )


KINDS = ("images",) * 4 + ("vectors",) * 2 + ("sequences",) * 2 + ("tokens",)
