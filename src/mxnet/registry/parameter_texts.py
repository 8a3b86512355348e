"""What parameters mean that many functions and classes share: written here once, drawn in by :mod:`.manual`.

A docstring that explains such a parameter itself is used in place of the text here.
"""

from __future__ import annotations

_ARRAYS = {
    "data": "The input array.",
    "lhs": "The first operand.",
    "rhs": "The second operand; axes of length 1 are stretched where the function broadcasts.",
    "a": "The input array.",
    "x": "The input array.",
    "x1": "The first operand: an array or a number.",
    "x2": "The second operand: an array or a number; both are broadcast to one shape.",
    "out": "An array of the result's shape and dtype, which receives the result and is returned; None: a new one.",
    "where": "Only True: all elements are computed.",
    "others": "NumPy's further arguments of the function, which NumPy then computes on the host.",
    "order": "The order of elements in memory, as in NumPy; only 'C' and None, the order of rows, are supported.",
    "casting": "Only NumPy's 'same_kind'.",
    "subok": "Only True.",
}
_AXES = {
    "axis": "The axis, or the axes, along which the function works; negative ones count from the last.",
    "axes": "The axes, in their order; negative ones count from the last.",
    "keepdims": "Whether reduced axes stay, with length 1, so that the result broadcasts against the input.",
    "exclude": "Whether all axes but those in ``axis`` are meant.",
    "shape": "The shape of the result.",
}
_TYPES = {
    "dtype": "The data type of the result, such as ``'float16'`` or ``numpy.int32``.",
    "ctx": "The device of the result, ``mx.cpu()`` or ``mx.gpu(0)``; by default the current one (``with mx.gpu(0):``).",
    "device": "The same as ``ctx``, by the name that MXNet 2 gives it.",
    "name": "The name of the symbol; None: one is made of the operator's and a number. Without effect for arrays.",
    "attr": "Attributes of the symbol, a dict of str to str.",
}
_LAYERS = {
    "prefix": "What the parameters' names begin with; None: the class in lower case with a number, ``'dense0_'``.",
    "params": "A :class:`ParameterDict` of another block, whose parameters are shared; None: parameters of its own.",
    "layout": "The order of the axes: N the batch, C the channels, D, H, W depth, height and width, T the time.",
    "batch_axis": "The axis of the batch, over which the loss is not averaged.",
    "weight": "A number that the loss is multiplied by; None: 1.",
    "in_channels": "The number of channels of the input; 0: read off the first input.",
    "kwargs": "``prefix`` and ``params``, as of every block.",
    "in_units": "The length of the last axis of the input; 0: read off the first input.",
    "activation": "The function applied to the result: 'relu', 'sigmoid', 'tanh', 'softrelu', 'softsign'; None: none.",
    "use_bias": "Whether the layer has a bias.",
    "weight_initializer": "How the weight begins: an :class:`Initializer` or its name; None: as ``initialize`` says.",
    "bias_initializer": "How the bias begins: an :class:`Initializer` or its name.",
    "gamma_initializer": "How the scale ``gamma`` begins: an :class:`Initializer` or its name.",
    "beta_initializer": "How the offset ``beta`` begins: an :class:`Initializer` or its name.",
    "running_mean_initializer": "How the moving mean begins: an :class:`Initializer` or its name.",
    "running_variance_initializer": "How the moving variance begins: an :class:`Initializer` or its name.",
    "i2h_weight_initializer": "How the weights from the input begin: an :class:`Initializer` or its name.",
    "h2h_weight_initializer": "How the weights from the previous state begin: an :class:`Initializer` or its name.",
    "h2r_weight_initializer": "How the weights of the projection begin: an :class:`Initializer` or its name.",
    "i2h_bias_initializer": "How the bias of the input begins: an :class:`Initializer` or its name.",
    "h2h_bias_initializer": "How the bias of the previous state begins: an :class:`Initializer` or its name.",
    "hidden_size": "The length of the state of a step.",
    "input_size": "The length of the last axis of the input; 0: read off the first input.",
}
_UPDATES = {
    "lr": "The learning rate.",
    "learning_rate": "The learning rate; it replaces the ``base_lr`` of a ``lr_scheduler`` (see :class:`Optimizer`).",
    "wd": "The weight decay: ``wd * weight`` is added to the gradient (L2 regularization).",
    "momentum": "What part of the last step is added to this one, from 0 (none) to below 1.",
    "rescale_grad": "What gradients are multiplied by first, 1 / batch size as a rule.",
    "clip_gradient": "The absolute value to which gradients are limited, after the multiplication; -1 or None: none.",
    "lazy_update": "Whether, with a row-sparse gradient, only the rows that it has are updated (and decay).",
    "beta1": "The decay of the mean of gradients, from 0 to below 1.",
    "beta2": "The decay of the mean of squared gradients, from 0 to below 1.",
    "epsilon": "A small number that keeps a divisor from being zero.",
    "eps": "A small number that keeps a divisor from being zero.",
    "multi_precision": "Whether float16 weights have a copy in float32, on which the updates are computed.",
}
_SCHEDULES = {
    "base_lr": "The rate with which the schedule begins, after the warm-up.",
    "final_lr": "The rate at the end.",
    "max_update": "The number of updates, those of the warm-up included, at which the rate reaches ``final_lr``.",
    "warmup_steps": "How many updates the warm-up takes; 0: there is none.",
    "warmup_begin_lr": "The rate with which the warm-up begins, at most ``base_lr``.",
    "warmup_mode": "'linear': the rate rises in a line up to ``base_lr``; 'constant': it stays ``warmup_begin_lr``.",
}
_METRICS = {
    "output_names": "Which outputs count, where a dict of outputs is given; None: all.",
    "label_names": "Which labels count, where a dict of labels is given; None: all.",
    "name": "The name under which the value is shown.",
}

#: of operators, and of functions on arrays
OF_FUNCTIONS = {**_ARRAYS, **_AXES, **_TYPES, **_UPDATES}
#: of layers, losses, optimizers, schedules and metrics
OF_CLASSES = {**_LAYERS, **_UPDATES, **_SCHEDULES, **_METRICS}
