"""``remx COMMAND ...`` and ``python -m remx COMMAND ...``."""

import sys

from remx.cli import main

if __name__ == "__main__":
    sys.exit(main())
