"""Fast forms of computations by device, type and size, each with a plain form.

Operators define the mathematics and call these functions. A fast form is decorated with :func:`.choice.kernel`, which
names its plain form; the sizes from which on it is faster are in :mod:`.thresholds`. ``MXNET_PLAIN_KERNELS=1`` uses the
plain forms.
"""
