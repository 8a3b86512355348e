"""The operators, one family per file: plain torch tensors in and out. Importing this package registers them all."""

import importlib
import pkgutil

from ..registry.op import rename

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
for _name, _op in importlib.import_module(f"{__name__}.npx").NAMES.items():
    rename(f"_npx_{_name}", _op)
