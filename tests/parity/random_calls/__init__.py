"""Random calls of operators, answered by MXNet 1.9.1 and by remx, compared.

    python -m tests.parity.random_calls --count 5000 --seed 0      draw, run, compare; says how to repeat each mismatch
    python -m tests.parity.random_calls --seed 0 --only 17         one draw in full

``generator`` draws a :class:`case.Case` (operator, inputs, attributes, way of calling) from a seed and a number, with
the recipes of ``recipes/`` or by mutating the samples of ``tests/ops/samples``; ``sides`` keeps one process of each
library alive and puts the case to it (``child``); ``compare`` says where the answers differ; ``known`` lists the
differences that are meant, each with its reason.
"""
