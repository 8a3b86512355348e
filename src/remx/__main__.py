"""``remx COMMAND ...`` and ``python -m remx COMMAND ...``."""

import sys

from remx import keyboard

keyboard.end_at_once()  # before what takes time: importing a command does

from remx.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
