"""Say what is in MXNet's files: networks, parameters, optimizer states, records, indexes and ONNX files.

remx inspect model-symbol.json model-0001.params --shape data=1,3,224,224
"""

import argparse
import itertools
import json
import math
import os
import re
import struct
import sys
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .. import ndarray as nd
from .. import symbol as sym
from ..core.errors import MXNetError
from ..core.files.archives import DAMAGE, cause, check_growth
from ..core.files.saving import open_saved, staged
from ..core.interruptions import explained
from ..core.pixels.codec import decode_image
from ..core.progress import Progress
from ..core.text import printable
from ..ndarray import safetensors
from ..optimizer.states import read_states
from ..recordio import MXRecordIO, unpack
from .console import FINE, PROBLEMS, Refusal, command, count, shapes, show_json, table
from .networks import Layer, Network, block_network, buckets_of, load_arrays, parameters_file
from .weights import read_state_dict

_MAGIC = {
    0xF993FAC9: "MXNet 0.11 to 1.9 (or remx)",
    0xF993FACA: "MXNet 1.6 to 1.9 under NumPy shapes (or remx)",
    0xF993FAC8: "MXNet 0.9 to 0.12",
}
Report = dict[str, Any]


def arrays_report(path: str) -> Report:
    """Return what is in a file of arrays: each with name, shape, type and size."""
    result = nd.load(path)
    named = result if isinstance(result, dict) else {str(i): array for i, array in enumerate(result)}
    rows = []
    for name, array in named.items():
        shape = tuple(array.shape)
        size = int(np.prod(shape))
        row = {"name": name, "shape": shape, "dtype": _dtype(array), "elements": size, "storage": array.stype}
        if array.stype == "default" and array._t.is_floating_point() and size:
            num_invalid = int((~array._t.isfinite()).sum())
            row |= {"not_finite": num_invalid} if num_invalid else {}
        rows.append(row)
    return _of_arrays("arrays" if isinstance(result, dict) else "arrays without names", _writer(path), rows, path)


def _of_arrays(kind: str, writer: str, rows: list[dict[str, Any]], path: str) -> Report:
    size = {"elements": sum(row["elements"] for row in rows), "bytes": os.path.getsize(path)}
    return {"kind": kind, "written_by": writer, "arrays": rows, **size}


def _dtype(array: Any) -> str:
    return getattr(array.dtype, "__name__", str(array.dtype))


def _writer(path: str) -> str:
    """Return which releases write files that begin like this one."""
    with open_saved(path) as stream:
        head = stream.read(28)
    if safetensors.is_safetensors(head):
        return "safetensors"
    if len(head) < 28 or head[16:24] == bytes(8):
        return "any release (there are no arrays)"
    return _MAGIC.get(struct.unpack("<I", head[24:28])[0], "MXNet 0.8 or before")


def state_dict_report(path: str) -> Report:
    """Return what is in a ``state_dict`` of PyTorch; no code in the file is run."""
    state = read_state_dict(path)
    rows = [
        {"name": name, "shape": tuple(value.shape), "dtype": str(value.dtype).removeprefix("torch."),
         "elements": value.numel()}
        for name, value in state.items()
    ]  # fmt: skip
    return _of_arrays("arrays", "PyTorch", rows, path)


def program_report(path: str) -> Report:
    """Return what is in a program of ``torch.export``; its description alone is read, and no code is run."""
    with explained(partial(_no_program, path), *DAMAGE, TypeError, StopIteration):
        with zipfile.ZipFile(path) as archive:
            check_growth(sum(item.file_size for item in archive.infolist()), os.path.getsize(path))
            names = archive.namelist()
            model = json.loads(archive.read(next(name for name in names if name.endswith("models/model.json"))))
            weights = [name for name in names if name.endswith("weights/model_weights_config.json")]
            arrays = json.loads(archive.read(weights[0]))["config"] if weights else {}
        graph = model["graph_module"]["graph"]
        specs = model["graph_module"]["signature"]
        inputs = [spec["user_input"]["arg"] for spec in specs["input_specs"] if "user_input" in spec]
        outputs = [spec["user_output"]["arg"] for spec in specs["output_specs"] if "user_output" in spec]
        return {
            "kind": "program of torch.export",
            "written_by": f"PyTorch {model.get('torch_version', '')}".strip(),
            "inputs": _program_shapes(graph, inputs),
            "outputs": _program_shapes(graph, outputs),
            "operators": dict(Counter(_short_target(node["target"]) for node in graph["nodes"]).most_common()),
            "elements": sum(math.prod(_lengths(item["tensor_meta"])) for item in arrays.values()),
            "bytes": os.path.getsize(path),
        }


