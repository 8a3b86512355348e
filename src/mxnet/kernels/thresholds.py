"""From where on a fast form is the faster one, or the exact one: measured on x86 processors of two to sixteen cores."""

from __future__ import annotations

#: weights of a linear layer from which on oneDNN is as fast as BLAS, or faster
LINEAR_WEIGHTS = 1 << 18
#: rows of its data up to which it is so
LINEAR_ROWS = 256
#: rows from which on it pays to keep the weights in oneDNN's order, and up to which: from a third of the time of a
#: layer to a twentieth
PACKED_ROWS = 4, 256
#: where BLAS is slow: multiplications from which on oneDNN is faster (Zen 5), or nearly as fast (Zen 4); at four times
#: as many it takes half the time (as much), from sixteen times as many on half (four fifths)
PRODUCT = 1 << 22
#: weights of a linear layer below which that is not asked
PRODUCT_WEIGHTS = 1 << 14
#: columns of the product from which on it pays, if the rows of the first matrix must be copied
PRODUCT_COLUMNS = 32
#: and what is summed up for each of its elements, from which on it pays to copy or add the product afterwards
PRODUCT_LENGTH = 32
#: multiplications in each of several products, from which on it pays to compute one after the other
PRODUCT_IN_BATCH = 1 << 23
#: images of a batch from which on PyTorch has oneDNN compute convolutions with kernels of one element in one thread
BLAS_IMAGES = 16
#: weights of a convolution from which on it is worth to look at the pixels
CONV_WEIGHTS = 1 << 16
#: a convolution's weights for each pixel of the output, from which on matrix products are the faster gradient
CONV_WEIGHTS_PER_PIXEL = 1500
#: a vector of float32 on any processor is no longer than this; with as many channels oneDNN writes nothing beyond them
VECTOR = 16
#: elements of a table, below which its gradient is dense
TABLE = 1 << 19
#: with this many times as many rows in a table as rows looked up, the rows alone are the quicker gradient
TABLE_PER_ROW = 4
#: elements below which a change of memory order costs pooling more than it saves
POOLED = 4096
#: sums of windows of up to so many elements, in so many channels or more, are convolutions
CONVOLVED_WINDOW, CONVOLVED_CHANNELS = 25, 8
#: rows of a piece, in which a layer normalization's gradients are summed up
NORM_ROWS = 256
#: images of so many elements or more are enlarged, up to so many times, by repeating rows
ENLARGED, ENLARGED_TIMES = 4096, 8
#: times as many elements as wanted ones, from which on they are selected and not sorted
SELECTED_OF = 8
#: elements of a softmax up to which the number of operations decides the time
SOFTMAX = 1 << 13
#: boxes taken at a time, and the elements of a table of them that fits into the cache
BOXES, BOX_TABLE = 128, 1 << 16
#: boxes of a list up to which all of its pairs are compared at once
WHOLE_BOXES = 256
#: up to how many, and from how many on, it is asked before which pairs are near
NEAR_BOXES, COMPARED_BOXES = 512, 64
#: elements of the tables in which near boxes are looked for, and how many there are at least to each that is near
NEAR_TABLE, NEAR_OF = 1 << 17, 4
#: elsewhere than on processors: boxes at most, and about how many pairs of them, that are compared at a time
WIDE_BOXES, BOX_PAIRS = 1024, 1 << 24
#: elements of data from which on a normalization at inference is worth a form of its own
NORMALIZED = 1 << 14
#: elements of small weights that an optimizer joins at most, and of a large one that it moves at a time
JOINED, MOVED = 1 << 15, 1 << 18
#: elements up to which the gradients of an executor are written together at the end; a longer one when it is there, so
#: that its memory is free for the next
GRADIENT = 1 << 14
#: PyTorch's fused SGD computes the factor of the gradient as ``1 - dampening``; below this too few digits are left
SGD_FACTOR = 1e-6
#: elements after which a batch of weights is full, which bounds the memory for copies of gradients
BATCH = 1 << 18
