"""Random small networks, quantized by MXNet 1.9.1 and by remx, compared.

    python -m tests.parity.quantized --count 300 --seed 0    quantize, compare; says how to repeat each mismatch
    python -m tests.parity.quantized --seed 0 --only 17      one network in full

``graphs`` makes a symbol with its parameters from a seed and a number, ``ways`` how it is quantized, with the same text
on both sides;
``child`` does it in a process of each library (``sides`` of ``tests.parity.random_calls``), ``run`` compares
and has each read what the other wrote, ``known`` lists the differences that are meant, each with its reason.
"""