def _no_program(path: str, error: Exception) -> Refusal | None:
    if isinstance(error, OSError) and error.errno:
        return None
    return Refusal(f"{path}: no program of torch.export that can be read: {cause(error)}")


def _program_shapes(graph: Any, entries: list[Any]) -> dict[str, list[Any]]:
    names = [entry["as_tensor"]["name"] for entry in entries if "as_tensor" in entry]
    return {name: _lengths(graph["tensor_values"][name]) for name in names}


def _lengths(meta: Any) -> list[Any]:
    """Return a shape; a length that is open is the name of what stands for it."""
    return [size["as_int"] if "as_int" in size else _readable(size["as_expr"]["expr_str"]) for size in meta["sizes"]]


def _readable(expression: str) -> str:
    """Return an expression of open lengths as people write it: ``s77`` for ``Symbol('s77', integer=True)``."""
    return re.sub(r"Symbol\('(\w+)'[^)]*\)|Integer\((\d+)\)", r"\1\2", expression)


def _short_target(target: str) -> str:
    parts = target.removeprefix("torch.ops.").split(".")
    return ".".join(parts[:2]) if target.startswith("torch.ops.") else target


def symbol_report(path: str) -> Report:
    """Return what is in the file of a symbol: the release, operators, variables and outputs."""
    symbol = sym.load(path)
    network = Network(symbol, {}, {}, [path])
    with open_saved(path) as stream:
        text = json.loads(stream.read().decode(), strict=False)
    match (text.get("attrs") or {}).get("mxnet_version"):
        case [_, int(version)] | [_, str(version)]:
            version = int(version)
            release = f"MXNet {version // 10000}.{version // 100 % 100}.{version % 100}"
        case _:
            release = "MXNet 0.8 or before"
    operators = Counter(node["op"] for node in text.get("nodes", []) if node.get("op") != "null")
    return {
        "kind": "symbol",
        "written_by": release,
        "operators": dict(operators.most_common()),
        "inputs": network.symbol.list_arguments(),
        "states": network.symbol.list_auxiliary_states(),
        "outputs": network.symbol.list_outputs(),
    }


def states_report(path: str) -> Report:
    """Return what optimizer states a file holds; no code in it is run."""
    with open_saved(path) as stream:
        try:
            result, _ = read_states(stream.read())
        except MXNetError as error:
            raise MXNetError(f"{path}: {error}") from error
    states, optimizer = result if isinstance(result, tuple) and len(result) == 2 else (result, None)
    rows = [{"name": str(key), "state": _shape_of(state)} for key, state in dict(states).items()]
    name = type(optimizer).__name__ if optimizer else None
    return {"kind": "optimizer states", "optimizer": name, "states": len(rows), "arrays": rows}


def _shape_of(state: Any) -> str:
    if isinstance(state, (tuple, list)):
        return f"({', '.join(map(_shape_of, state))})"
    return f"{tuple(state.shape)} {_dtype(state)}" if hasattr(state, "shape") else repr(state)


