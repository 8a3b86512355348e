"""The server of distributed stores: all stores are of one process here, and have none."""

from __future__ import annotations

import logging
from typing import Any


class KVStoreServer:
    """What a process runs that serves a distributed store. For the stores of one process it has nothing to do."""

    def __init__(self, kvstore: Any) -> None:
        self.kvstore = kvstore
        self.handle = kvstore.handle
        self.init_logginig = False  # sic

    def run(self) -> None:
        """Serve until the workers are done: at once, for a store of one process."""
        logging.debug("a %s store is served by its own process", self.kvstore.type)
