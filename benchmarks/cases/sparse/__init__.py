"""Tables of which a batch touches some rows."""