def record_report(path: str, look: int = 1000) -> Report:
    """Return how many records a file has, and labels and image sizes of the first ``look`` of them."""
    count, labels, sizes, widths = 0, Counter[str](), Counter[str](), Counter[int]()
    with closing(MXRecordIO(path, "r")) as reader, Progress(os.path.getsize(path), Path(path).name, "bytes") as bar:
        while (record := reader.read()) is not None:
            if count < look:
                _look(record, labels, sizes, widths)
            count += 1
            if count % 256 == 0:
                bar.reach(reader.tell())
    return {
        "kind": "records",
        "records": count,
        "looked_at": min(count, look),
        "label_length": dict(widths),
        "labels": dict(labels.most_common(20)),
        "images": dict(sizes.most_common(10)),
        "bytes": os.path.getsize(path),
    }


def _look(record: bytes, labels: Counter[str], sizes: Counter[str], widths: Counter[int]) -> None:
    try:
        header, content = unpack(record)
    except MXNetError:
        sizes["no header of an image"] += 1
        return
    label = np.atleast_1d(np.asarray(header.label))
    widths[label.size] += 1
    labels[f"{label.flat[0]:g}" if label.size else ""] += 1
    image = decode_image(content, 1)
    sizes["no image" if image is None else "x".join(map(str, image.shape))] += 1


def buckets_report(path: str) -> Report:
    """Return the buckets of a ``BucketingModule``'s checkpoint, with the file of each."""
    buckets = buckets_of(path.removesuffix(".buckets"))
    assert buckets is not None
    return {"kind": "buckets", "buckets": {str(key): buckets.symbol_file(key) for key in buckets.keys}}


def index_report(path: str) -> Report:
    """Return how many entries an index has, and whether they lie within its record file."""
    keys, last = [], -1
    with open_saved(path) as stream:
        for i, line in enumerate(stream, 1):
            words = line.decode("utf-8", "replace").split("\t")
            if len(words) != 2 or not words[1].strip().isdecimal() or len(words[1]) > 20:
                raise MXNetError(f"{path}: line {i} is no entry of an index: expected a key, a tab and an offset")
            keys.append(words[0])
            last = max(last, int(words[1]))
    ends = {"first": keys[:1], "last": keys[-1:], "largest_offset": last}
    report: Report = {"kind": "index", "entries": len(keys), **ends}
    record = Path(path).with_suffix(".rec")
    if record.exists():
        size = record.stat().st_size
        report["record_file"] = f"{record} ({size} bytes)"
        if last >= size:
            report["problem"] = f"offset {last} lies behind the end of {record}: make the index anew by remx rec2idx"
    return report


def onnx_report(path: str) -> Report:
    """Return what is in an ONNX file; needs the package ``onnx``."""
    from ..contrib.onnx.onnx2mx import model_file

    model = model_file.load(path, arrays=False)
    if not model.graph.output:
        raise Refusal(f"{path}: no model of ONNX: it has no outputs")
    initializers = {item.name for item in model.graph.initializer}
    beside = sorted(model_file.files_beside(model))
    files = [Path(path), *(Path(path).parent / name for name in beside)]
    return {
        "kind": "ONNX",
        "written_by": f"{model.producer_name} {model.producer_version}".strip() or "unknown",
        "opsets": {item.domain or "ai.onnx": item.version for item in model.opset_import},
        "inputs": {item.name: _onnx_shape(item) for item in model.graph.input if item.name not in initializers},
        "outputs": {item.name: _onnx_shape(item) for item in model.graph.output},
        "operators": dict(Counter(node.op_type for node in model.graph.node).most_common()),
        "elements": sum(math.prod(item.dims) for item in model.graph.initializer),
        "bytes": sum(file.stat().st_size for file in files if file.exists()),
        "files_beside": beside,
    }


def _onnx_shape(value: Any) -> list[Any]:
    return [
        item.dim_param or (item.dim_value if item.HasField("dim_value") else "?")
        for item in value.type.tensor_type.shape.dim
    ]


_READERS: dict[str, Callable[[str], Report]] = {
    ".json": symbol_report,
    **dict.fromkeys((".params", ".nd", ".ndarray", ".safetensors"), arrays_report),
    ".states": states_report,
    ".buckets": buckets_report,
    ".rec": record_report,
    ".idx": index_report,
    ".onnx": onnx_report,
    **dict.fromkeys((".pt", ".pth"), state_dict_report),
    ".pt2": program_report,
}


