"""How it is computed where: the forms of a computation by device, type and size, each with a plain form beside it.

Operators say the mathematics and call what stands here. A fast form is a function with :func:`.choice.kernel` above it,
which names the plain form; from where on it is the faster one is a number in :mod:`.thresholds`.
``MXNET_PLAIN_KERNELS=1`` takes the plain forms.
"""
