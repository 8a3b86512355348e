"""Whether kernels keep to their memory and compute what they should, under a malloc that checks.

    python -m tests.memcheck                       all of it; `make memcheck`
    python -m tests.memcheck layers --count 3000 --seed 1
    python -m tests.memcheck.layers 1 17           number 17 of seed 1, under the usual malloc

A kernel that writes beside its memory damages something at random: the process may die much later, or go on with wrong
numbers. glibc's checking malloc (``malloc``) ends the process when damaged memory is freed, and fills memory that
nothing was written to. Under it run random convolutions, transposes and poolings (``layers``), the operators' samples
(``samples``, and their contract test) and the parity programs (``programs``). Gradients are held against the same
computation in float64, which oneDNN has no kernels for; the programs' answers against those under the usual malloc.
"""