def network_report(network: Network, shapes: dict[str, tuple[int, ...]]) -> Report:
    """Return the layers of a network with what follows from the shapes given, and which weights do not fit."""
    layers = network.layers(shapes)
    known = [layer.flops for layer in layers]
    return {
        "kind": "network",
        "layers": [dict(zip(Layer.__annotations__, layer, strict=True)) for layer in layers],
        "inputs": network.inputs(),
        "labels": network.labels(),
        "parameters": sum(int(np.prod(array.shape)) for array in network.arrays.values()),
        "flops": sum(n or 0 for n in known),
        "flops_unknown": [layer.name for layer in layers if layer.flops is None],
        "missing": network.missing() if network.arrays else [],
        "unused": network.unused(),
    }


# -- for people ----------------------------------------------------------------------------------------------------


def _print_report(path: str, report: Report) -> None:
    written_by = f", written by {report['written_by']}" if report.get("written_by") else ""
    print(printable(f"{path}: {report['kind']}{written_by}"))
    for key, value in report.items():
        if key in ("kind", "written_by", "arrays", "layers") or value in (None, [], {}):
            continue
        if isinstance(value, dict):
            value = ", ".join(f"{name} ({count})" for name, count in value.items())
        elif isinstance(value, list):
            value = _shortened_list(value)
        elif key in ("elements", "bytes", "parameters", "flops"):
            value = count(value)
        print(printable(f"  {key.replace('_', ' ')}: {value}"))
    if report.get("arrays"):
        heads = list(dict.fromkeys(itertools.chain.from_iterable(report["arrays"])))
        print(table(heads, [[row.get(head, "") for head in heads] for row in report["arrays"]]))
    if report.get("layers"):
        print(_layers(report["layers"]))


def _shortened_list(values: list[Any]) -> str:
    shown = ", ".join(map(str, values[:12]))
    return shown if len(values) <= 12 else f"{shown} and {len(values) - 12} more"


def _layers(layers: list[dict[str, Any]]) -> str:
    rows = [
        [
            layer["name"], layer["operator"], " ".join(str(s or "?") for s in layer["shapes"]), layer["dtype"],
            "?" if layer["parameters"] is None else layer["parameters"],
            "?" if layer["flops"] is None else count(layer["flops"]),
        ]
        for layer in layers
    ]  # fmt: skip
    return table(("layer", "operator", "output", "dtype", "parameters", "flops"), rows, right=(4, 5))


def draw(symbol: Any, path: str, shapes: dict[str, tuple[int, ...]]) -> None:
    """Write a picture of a network; the file's suffix says which kind (svg, png, pdf)."""
    from ..visualization import plot_network

    kind = Path(path).suffix.lstrip(".")
    if kind not in ("svg", "png", "pdf"):
        raise Refusal(f"--plot {path}: expected a name that ends in .svg, .png or .pdf")
    # boxes of one size are too small for long names, of which Graphviz warns
    drawing = plot_network(symbol, shape=shapes or None, save_format=kind, node_attrs={"fixedsize": "false"})
    try:
        data = drawing.pipe(format=kind)
    except RuntimeError as error:  # graphviz.ExecutableNotFound is one
        raise Refusal(f"--plot {path}: {error}") from error
    with staged(path) as temporary:
        Path(temporary).write_bytes(data)


def contact_sheet(path: str, count: int, target: str) -> list[str]:
    """Write the first images of a record file as one picture; return their labels."""
    import cv2

    side = 160
    labels: list[str] = []
    tiles: list[np.ndarray] = []
    with closing(MXRecordIO(path, "r")) as reader:
        while len(tiles) < count and (record := reader.read()) is not None:
            header, content = unpack(record)
            tiles.append(_tile(decode_image(content, 1), side))
            labels.append(" ".join(f"{item:g}" for item in np.atleast_1d(np.asarray(header.label))[:8]))
    if not tiles:
        raise Refusal(f"{path}: there are no records to show")
    columns = int(np.ceil(np.sqrt(len(tiles))))
    tiles += [np.full((side, side, 3), 255, np.uint8)] * (-len(tiles) % columns)
    sheet = np.concatenate([np.concatenate(tiles[i : i + columns], 1) for i in range(0, len(tiles), columns)])
    suffix = Path(target).suffix or ".png"
    if not cv2.haveImageWriter(f"sheet{suffix}"):
        raise Refusal(f"--show {target}: expected a name that ends as images do: .png, .jpg")
    encoded = cv2.imencode(suffix, sheet)[1]
    with staged(target) as temporary:
        Path(temporary).write_bytes(encoded.tobytes())
    return labels


