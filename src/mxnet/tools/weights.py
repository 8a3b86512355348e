"""Files of weights, without a network: read, and written in other formats and under other names."""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from .. import ndarray as nd
from ..core.errors import MXNetError, nearest
from ..core.files.saving import atomic_write, staged
from ..core.interruptions import explained
from ..ndarray import NDArray
from .console import Refusal, refuse_input

if TYPE_CHECKING:
    from .networks import Network

#: the ends of the names of PyTorch's files
PYTORCH = (".pt", ".pth")
#: the ends of the names of files that hold weights alone
ENDS = (".params", ".nd", ".ndarray", ".safetensors", *PYTORCH)
_PREFIXES = ("arg:", "aux:")
#: what operators call the parameters of PyTorch's layers
_WORDS = {
    "weight": ("weight", "gamma"),
    "bias": ("bias", "beta"),
    "running_mean": ("running_mean", "moving_mean"),
    "running_var": ("running_var", "moving_var"),
}


def read_state_dict(path: str) -> dict[str, torch.Tensor]:
    """Read a ``state_dict`` of PyTorch; no code in the file is run. Raises :class:`Refusal` for anything else."""
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except EOFError as error:
        raise Refusal(f"{path}: no weights of PyTorch: the file is empty or cut off") from error
    except pickle.UnpicklingError as error:  # whose advice is to run the code in it
        raise Refusal(f"{path}: no weights of PyTorch: it is no file of torch.save, or has more than arrays") from error
    except (RuntimeError, ValueError, KeyError) as error:
        raise Refusal(f"{path}: no weights of PyTorch: {str(error).partition(chr(10))[0]}") from error
    if not isinstance(state, Mapping) or not all(
        isinstance(key, str) and isinstance(value, torch.Tensor) for key, value in state.items()
    ):
        raise Refusal(f"{path}: expected a state_dict, got a {type(state).__name__} of other things")
    return dict(state)


def write_state_dict(state: Mapping[str, torch.Tensor], path: str) -> None:
    """Write a ``state_dict``."""
    with atomic_write(path) as stream:
        torch.save({name: value.detach().contiguous() for name, value in state.items()}, stream)


def read_arrays(path: str) -> dict[str, Any]:
    """Read arrays by name, from a file of MXNet's, safetensors or a ``state_dict``."""
    if Path(path).suffix in PYTORCH:
        return {name: NDArray.from_torch(value) for name, value in read_state_dict(path).items()}
    loaded = nd.load(path)
    if isinstance(loaded, dict):
        return loaded
    if not loaded:
        return {}
    raise Refusal(f"{path}: expected parameters by name, got a list of {len(loaded)} arrays without names")


def plain(name: str) -> str:
    """Return a name without ``arg:`` or ``aux:``."""
    return name[4:] if name.startswith(_PREFIXES) else name


@contextlib.contextmanager
def folder_beside(target: Path) -> Iterator[str]:
    """Give a temporary folder beside a file that will be written. The OSErrors name the file, or its folder."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))

    def name_folder(error: OSError) -> None:
        error.filename = str(target.parent)

    with explained(name_folder, OSError):
        folder = tempfile.TemporaryDirectory(prefix=".remx-converting-", dir=target.parent)
    with folder as name:
        yield name


def write_arrays(arrays: Mapping[str, Any], path: str) -> None:
    """Write arrays by name; the end of the file's name says how."""
    if Path(path).suffix in PYTORCH:
        write_state_dict({plain(name): array._t for name, array in arrays.items()}, path)
    else:
        nd.save(path, dict(arrays))


def convert_weights(source: str, target: str, like: Network | None = None) -> dict[str, Any]:
    """Write the arrays of one file to another, read them again, and return what came of it.

    ``like``: a network whose names and shapes the arrays take; PyTorch's names of layers are understood. A
    :class:`Refusal` says which do not fit.
    """
    refuse_input("-o", target, source)
    arrays = read_arrays(source)
    if like is not None:
        arrays = named_like(arrays, like, source)
    with folder_beside(Path(target)) as folder:
        path = os.path.join(folder, Path(target).name)
        write_arrays(arrays, path)
        again = read_arrays(path)
        expected = {plain(name) if Path(target).suffix in PYTORCH else name: array for name, array in arrays.items()}
        if again.keys() != expected.keys() or not all(_equal(again[name], expected[name]) for name in again):
            raise MXNetError(f"{target}: other arrays were read than written; nothing was written")
        size = os.path.getsize(path)
        with staged(target) as temporary:
            os.replace(path, temporary)
    return {"output": target, "bytes": size, "arrays": len(arrays), "verified": True}


def _equal(first: Any, second: Any) -> bool:
    if first.stype != second.stype or first.dtype != second.dtype:
        return False
    first, second = (item.tostype("default")._t for item in (first, second))
    return torch.equal(first.nan_to_num(), second.nan_to_num())


def named_like(arrays: Mapping[str, Any], like: Network, source: str) -> dict[str, Any]:
    """Return arrays under the names ``arg:...`` and ``aux:...`` of the parameters and states of a network."""
    symbol, (file, *_) = like.symbol, like.files
    states, names = set(symbol.list_auxiliary_states()), symbol.list_inputs()
    result, unknown = {}, []
    for name, array in arrays.items():
        target = _target(plain(name), names)
        if target is not None:
            result[f"{'aux' if target in states else 'arg'}:{target}"] = array
        elif not name.endswith("num_batches_tracked"):  # PyTorch's own count
            unknown.append(plain(name))
    if unknown:
        raise Refusal(f"{source}: {file} has no parameter {unknown[0]!r}{nearest(unknown[0], names)}")
    shapes = {plain(name): tuple(array.shape) for name, array in result.items()}
    try:
        symbol.infer_shape_partial(**shapes)
    except MXNetError as error:
        raise Refusal(f"{source}: its arrays do not fit {file}: {error}") from error
    missing = [name for name in like.missing() if name not in shapes]
    if missing:
        raise Refusal(f"{source}: no array for {', '.join(missing[:8])}, which {file} needs")
    return result


def _target(name: str, names: list[str]) -> str | None:
    """Return the variable of a symbol that an array's name, or PyTorch's name of a layer's parameter, means."""
    stem, dot, last = name.rpartition(".")
    words = [f"{stem.replace('.', '_')}_{word}" for word in _WORDS.get(last, (last,))] if dot else []
    exact = [word for word in (name, *words) if word in names]
    if exact:
        return exact[0]
    # source leaves out what all names begin with
    longer = [known for word in words for known in names if known.endswith(f"_{word}")]
    return longer[0] if len(longer) == 1 else None
