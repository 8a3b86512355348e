"""Say what this library runs on, for a report of a problem: MXNet's ``tools/diagnose.py``.

python -m mxnet.tools.diagnose
"""

import importlib.metadata
import os
import platform
import sys
from collections.abc import Callable, Sequence

import torch
from remx.commands import parser

from .._version import MXNET_VERSION, REMX_VERSION
from ..runtime import Features
from .console import FINE, show_json

Facts = dict[str, object]


def python_facts() -> Facts:
    """Return what is known of Python."""
    return {
        "Version": platform.python_version(),
        "Implementation": platform.python_implementation(),
        "Compiler": platform.python_compiler(),
        "Executable": sys.executable,
    }


def package_facts() -> Facts:
    """Return the versions of the packages that matter."""
    result: Facts = {}
    for name in ("numpy", "torch", "opencv-python-headless", "graphviz", "matplotlib", "onnx", "safetensors"):
        try:
            result[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            result[name] = "not installed"
    return result


def library_facts() -> Facts:
    """Return what is known of this library."""
    enabled = [name for name, feature in Features().items() if feature.enabled]
    return {
        "remx": REMX_VERSION,
        "Behaves as MXNet": MXNET_VERSION,
        "Directory": os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
        "Features": ", ".join(enabled),
    }


def system_facts() -> Facts:
    """Return what is known of the operating system."""
    return {
        "Platform": platform.platform(),
        "Release": platform.release(),
        "Environment": {
            k: v for k, v in sorted(os.environ.items()) if k.startswith(("MXNET_", "OMP_", "CUDA_VISIBLE"))
        },
    }


def hardware_facts() -> Facts:
    """Return what is known of processors and GPUs."""
    gpus = [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]
    return {
        "Machine": platform.machine(),
        "Processors": os.cpu_count(),
        "Threads": torch.get_num_threads(),
        "Vector instructions": torch.backends.cpu.get_cpu_capability(),
        "GPUs": ", ".join(gpus) or "none",
        "CUDA": torch.version.cuda or "not in this PyTorch",
    }


SECTIONS: dict[str, Callable[[], Facts]] = {
    "python": python_facts,
    "pip": package_facts,
    "mxnet": library_facts,
    "os": system_facts,
    "hardware": hardware_facts,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    command = parser("diagnose")
    args = vars(command.parse_args(argv))
    result = {name: facts() for name, facts in SECTIONS.items() if args[name]}
    if args["json"]:
        show_json(result)
        return FINE
    for name, known in result.items():
        print(f"---------- {name} ----------")
        for key, value in known.items():
            print(f"{key:<20}: {value}")
    return FINE


if __name__ == "__main__":
    sys.exit(main())
