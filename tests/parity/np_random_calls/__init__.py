"""Random calls of ``mx.np`` and ``mx.npx``, answered by MXNet 1.9.1 and by remx, compared.

    python -m tests.parity.np_random_calls --count 5000 --seed 0      draw, run, compare; differences sorted by function
    python -m tests.parity.np_random_calls --seed 0 --only 17         one draw in full

``recipes`` draws an expression over random arrays: a function, an index, a method, an operator, a text; ``child``
evaluates it in a process of each library (see :mod:`tests.parity.random_calls.sides`), with gradients of floats;
``compare`` says where the answers differ, ``known`` which differences are meant, and ``referee`` whether NumPy decides
for us.
"""
