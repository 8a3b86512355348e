"""Lets Python find ``horovod`` and ``byteps`` in remx, where nothing else has these names.

Python imports this whenever it starts, so it imports nothing itself before one of the names is asked for.
"""

import sys


class Finder:
    """Finds the two packages in the folder ``mxnet/_import_names``; asked when all other finders have failed."""

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> object:
        """Return where a package is, without importing it or remx; None for all other names, and without remx."""
        if fullname not in ("horovod", "byteps"):
            return None
        import importlib.util
        from importlib.machinery import PathFinder

        mxnet = importlib.util.find_spec("mxnet")
        folders = mxnet.submodule_search_locations if mxnet is not None else None
        return PathFinder.find_spec(fullname, [f"{folder}/_import_names" for folder in folders or ()])


sys.meta_path.append(Finder)
