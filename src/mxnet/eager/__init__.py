"""The eager core: operators called on arrays run at once, recorded for a backward pass where that is asked for."""
