"""Answers questions about networks in the interpreter that runs this file: messages come by stdin, go by stdout."""

from __future__ import annotations

import json
import os

os.environ["MXNET_SUBGRAPH_BACKEND"] = "NONE"  # else 1.9.1 finds no ranges of layers that it fused while it looked

import mxnet as mx
import numpy as np
from mxnet.contrib import quantization

from tests.parity.quantized import graphs, ways
from tests.parity.random_calls.draw import Draw
from tests.parity.random_calls.serve import answered, serve

#: the options' names where they differ
NET_NAMES = {"excluded": "exclude_layers", "excluded_ops": "exclude_operators"}
MODEL_NAMES = {"excluded": "excluded_sym_names", "excluded_ops": "excluded_op_names"}


class Collector:
    """Makes ranges out of nothing but names."""

    def __init__(self):
        self.min_max_dict = {}

    def collect(self, name, arr):
        name = name.decode() if isinstance(name, bytes) else name
        if name.endswith("_output") or name.startswith("data"):
            self.min_max_dict[name] = (-0.5 - len(name) / 8.0, 1.0 + len(name) / 16.0)


def nodes_of(symbol):
    """Return a graph as lists, the ranges among the attributes as numbers."""
    return _nodes(json.loads(symbol.tojson()))


def _nodes(graph):
    return {
        "heads": [[each[0], each[1]] for each in graph["heads"]],
        "nodes": [_node(node) for node in graph["nodes"]],
    }


def _node(node):
    attrs = {k: (float(v) if "calib_range" in k else v) for k, v in node.get("attrs", {}).items()}
    subgraphs = [_nodes(each) for each in node.get("subgraphs", ())]
    return [node["op"], node["name"], attrs, [each[:2] for each in node["inputs"]], subgraphs]


def layers_of(graph):
    """Return the names of the operators, those inside of others too."""
    found = set()
    for op, name, _, _, subgraphs in graph["nodes"]:
        found |= {name} if op != "null" else set()
        found = found.union(*map(layers_of, subgraphs))
    return sorted(found)


def zero_at_first(graph):
    """Return the names of the values that are nothing but zeros in the first batch."""
    every = graph.symbol.get_internals()
    bound = every.simple_bind(mx.cpu(), grad_req="null", **{n: v.shape for n, v in graph.inputs.items()})
    arrays = {k: mx.nd.array(v) for k, v in {**graph.values, **graph.inputs}.items()}
    bound.copy_params_from(arrays, {k: mx.nd.array(v) for k, v in graph.states.items()}, allow_extra_params=True)
    values = bound.forward(is_train=False)
    return sorted(n for n, v in zip(every.list_outputs(), values, strict=True) if not v.asnumpy().any())


def values_of(params):
    return {name: [array.dtype.__name__, array.asnumpy()] for name, array in sorted(params.items())}


def start(seed, number):
    d = Draw(seed, number)
    with mx.name.NameManager():
        graph = graphs.make(d)
    return graph, ways.make(d, graph.layers, len(graph.inputs))


def examples(graph, way):
    """Return what ranges are found from."""
    arrays = {}
    for name, value in graph.inputs.items():
        more = [value * (1 + i / 8.0) if "." in str(value.flat[0] % 1 or 0.5) else value for i in range(way.examples)]
        axis = 0
        rows = np.concatenate(more, axis)
        arrays[name] = rows
    if way.data == "loader":
        parts = [mx.nd.array(a) for a in arrays.values()]
        return mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(*parts), len(next(iter(graph.inputs.values()))))
    batch = len(next(iter(graph.inputs.values())))
    label = np.zeros(len(next(iter(arrays.values()))), "float32") if way.data == "labelled" and _labels(graph) else None
    last = "discard" if way.data == "discard" else "pad"
    return mx.io.NDArrayIter(dict(arrays), label, batch, last_batch_handle=last)


def _labels(graph):
    return [n for n in graph.symbol.list_arguments() if n.endswith("_label")]


def options_of(graph, way):
    names = NET_NAMES if way.call.startswith("net") else MODEL_NAMES
    options = {names.get(k, k): v for k, v in way.options.items()}
    options["calib_mode"] = way.calib_mode
    if way.call in ("model", "mkldnn"):
        options["data_names"] = tuple(graph.inputs)
        options["label_names"] = _labels(graph)
    if way.call == "graph":
        options.pop("num_calib_examples", None)
        if way.calib_mode == "customize":
            options["LayerOutputCollector"] = Collector()
    elif way.calib_mode not in (None, "none"):
        options["calib_data"] = examples(graph, way)
    if way.call.startswith("net") and (way.given_shapes or "calib_data" not in options):
        options["data_shapes"] = [mx.io.DataDesc(n, v.shape) for n, v in graph.inputs.items()]
    if way.call == "net_v2" and way.calib_mode == "customize":
        options["LayerOutputCollector"] = Collector()
    if way.wrong is not None:
        key, value = way.wrong
        if value == "array":
            value = mx.nd.ones((2, 3))
        options[names.get(key, key)] = value
    return options


