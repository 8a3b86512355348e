"""``mxnet.numpy_op_signature``: in MXNet, what gives the functions of ``mx.np`` NumPy's signatures.

Here they have them where they are written (:mod:`mxnet.frontend.numpy`); the module is there to be imported.
"""
