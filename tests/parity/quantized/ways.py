"""How a graph is quantized: the function, its options, now and then a wrong one, and where the examples come from."""

from __future__ import annotations

from dataclasses import dataclass, field

#: options that are refused, by name; a number stands for what cannot be sent
WRONG = [
    ("quantized_dtype", "int4"), ("quantized_dtype", None), ("quantize_mode", "some"), ("calib_mode", "most"),
    ("calib_mode", 3), ("quantize_granularity", "row-wise"), ("ctx", "cpu"), ("ctx", None), ("excluded", "conv1"),
    ("excluded", 3), ("excluded", (1,)), ("excluded_ops", "Convolution"), ("excluded_ops", 3), ("calib_data", None),
    ("calib_data", "array"), ("calib_data", 3), ("data_names", "other"), ("data_names", None), ("label_names", None),
    ("num_calib_examples", "many"), ("num_calib_examples", 0), ("num_calib_examples", -1), ("collector", 3),
    ("sym", 3), ("sym", "nowhere-symbol.json"), ("arg_params", None), ("arg_params", {}), ("aux_params", None),
    ("quantized_dtype", "uint8"), ("logger", 3), ("data_shapes", 3), ("data_shapes", []),
]  # fmt: skip
MODES = ("naive", "naive", "naive", "naive", "naive", "entropy", "none", "customize", None)


@dataclass
class Way:
    """The decisions."""

    #: "model", "mkldnn", "graph", "net" or "net_v2"
    call: str
    calib_mode: object = "naive"
    options: dict = field(default_factory=dict)
    #: an option that is refused, with its value
    wrong: object = None
    #: "iterator", "loader", "list", "labelled", "last"
    data: str = "iterator"
    batch: int = 2
    examples: int = 6
    given_shapes: bool = False


def make(d, layers, inputs):
    """Return the decisions for a graph with these layers and so many inputs.

    Blocks of several inputs are not drawn: 1.9.1 refuses most of their data.
    """
    way = Way(d.pick(("model", "model", "mkldnn", "mkldnn", "graph", "net", "net", "net_v2")))
    own = way.call in ("graph", "net_v2")  # takes a collector of one's own
    if inputs > 1 and way.call.startswith("net"):
        way.call = "model"
    way.calib_mode = d.pick([mode for mode in MODES if own or mode != "customize"])
    o = way.options
    if d.chance(0.7):
        o["quantized_dtype"] = d.pick(("int8", "uint8", "auto", "auto"))
    if d.chance(0.7):
        o["quantize_mode"] = d.pick(("full", "full", "smart"))
    if d.chance(0.3) and way.call != "net":
        o["quantize_granularity"] = d.pick(("tensor-wise", "channel-wise"))
    if d.chance(0.3) and layers:
        o["excluded"] = [d.pick(layers) for _ in range(d.integer(1, 2))]
    if d.chance(0.2):
        o["excluded_ops"] = [d.pick(("Convolution", "FullyConnected", "Pooling", "Activation", "elemwise_add", "nope"))]
    if d.chance(0.3):
        o["num_calib_examples"] = d.integer(1, 9)
    if way.call.startswith("net"):
        if d.chance(0.2) and layers:
            o["exclude_layers_match"] = [d.pick((d.pick(layers)[:3], "conv", "fc1"))]
        way.data = d.pick(("iterator", "loader", "loader", "labelled"))
        way.given_shapes = d.chance(0.3)
    else:
        way.data = d.pick(("iterator", "iterator", "labelled", "discard"))
    way.batch, way.examples = d.integer(1, 3), d.integer(3, 7)
    if d.chance(0.15):
        way.wrong = d.pick(WRONG)
    return way
