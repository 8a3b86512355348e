"""``remx COMMAND ...`` and ``python -m remx COMMAND ...``."""

import sys

from mxnet.cli import main

if __name__ == "__main__":
    sys.exit(main())
