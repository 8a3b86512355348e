"""Apache MXNet installed into the same folder as remx: both are the package ``mxnet``, and their files mix."""

import os
import re
import warnings

_MXNET = re.compile(r"(mxnet(?:_\w+)?)-(\d[\w.+]*)\.(?:dist|egg)-info")


def warn_of_mxnet(folder: str) -> None:
    """Warn (UserWarning) when a release of Apache MXNet is installed in ``folder``, and say what to do."""
    try:
        result = [match for name in os.listdir(folder) if (match := _MXNET.fullmatch(name))]
    except OSError:  # a package inside an archive
        return
    if result:
        names = " ".join(match[1].replace("_", "-") for match in result)
        warnings.warn(
            f"{names} {result[0][2]} and remx are both installed in {folder}: both are the package 'mxnet', and their "
            f"files are mixed now. Run: pip uninstall -y {names} remx, then "
            "install remx again (in a clone of it: pip install .)",
            stacklevel=3,
        )
