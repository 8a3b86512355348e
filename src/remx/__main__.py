"""``python -m remx COMMAND ...``: the command ``remx``."""

import sys

from mxnet.cli import main

sys.exit(main())
