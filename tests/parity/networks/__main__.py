"""Build, run, compare, report; see the package's text."""

from __future__ import annotations

import sys

from tests.parity.numbered import main

from .run import run

if __name__ == "__main__":
    sys.exit(main("tests.parity.networks", run))
