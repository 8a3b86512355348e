"""What parameters mean that many functions and classes share: written here once, drawn in by :mod:`.manual`.

A docstring that explains such a parameter itself is used in place of the text here.
"""

_ARRAYS = {
    "data": "The input array.",
    "lhs": "The first operand.",
    "rhs": "The second operand; axes of length 1 are stretched where the function broadcasts.",
    "a": "The input array.",
    "m": "The input array.",
    "x": "The input array.",
    "arr": "The input array.",
    "array": "The input array.",
    "ary": "The input array.",
    "ar1": "The first set.",
    "ar2": "The second set.",
    "indices_or_sections": "Into how many equal parts the axis is cut, or at which indices: (2, 5): [:2], [2:5], [5:].",
    "x1": "The first operand: an array or a number.",
    "x2": "The second operand: an array or a number; both are broadcast to one shape.",
    "out": "An array of the result's shape and dtype, which receives the result and is returned; None: a new one.",
    "where": "Only True: all elements are computed.",
    "others": "NumPy's further arguments of the function, which NumPy then computes on the host.",
    "order": "The order of elements in memory, as in NumPy; only 'C' and None, the order of rows, are supported.",
    "casting": "Only NumPy's 'same_kind'.",
    "subok": "Only True.",
}
#: what NumPy's functions take besides
_OF_NUMPY = {
    "where": "Which elements take part, an array of bool that broadcasts; True: all.",
    "initial": "What the result begins with.",
    "casting": "Which conversions are allowed: 'no', 'equiv', 'safe', 'same_kind' or 'unsafe'.",
    "order": "Without effect: elements are in the order of rows.",
    "subok": "Without effect.",
    "signature": "The data types of the arguments and of the result, as NumPy writes them, such as ``'ff->f'``.",
    "correction": "The name of ``ddof`` in the array API standard.",
    "mean": "The mean, where it is known: it is not computed again.",
    "assume_unique": "Whether no input has an element twice, which saves a search.",
    "return_indices": "Whether the places in both arrays are returned too: a tuple of three arrays.",
    "kind": "How NumPy looks elements up, 'sort' or 'table'; None: the faster one.",
}
_AXES = {
    "axis": "The axis, or the axes, along which the function works; negative ones count from the last.",
    "axes": "The axes, in their order; negative ones count from the last.",
    "keepdims": "Whether reduced axes stay, with length 1, so that the result broadcasts against the input.",
    "exclude": "Whether all axes but those in ``axis`` are meant.",
    "shape": "The shape of the result.",
    "size": "The shape of the result, an int or a tuple; None: that to which the other arguments broadcast.",
}
_MATRICES = {
    "A": "Matrices: their rows and columns are the last two axes, ``(..., m, n)``; the axes before number them.",
    "B": "Matrices, as many as in ``A``: the axes before the last two are the same, none is stretched.",
}
_DENSITIES = {
    "sample": "The points, ``(*shape of the parameters, *any)``: any number of them for each distribution.",
    "is_log": "Whether the logarithm is returned.",
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
_HOW = (
    "0 nearest pixel, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos, 9 chosen by the sizes (cubic to enlarge, by areas to "
    "shrink, bilinear else), 10 at random."
)
_AUGMENTATION = {
    "interp": f"How the image is resized: {_HOW}",
    "inter_method": f"How images are resized: {_HOW}",
    "brightness": "Pixels are multiplied by a factor drawn from 1 minus to 1 plus this.",
    "contrast": "The image's distance from its mean grey is multiplied by a factor drawn from 1 minus to 1 plus this.",
    "saturation": "Its distance from its grey version is multiplied by a factor drawn from 1 minus to 1 plus this.",
    "hue": "Colours are turned about the grey axis by at most this many half turns, to either side.",
    "pca_noise": "The standard deviation of changes along the principal axes of ImageNet's colours, as AlexNet is "
    "trained (0.1 there); 0: none.",
    "rand_gray": "The probability with which an image is made grey.",
    "min_object_covered": "A part that is cut out shows more than this share of each object that it touches.",
    "aspect_ratio_range": "The least and the greatest width over height of the part; a number: both.",
    "area_range": "The least and the greatest area of the part, as shares of the image's; a number: both.",
    "min_eject_coverage": "The boxes of which a part shows no more than this share are left out of it.",
    "max_attempts": "How many parts are tried; where none fits the image stays as it is.",
}
_SAMPLES = {
    "path_imgrec": "A record file with images, as ``im2rec`` makes it.",
    "path_imgidx": "Its index, without which it can be neither shuffled nor read in parts.",
    "path_imglist": "A list file: lines of a number, labels and an image's path with tabs between. With a record file "
    "and its index it gives the labels of the records with these numbers.",
    "path_root": "The folder that the paths of a list begin in.",
    "imglist": "A list in place of a list file: ``[label, path]`` or ``[label, label, ..., path]`` for each image.",
    "part_index": "Which of the parts is read, from 0 on.",
    "num_parts": "Into how many parts of equal length the images are divided, as a rule one for each worker.",
}

_WINDOWS = {
    "kernel": "The size of the window, one number for each spatial axis.",
    "stride": "How far the window moves from one result to the next, for each spatial axis; (): 1.",
    "dilate": "The distance between the elements of a window, for each spatial axis; (): 1, they are neighbours.",
    "pad": "How many zeros are put before and after the data along each spatial axis; (): none.",
    "num_filter": "The number of filters, which is the number of channels of the result.",
    "num_group": "Into how many groups the channels are divided, each with filters of its own.",
    "no_bias": "Whether there is no ``bias``.",
    "layout": "The order of the axes: N the batch, C the channels, D, H, W depth, height and width; None: 'NCHW'.",
    "workspace": "Without effect: PyTorch chooses its algorithms.",
    "cudnn_tune": "Without effect: PyTorch chooses its algorithms.",
    "cudnn_off": "Without effect: PyTorch chooses its algorithms.",
    "rois": "The regions, ``(R, 5)``: ``(image, x1, y1, x2, y2)``, the image by its number in the batch.",
    "spatial_scale": "What the regions are multiplied by to be in pixels of ``data``: 1/16 after strides of 16 in all.",
}
_NORMALIZATION = {
    "moving_mean": "The moving mean of each channel, ``(C,)``: a state, changed in training.",
    "moving_var": "The moving variance of each channel, ``(C,)``: a state, changed in training.",
    "fix_gamma": "Whether ``gamma`` is 1 and learns nothing: what is stored in it is set to 1.",
    "use_global_stats": "Whether the moving values are used in training too, and stay as they are.",
    "output_mean_var": "Whether the mean and the spread that were used are returned too.",
}
_STATES = {
    "grad": "The gradient of the weight.",
    "mom": "The momentum, a state of the weight's shape, which is changed.",
    "weight32": "The weight in float32, which is changed.",
    "eta": "What the step is multiplied by, weight decay included: the factor of a schedule.",
    "weights": "The weights, a list of arrays.",
    "grads": "Their gradients, a list of arrays.",
    "weights32": "The weights in float32, which are changed, a list of arrays.",
    "lrs": "The learning rates, one for each weight.",
    "wds": "The weight decays, one for each weight.",
    "etas": "One for each weight: what its step is multiplied by, weight decay included.",
    "num_weights": "How many weights there are.",
    "num_tensors": "How many weights there are.",
    "num_arrays": "How many arrays there are.",
    "lower_bound": "The least that the weight's norm counts as; negative: no bound.",
    "upper_bound": "The most that the weight's norm counts as; negative: no bound.",
    "bias_correction": "Whether the means, which begin with 0, are divided by ``1 - beta**t``.",
}
_INTEGERS = {
    "min_range": "The least number that ``data`` stand for, ``(1,)``, float32.",
    "max_range": "The greatest number that ``data`` stand for, ``(1,)``, float32.",
    "min_data": "The least number that ``data`` stand for, ``(1,)``, float32.",
    "max_data": "The greatest number that ``data`` stand for, ``(1,)``, float32.",
    "min_weight": "The least number that ``weight`` stands for, ``(1,)``, float32.",
    "max_weight": "The greatest number that ``weight`` stands for, ``(1,)``, float32.",
    "min_bias": "The least number that ``bias`` stands for, ``(1,)``, float32; not given with ``no_bias``.",
    "max_bias": "The greatest number that ``bias`` stands for, ``(1,)``, float32; not given with ``no_bias``.",
    "lhs_min": "The least number that ``lhs`` stands for, ``(1,)``, float32.",
    "lhs_max": "The greatest number that ``lhs`` stands for, ``(1,)``, float32.",
    "rhs_min": "The least number that ``rhs`` stands for, ``(1,)``, float32.",
    "rhs_max": "The greatest number that ``rhs`` stands for, ``(1,)``, float32.",
    "min_calib_range": "The least number that the result is to stand for, as calibration found it; None: not known.",
    "max_calib_range": "The greatest number that the result is to stand for, as calibration found it; None: not known.",
}

#: of operators, and of functions on arrays
OF_FUNCTIONS = {
    **_ARRAYS,
    **_AXES,
    **_MATRICES,
    **_DENSITIES,
    **_TYPES,
    **_UPDATES,
    **_WINDOWS,
    **_NORMALIZATION,
    **_STATES,
    **_INTEGERS,
}
#: of functions that NumPy computes, or helps out
OF_NUMPY = {**OF_FUNCTIONS, **_OF_NUMPY}
#: of layers, losses, optimizers, schedules, metrics, augmenters and iterators over images
OF_CLASSES = {**_LAYERS, **_UPDATES, **_SCHEDULES, **_METRICS, **_AUGMENTATION, **_SAMPLES}
#: of functions on images
OF_IMAGES = {
    **_AUGMENTATION,
    "src": "The image, an array ``(height, width, channels)``.",
    "size": "The size that it gets, ``(width, height)`` in pixels.",
    "data_shape": "The shape of the images in a batch, ``(3, height, width)``.",
    "resize": "The length in pixels that the shorter side gets first, the proportions being kept; 0: it stays.",
    "rand_mirror": "Whether every second image, at random, is mirrored, left and right.",
    "mean": "What is subtracted in the end: an array of three numbers, red first; True: ImageNet's; None: nothing.",
    "std": "What is divided by in the end: an array of three numbers, red first; True: ImageNet's; None: nothing.",
}
