"""Registries of classes by name: what ``mx.init.create('xavier')`` or ``mx.metric.create('acc')`` looks up.

Each base class has its own table from lower-case names to classes. ``mxnet.registry`` makes them public.
"""

import json
import warnings
from collections.abc import Callable
from typing import Any

from ..core.errors import construct, nearest, shortened
from ..core.text import styled
from .manual import write

_TABLES: dict[type, dict[str, type]] = {}


def get_registry(base_class: type) -> dict[str, type]:
    """Return a copy of the table of a base class: its registered subclasses by name.

    Parameters
    ----------
    base_class
        The class whose subclasses are meant.

    Returns
    -------
    A dict of names in lower case to classes.

    Examples
    --------
    >>> mx.registry.get_registry(mx.init.Initializer)["ones"].__name__
    'One'
    """
    return dict(_table(base_class))


def _table(base_class: type) -> dict[str, type]:
    return _TABLES.setdefault(base_class, {})


def get_register_func(base_class: type, nickname: str) -> Callable[..., Any]:
    """Return ``register(klass, name=None)`` for subclasses of ``base_class``, also usable as a decorator.

    Registering a name again warns and replaces.

    Parameters
    ----------
    base_class
        The class whose subclasses are registered.
    nickname
        What messages call such a class.

    Returns
    -------
    The function, which returns the class.

    Examples
    --------
    >>> class Shape:
    ...     pass
    >>> register = mx.registry.get_register_func(Shape, "shape")
    >>> create = mx.registry.get_create_func(Shape, "shape")
    >>> @register
    ... class Circle(Shape):
    ...     pass
    >>> type(create("circle")).__name__
    'Circle'
    """
    table = _table(base_class)

    def register(klass: Any, name: str | None = None) -> Any:
        if not (isinstance(klass, type) and issubclass(klass, base_class)):
            raise AssertionError(f"Can only register subclass of {base_class.__name__}")
        key = (name or klass.__name__).lower()
        if key in table:
            warn_of_replaced(nickname, table[key], klass, f" registered with name {key}", "bright red")
        table[key] = klass
        return klass

    register.__doc__ = write(
        f"Register {_a(nickname)} class under its name in lower case, so that ``create`` makes it; a decorator.",
        {
            "klass : class": f"A subclass of :class:`{base_class.__name__}`.",
            "name : str or None": "Another name; None: the class's. Taking one that is in use warns.",
        },
        "The class.",
    )
    return register


def warn_of_replaced(nickname: str, old: Any, new: Any, how: str = "", style: str | None = None) -> None:
    """Warn who registers a class in the place of another one of the same name."""
    message = f"New {nickname} {new.__module__}.{new.__name__}{how} is overriding existing {nickname} "
    message += f"{old.__module__}.{old.__name__}"
    warnings.warn(styled(message, style) if style else message, UserWarning, stacklevel=3)


def get_alias_func(base_class: type, nickname: str) -> Callable[..., Any]:
    """Return ``alias(*names)``, a decorator that registers a class under several names.

    Parameters
    ----------
    base_class
        The class whose subclasses are registered.
    nickname
        What messages call such a class.

    Returns
    -------
    The function.
    """
    enter = get_register_func(base_class, nickname)

    def alias(*names: str) -> Callable[[Any], Any]:
        def decorate(klass: Any) -> Any:
            return [enter(klass, name) for name in names] and klass

        return decorate

    alias.__doc__ = write(
        f"Return a decorator that registers {_a(nickname)} class under further names.",
        {"*names : str": "The names, in any case."},
        "A function that takes a class and returns it.",
    )
    return alias


def get_create_func(base_class: type, nickname: str) -> Callable[..., Any]:
    """Return ``create(...)``, which makes an object from a name, a JSON text or a dict; objects are returned unchanged.

    The JSON forms are ``'["name", {arguments}]'`` and ``'{"<nickname>": "name", ...arguments}'``.

    Parameters
    ----------
    base_class
        The class whose subclasses are made.
    nickname
        What messages, and the key of the JSON, call such a class.

    Returns
    -------
    The function.
    """
    table = _table(base_class)

    def create(*args: Any, **kwargs: Any) -> Any:
        name, args, kwargs = _split_arguments(nickname, base_class, args, kwargs)
        if isinstance(name, base_class):
            if args or kwargs:
                raise AssertionError(f"{nickname} is already an instance. Additional arguments are invalid")
            return name
        if not isinstance(name, str):
            hint = f"; {name.__name__} is a class: pass {name.__name__}()" if isinstance(name, type) else ""
            raise AssertionError(f"{nickname} must be of string type{hint}")
        if name.startswith(("[", "{")):
            if args or kwargs:
                raise AssertionError(f"a {nickname} given as JSON takes no further arguments")
            return _from_json(name, nickname, create)
        if name.lower() not in table:
            message = f"{name[:100]} is not registered. Please register with {nickname}.register first"
            raise AssertionError(message + nearest(name, table))
        return construct(table[name.lower()], *args, **kwargs)

    create.__doc__ = write(
        f"Make {_a(nickname)} from its name and arguments, from JSON, or take one as it is.",
        {
            "*args": f"The name in any case, JSON, a dict or {_a(nickname)}; then arguments of the class.",
            "**kwargs": "Further arguments of the class.",
        },
        f"The :class:`{base_class.__name__}`.",
    )
    return create


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _from_json(text: str, nickname: str, create: Callable[..., Any]) -> Any:
    try:
        result = _decoded(text, nickname)
        match result:
            case dict():
                return create(**result)
            case [name, dict() as arguments]:
                return create(name, **arguments)
    except RecursionError:
        raise ValueError(f"{text[:100]!r} describes no {nickname}: it is nested too deeply") from None
    wrong = TypeError if isinstance(result, list) and len(result) == 2 else ValueError
    raise wrong(f'{text[:100]!r} describes no {nickname}: expected ["name", {{arguments}}]')


def _decoded(text: str, nickname: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:  # integers of more than 4,300 digits raise no JSONDecodeError
        raise ValueError(f"{text[:100]!r} describes no {nickname}: {str(error)[:200]}") from error


def _split_arguments(
    nickname: str, base_class: type, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Separate what to make from the arguments to make it with."""
    if args and isinstance(args[0], dict):
        return _split_arguments(nickname, base_class, (), {**args[0], **kwargs})
    if args:
        return args[0], args[1:], kwargs
    if nickname not in kwargs:
        raise KeyError(shortened(f"{nickname}: expected its name, got {sorted(kwargs)[:9]}"))
    kwargs = dict(kwargs)
    return kwargs.pop(nickname), (), kwargs
