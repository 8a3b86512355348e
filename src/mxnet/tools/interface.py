"""Which of MXNet's interfaces a program is written for: that of 1.x or of 2.0."""

import ast
import warnings

#: modules and attributes that only 2.0 has
_NAMES = frozenset(
    (
        *("gluon.metric", "gluon.probability", "mx.device", "mx.Device", "mx.current_device", "mxnet.device", "mx.amp"),
        *("mxnet.gluon.metric", "mxnet.gluon.probability", "mxnet.amp", "nn.SiLU", "nn.HybridConcatenate"),
        *("npx.masked_softmax", "npx.masked_log_softmax", "npx.index_update", "npx.index_add", "npx.norm", "npx.pad"),
        *("npx.group_norm", "npx.ctc_loss", "npx.box_nms", "npx.sldwin_atten_score", "npx.stop_gradient"),
        *("npx.interleaved_matmul_selfatt_qk", "npx.broadcast_like", "npx.slice_channel", "mx.util.use_v2"),
    )
)
_METHODS = frozenset(("reset_device", "list_device", "share_parameters"))
#: calls whose argument ``device`` is 2.0's
_CALLS = frozenset(("initialize", "load_parameters", "array", "zeros", "ones", "split_and_load", "imports", "seed"))


def uses_v2(source: str) -> bool:
    """Return whether a program's text uses names that only MXNet 2.0 has; False for what cannot be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return any(map(_is_v2, ast.walk(tree)))


def _is_v2(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in _METHODS or any(_dotted(node).endswith(name) for name in _NAMES)
    if isinstance(node, ast.Import):
        return any(item.name in _NAMES for item in node.names)
    if isinstance(node, ast.ImportFrom):
        return any(f"{node.module}.{item.name}" in _NAMES for item in node.names) or node.module in _NAMES
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        return name in _CALLS and any(keyword.arg == "device" for keyword in node.keywords)
    return False


def _dotted(node: ast.AST) -> str:
    """Return ``a.b.c`` of a chain of attributes, what is before as nothing."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""
