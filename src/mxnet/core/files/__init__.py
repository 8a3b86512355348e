"""Files: writing them so that a crash leaves the old ones whole, locks, paths and archives."""