def quantized(graph, way, answer, run=True):
    """Return (symbol, arguments, states); nothing quantized is run where ``run`` says so."""
    args = {k: mx.nd.array(v) for k, v in graph.values.items()}
    auxs = {k: mx.nd.array(v) for k, v in graph.states.items()}
    options = options_of(graph, way)
    if way.call.startswith("net"):
        if _labels(graph):
            graph.symbol = graph.symbol.get_children()[0] if len(graph.symbol) == 1 else graph.symbol[0]
        block = mx.gluon.SymbolBlock(graph.symbol, [mx.sym.Variable(n) for n in graph.inputs])
        for name, param in block.collect_params().items():
            value = {**args, **auxs}[name]
            param.shape = value.shape
            param.initialize()
            param.set_data(value)
        made = getattr(quantization, {"net": "quantize_net", "net_v2": "quantize_net_v2"}[way.call])(block, **options)
        inputs = [mx.nd.array(v) for v in graph.inputs.values()]
        values = {n: p.data().copy() for n, p in made.collect_params().items()}  # BatchNorm may write its own
        symbol = made._cached_graph[1]
        if run:
            made.hybridize()
            made(*inputs)
            symbol = made._cached_graph[1]
        answer["block"] = [type(made).__name__, sorted(made.collect_params())]
        states = symbol.list_auxiliary_states()
        return symbol, {n: v for n, v in values.items() if n not in states}, {n: values[n] for n in states}
    given = {"sym": graph.symbol, "arg_params": args, "aux_params": auxs}
    given.update({k: options.pop(k) for k in list(options) if k in given})
    call = {"model": "quantize_model", "mkldnn": "quantize_model_mkldnn", "graph": "quantize_graph"}[way.call]
    made = getattr(quantization, call)(*given.values(), **options)
    if way.call != "graph":
        return made
    symbol, made_args, made_auxs, collector = made
    answer["uncalibrated"] = [nodes_of(symbol), values_of(made_args), values_of(made_auxs)]
    if collector is None:
        return symbol, made_args, made_auxs
    if way.calib_mode != "customize":
        answer["layers"] = sorted(collector.include_layer)
    binding = graph.symbol.simple_bind(mx.cpu(), grad_req="null", **{n: v.shape for n, v in graph.inputs.items()})
    binding.copy_params_from(
        {k: mx.nd.array(v) for k, v in graph.values.items()}, {k: mx.nd.array(v) for k, v in graph.states.items()}
    )
    binding.set_monitor_callback(collector.collect, monitor_all=True)
    for batch in examples(graph, way):
        binding.forward(is_train=False, **dict(zip(graph.inputs, batch.data, strict=True)))
        mx.nd.waitall()
    more = {"quantized_dtype": way.options["quantized_dtype"]} if "quantized_dtype" in way.options else {}
    return quantization.calib_graph(symbol, args, auxs, collector, way.calib_mode, **more)


def outputs_of(graph, symbol, args, auxs, every=False):
    """Return what a quantized graph computes; with ``every`` all of its values, the inputs and parameters, too."""
    if every:
        given = set(symbol.list_inputs())
        symbol = mx.sym.Group([each for each in symbol.get_internals() if each.name not in given])
    args = dict(args)
    for name in symbol.list_arguments():
        if name in graph.inputs:
            args[name] = mx.nd.array(
                graph.inputs[name] / graphs.REACH if graph.inputs[name].flat[0] % 1 else graph.inputs[name]
            )
        elif name.endswith("_label"):
            args[name] = mx.nd.zeros((len(next(iter(graph.inputs.values()))),))
    args = {n: args[n] for n in symbol.list_arguments()}
    auxs = {n: auxs[n] for n in symbol.list_auxiliary_states()}
    bound = symbol.bind(mx.cpu(), args, grad_req="null", aux_states=auxs)
    made = bound.forward(is_train=False)
    found = dict(zip(symbol.list_outputs(), made, strict=True))
    return values_of({**args, **auxs, **found} if every else found)


def evaluate(question, answer):
    """Fill the answer to a question."""
    graph, way = start(question["seed"], question["number"])
    answer["way"] = repr(way)
    place = os.path.join(question["folder"], "net")
    if question["step"] in ("read", "values"):
        symbol = mx.sym.load(place + "-symbol.json")
        loaded = mx.nd.load(place + ".params") if os.path.exists(place + ".params") else {}
        args, auxs = ({k[4:]: v for k, v in loaded.items() if k.startswith(kind)} for kind in ("arg:", "aux:"))
        if question["step"] == "values":
            answer["values"] = outputs_of(graph, symbol, args, auxs, every=True)
            return
        answer["read"] = nodes_of(symbol)
        answer["outputs"] = outputs_of(graph, symbol, args, auxs)
        return
    answer["graph before"] = nodes_of(graph.symbol)
    if way.call == "mkldnn" or way.call.startswith("net"):
        answer["layers left"] = layers_of(nodes_of(graph.symbol.get_backend_symbol("MKLDNN_QUANTIZE")))
    if way.calib_mode == "entropy" and way.wrong is None:
        answer["zero at first"] = zero_at_first(graph)
    symbol, args, auxs = quantized(graph, way, answer, question["run"])
    answer["graph"] = nodes_of(symbol)
    answer["arguments"], answer["states"] = values_of(args), values_of(auxs)
    if not question["run"]:
        return
    answer["outputs"] = outputs_of(graph, symbol, args, auxs)
    symbol.save(place + "-symbol.json")
    both = {**{"arg:" + k: v for k, v in args.items()}, **{"aux:" + k: v for k, v in auxs.items()}}
    if both:
        mx.nd.save(place + ".params", both)


if __name__ == "__main__":
    serve(lambda question: answered(evaluate, question))
