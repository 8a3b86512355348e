"""Attributes of symbols: operator parameters, hidden ``__attributes__``, and those that variables inherit.

Five attributes are for the system rather than for an operator. A user writes ``lr_mult``, the graph keeps
``__lr_mult__``, and reading gives both.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..core.errors import MXNetError
from ..core.params import to_text

#: attributes for the optimizer and the executor, kept as ``__name__``
HIDDEN = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage")


def _refuse_old_form(key: str, value: str) -> None:
    """Raise for ``weight_lr_mult``: MXNet 0.8's way to reach a layer's variable."""
    if not key.endswith(HIDDEN):
        return
    for item in HIDDEN:
        if key.endswith(item) and key != item:
            raise MXNetError(
                f"{key}: attributes of a layer's variable are no longer set through the layer; make the variable "
                f"yourself, Variable({item}={value}), and pass it as the layer's {key[: -len(item) - 1] or 'input'}"
            )


def stored_key(key: str, value: str) -> str:
    """Return the key under which ``Symbol._set_attr`` keeps an attribute."""
    if key in HIDDEN:
        return f"__{key}__"
    _refuse_old_form(key, value)
    return key


def creation_attributes(given: Mapping[str, object]) -> dict[str, str]:
    """Return attributes as an operator's node keeps them, from what its maker gave."""
    attributes = {}
    for key, value in given.items():
        text = to_text(value)
        if key.startswith(HIDDEN):
            attributes[f"__{key}__"] = text
        else:
            _refuse_old_form(key, text)
            attributes[key] = text
    return attributes


def shown(attrs: Mapping[str, str]) -> dict[str, str]:
    """Return attributes as a user reads them: system ones under both of their names."""
    both = dict(attrs)
    for item in HIDDEN:
        if f"__{item}__" in attrs:
            both[item] = attrs[f"__{item}__"]
    return both
