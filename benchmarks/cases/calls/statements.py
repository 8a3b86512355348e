"""Statements on tiny arrays, whose time is what a call costs: the same work in MXNet's API and in PyTorch's.

Read by all sides, so nothing is imported. Both see ``x``, ``w`` (4x4), ``b`` (4), ``one`` (1), ``image`` (1, 1, 4, 4),
all of ones, ``g``, which gets a gradient, ``host``, which is NumPy's, and ``device``, where arrays are. Of NumPy's
interface are ``u``, ``v`` (4x4), ``t`` (3, 4, 4), ``rows`` (4 indices) and ``mask`` (4 truths).
"""

from __future__ import annotations

#: name of the case: (MXNet, PyTorch)
STATEMENTS = {
    "add": ("x + w", "x + w"),
    "add_scalar": ("x + 2", "x + 2"),
    "exp": ("mx.nd.exp(x)", "torch.exp(x)"),
    "sum": ("mx.nd.sum(x)", "torch.sum(x)"),
    "sum_axis": ("mx.nd.sum(x, axis=1)", "torch.sum(x, 1)"),
    "mean": ("x.mean()", "x.mean()"),
    "softmax": ("mx.nd.softmax(x)", "torch.softmax(x, -1)"),
    "dot": ("mx.nd.dot(x, w)", "torch.mm(x, w)"),
    "fully_connected": ("mx.nd.FullyConnected(x, w, b, num_hidden=4)", "functional.linear(x, w, b)"),
    "pooling": (
        "mx.nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pool_type='max')",
        "functional.max_pool2d(image, 2)",
    ),
    "clip": ("mx.nd.clip(x, 0, 1)", "torch.clip(x, 0, 1)"),
    "concat": ("mx.nd.concat(x, w, dim=1)", "torch.cat((x, w), 1)"),
    "transpose": ("mx.nd.transpose(x, axes=(1, 0))", "x.permute(1, 0).contiguous()"),
    "reshape": ("x.reshape((2, 8))", "x.reshape((2, 8))"),
    "slice_get": ("x[1:3]", "x[1:3]"),
    "index_get": ("x[2]", "x[2]"),
    "slice_set": ("x[1:3] = 1", "x[1:3] = 1"),
    "asnumpy": ("x.asnumpy()", "x.cpu().numpy().copy()"),
    "asscalar": ("one.asscalar()", "one.item()"),
    "array": ("mx.nd.array(host, device)", "torch.tensor(host, device=device)"),
    "record_backward": (
        "with mx.autograd.record():\n    y = g * w\ny.backward()",
        "g.grad = None\ny = g * w\ny.backward(w)",
    ),
}
#: the same for ``mx.np``: an addition, and index arrays and masks
NUMPY_STATEMENTS = {
    "np_add": ("u + v", "u + v"),
    "np_function": ("mx.np.add(u, v)", "torch.add(u, v)"),
    "np_rows_get": ("u[rows]", "u[rows]"),
    "np_rows_set": ("u[rows] = v", "u[rows] = v"),
    "np_rows_set_number": ("u[rows] = 1.0", "u[rows] = 1.0"),
    "np_pairs_get": ("u[rows, rows]", "u[rows, rows]"),
    "np_pairs_set": ("u[rows, rows] = 1.0", "u[rows, rows] = 1.0"),
    "np_mixed_get": ("t[0, :, rows]", "t[0, :, rows]"),
    "np_mixed_set": ("u[:, rows] = 1.0", "u[:, rows] = 1.0"),
    "np_mask_get": ("u[mask]", "u[mask]"),
    "np_mask_set": ("u[mask] = 0.0", "u[mask] = 0.0"),
}
