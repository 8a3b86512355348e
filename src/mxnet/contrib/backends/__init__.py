"""The engines of ``optimize_for``: programs that run a graph, in prediction, with its parameters as constants.

Each is ``build(source) -> engine`` (see :mod:`mxnet.gluon.backends`, which has the table of them and imports them when
they are asked for).
"""
