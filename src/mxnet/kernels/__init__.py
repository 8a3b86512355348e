"""Fast forms of computations by device, type and size, each with a plain form.

Operators define the mathematics and call these functions. A fast form is decorated with :func:`.choice.kernel`, which
names its plain form; the sizes at which it is used, by processor family, are in :mod:`.sizes`.
``MXNET_PLAIN_KERNELS=1`` uses the plain forms, ``MXNET_PROCESSOR_FAMILY`` names another family.
"""
