"""Make the table of 1.9.1's public names that ``remx doctor`` reads.

python -m tests.tools.make_names api.json

``api.json`` is what an introspection of MXNet 1.9.1 found: modules, their public names, and members of classes. The
table has for each module the names that it, or a module inside of it, defines, and members of its classes as
``Class.member``; what it merely imports is left out, and so are modules that 1.9.1 makes for itself.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src" / "mxnet" / "tools" / "names.json"
#: modules that serve 1.9.1's own building: generated ones, documentation, bindings
_INTERNAL = re.compile(
    r"mxnet\.(api|cython|tvmop|space|torch)(\..*)?|.*\.(gen_\w+|register)|.*_doc|mxnet\.contrib\.(ndarray|symbol)"
)
#: helpers that modules import of mxnet.base and others
_HELPERS = re.compile(
    r"c_\w+|(numeric|string|integer|tensor)_types|check_call|py_str|is_np_array|classproperty|with_metaclass|array|zeros|"
    r"ctypes2numpy_shared|create|nd_load|nd_save|sym_load|sparse_array|maximum|multiply|normal|multi_(mp_)?lamb_update|"
    r"(Simple)?Queue(\..*)?|bokeh|pd"
)


def names_of(module: str, entries: Mapping[str, Any]) -> Iterable[str]:
    """Give the public names of a module, with members of the classes that it defines itself."""
    for name, entry in sorted(entries.items()):
        home = entry.get("from") or module
        own = home == module or home.startswith(f"{module}.")
        made = entry.get("kind") == "function" and home.startswith(("mxnet.ndarray", "mxnet.symbol"))
        if name.startswith("_") or not (own or made):
            continue
        if _HELPERS.fullmatch(name) and module not in ("mxnet.base", "mxnet.util", "mxnet.ndarray", "mxnet.symbol"):
            continue
        yield name
        if home == module:
            yield from (f"{name}.{member}" for member in sorted(entry.get("members", {})) if not member.startswith("_"))


def main() -> None:
    modules = json.loads(Path(sys.argv[1]).read_text())["modules"]
    table = {
        module: " ".join(names_of(module, entries))
        for module, entries in sorted(modules.items())
        if not _INTERNAL.fullmatch(module)
    }
    table = {module: names for module, names in table.items() if names}
    TABLE.write_text(json.dumps({"modules": table}, indent=0) + "\n")


if __name__ == "__main__":
    main()
