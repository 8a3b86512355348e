"""The other end of :class:`~tests.parity.random_calls.sides.Side`: messages come by stdin, answers go by stdout."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import mxnet as mx

from tests.parity.random_calls.case import receive, send


def answered(evaluate: Callable[[Any, dict[str, Any]], None], case: Any) -> dict[str, Any]:
    """Return the answer that ``evaluate(case, answer)`` fills, with how far it came and what was raised."""
    answer: dict[str, Any] = {"stage": "forward"}
    try:
        evaluate(case, answer)
        mx.nd.waitall()
        answer["stage"] = "done"
    except Exception as error:
        answer["raised"] = [each.__name__ for each in type(error).__mro__]
        answer["message"] = str(error).strip()
        try:
            mx.nd.waitall()  # leaves no error behind for the next case
        except Exception:
            answer["late"] = True
    return answer


def serve(respond: Callable[[Any], Any]) -> None:
    """Answer until the other end hangs up."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints does not get between the messages
    send(target, {"ready": mx.__version__})
    while True:
        try:
            case = receive(source)
        except EOFError:
            return
        send(target, respond(case))