def _tile(image: np.ndarray | None, side: int) -> np.ndarray:
    import cv2

    if image is None:  # cannot be decoded
        return np.full((side, side, 3), (0, 0, 255), np.uint8)
    scale = side / max(image.shape[:2])
    small = cv2.resize(image, (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))))
    tile = np.full((side, side, 3), 255, np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small
    return tile


# -- the command ---------------------------------------------------------------------------------------------------


def _check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if args.show and not args.show[0].isdigit():
        parser.error(f"--show: expected a number of images, got {args.show[0]!r}")


def _run(args: argparse.Namespace) -> int:
    known, _ = shapes(args.shape)
    reports: dict[str, Report] = {}
    files = [file for path in args.files for file in _files(path)]
    for path in files:
        if not os.path.exists(path):
            raise Refusal(f"{path}: there is no such file")
        reports[path] = _READERS[Path(path).suffix](path)
    symbols = [path for path in files if reports[path]["kind"] == "symbol"]
    array_files = [path for path in files if reports[path]["kind"] == "arrays"]
    if symbols and (array_files or known):
        reports[" + ".join([symbols[0], *array_files])] = network_report(_network(symbols[0], array_files), known)
    symbol = None
    if args.network:
        if symbols or len(array_files) != 1:
            raise Refusal("--network goes with one file of weights alone")
        network = block_network(args.network, array_files[0], len(known) or 1)
        symbol, reports[f"{args.network} + {array_files[0]}"] = network.symbol, network_report(network, known)
    if args.plot:
        if symbol is None and not symbols:
            raise Refusal("--plot: there is no symbol among the files")
        draw(sym.load(symbols[0]) if symbol is None else symbol, args.plot, known)
    if args.show:
        records = [path for path in files if reports[path]["kind"] == "records"]
        if not records:
            raise Refusal("--show: there is no record file among the files")
        reports[records[0]]["shown"] = contact_sheet(records[0], int(args.show[0]), args.show[1])
    if args.json:
        show_json(reports)
    else:
        for i, (path, report) in enumerate(reports.items()):
            if i:
                print()
            _print_report(path, report)
    wrong = any(report.get("missing") or report.get("problem") for report in reports.values())
    return PROBLEMS if wrong else FINE


def _files(path: str) -> list[str]:
    """Return the file itself, or the two files of the checkpoint whose prefix ``path`` is."""
    if Path(path).suffix in _READERS:
        return [path]
    if os.path.exists(f"{path}-symbol.json"):
        return [f"{path}-symbol.json", parameters_file(path)]
    if (buckets := buckets_of(path)) is not None:
        return [f"{path}.buckets", buckets.symbol_file(), parameters_file(path)]
    if os.path.isdir(path):
        raise Refusal(
            f"{path}: a folder; expected the prefix of a checkpoint in it, such as {os.path.join(path, 'model')}"
        )
    what = "cannot tell what it is by its name" if os.path.exists(path) else "there is no such file"
    raise Refusal(f"{path}: {what}; expected the prefix of a checkpoint, or a file that ends in {', '.join(_READERS)}")


def _network(symbol_file: str, files: list[str]) -> Network:
    arrays = {name: array for path in files for name, array in load_arrays(path).items()}
    return Network.of(sym.load(symbol_file), arrays, [symbol_file, *files])


main = command("inspect", _run, _check)

if __name__ == "__main__":
    sys.exit(main())
