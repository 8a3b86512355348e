"""Get weights of the model zoo: MXNet's own, or torchvision's for the networks that both have.

remx fetch-zoo --from-torchvision resnet18_v1
"""

import argparse
import hashlib
import os
import sys
from typing import Any

import torch

from ..core.downloads import Source, fetch
from ..core.errors import MXNetError
from ..core.files.archives import ArchiveError
from ..gluon.model_zoo import model_store, vision
from ..gluon.model_zoo.torchvision import from_torchvision, named_layers
from .console import Refusal, command, show, table
from .weights import read_state_dict

_SERVER = "https://download.pytorch.org/models/"
#: torchvision's files by the network's name here
PUBLISHED = model_store.TORCHVISION


def reason_against(name: str) -> str:
    """Return why torchvision's weights are none for a network; nothing where they are."""
    try:
        named_layers(vision.get_model(name))
    except MXNetError as error:
        return str(error)
    return ""


def convert(name: str, weights: str, target: str) -> None:
    """Write torchvision's weights, a ``state_dict`` in a file of PyTorch's, as the zoo's of a network.

    Raises :class:`MXNetError` for another network, and for a file that is none of its weights; no code of it is run.
    """
    net = vision.get_model(name)
    named_layers(net)  # refuses before anything is read
    state = read_state_dict(weights)
    from_torchvision(net, state, transform_input=name == "inceptionv3")
    net.save_parameters(target)


def from_torchvision_file(name: str, weights: str | None, root: str) -> str:
    """Put torchvision's weights of a network into the zoo's folder, and return the path of the file.

    ``weights``: the file of PyTorch's; None: the one in PyTorch's own cache, or it is downloaded.
    """
    model_store.short_hash(name)  # refuses names of no network
    if reason := reason_against(name):
        raise Refusal(f"{name}: torchvision's weights cannot be converted: {reason}")
    target = model_store.converted_file(name, root)
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    file = PUBLISHED[name]
    cached = os.path.join(torch.hub.get_dir(), "checkpoints", file)
    if weights is None and os.path.isfile(cached) and _has_hash(cached, file):
        weights = cached
    if weights is not None:
        convert(name, weights, target)
        return target

    def unpack(path: str) -> None:
        if not _has_hash(path, file):
            raise ArchiveError(f"its SHA-256 does not begin as the name {file} says")
        convert(name, path, target)

    folder = os.path.dirname(target)
    advice = f"Get {file} elsewhere, and name it with --weights"
    fetch([Source(_SERVER + file, os.path.join(folder, file), unpack=unpack, keep=False)], lambda: False, advice=advice)
    return target


def _has_hash(path: str, name: str) -> bool:
    with open(path, "rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return digest.startswith(os.path.splitext(name)[0].rpartition("-")[2])


# -- the command -------------------------------------------------------------------------------------------------------


def _check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    args.root = args.root or model_store.DEFAULT_ROOT
    if bool(args.names) == args.list:
        parser.error("name networks, or ask for --list")
    if args.weights and (not args.from_torchvision or len(args.names) != 1):
        parser.error("--weights goes with --from-torchvision and one network")


def _list(as_json: bool) -> int:
    reasons = {name: reason_against(name) for name in model_store._model_sha1}
    value = {name: {"torchvision": PUBLISHED.get(name), "reason": reason} for name, reason in reasons.items()}
    rows = [(name, reason or PUBLISHED[name]) for name, reason in reasons.items()]
    return show(as_json, value, table(("network", "torchvision's weights"), rows))


def _run(args: argparse.Namespace) -> int:
    paths: dict[str, Any] = {}
    for name in args.names:
        name = name.lower()
        if not args.from_torchvision:
            paths[name] = model_store.published_file(name, args.root)
            continue
        paths[name] = from_torchvision_file(name, args.weights, args.root)
        print(
            f"{name}: these are torchvision's weights ({args.weights or PUBLISHED[name]}), not MXNet's: other numbers, "
            f"and another accuracy. get_model({name!r}, pretrained=True) takes them, with a warning, unless MXNet's "
            "are there",
            file=sys.stderr,
        )
    return show(args.json, paths, "\n".join(paths.values()))


main = command("fetch-zoo", lambda args: _list(args.json) if args.list else _run(args), _check)

if __name__ == "__main__":
    sys.exit(main())
