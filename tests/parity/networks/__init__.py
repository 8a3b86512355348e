"""Random small networks of Gluon, built and run by MXNet 1.9.1 and by remx, compared.

    python -m tests.parity.networks --count 300 --seed 0    build, run, compare; says how to repeat each mismatch
    python -m tests.parity.networks --seed 0 --only 17      one network in full

``layers`` and ``build`` make a network from a seed and a number, with the same text on both sides; ``measure`` is what
is asked of it; ``read`` loads what the other side wrote. ``child`` answers in a process of each library (``sides`` of
``tests.parity.random_calls``), ``run`` compares, ``known`` lists the differences that are meant, each with its reason.
"""
