"""A photograph is painted anew in the style of a pattern: `python examples/gallery/neural_style.py`.

Gatys, Ecker and Bethge, "A neural algorithm of artistic style" (2015). The features are those of random filters, which
need no download: He, Wang and Hopcroft, "A powerful generative model using random weights" (2016). The photograph is
scikit-learn's.
"""

import argparse

import mxnet as mx
import numpy as np
from sklearn.datasets import load_sample_image

CHANNELS = (32, 64, 96)


def features():
    """Return the symbol of a small VGG: the style is taken from each of its steps, the content from the second."""
    x, steps = mx.sym.Variable("data"), []
    for n, channels in enumerate(CHANNELS):
        for m in range(2):
            x = mx.sym.Convolution(x, kernel=(3, 3), pad=(1, 1), num_filter=channels, name=f"conv{n}_{m}")
            x = mx.sym.Activation(x, act_type="relu", name=f"relu{n}_{m}")
        steps.append(x)
        x = mx.sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="avg", name=f"pool{n}")
    return mx.sym.Group(steps)


def gram(step):
    """Return the symbol of how the channels of a step go together: style, without where."""
    flat = mx.sym.reshape(step, shape=(0, 0, -1))
    return mx.sym.linalg.gemm2(flat, flat, transpose_b=True)


def photograph(height):
    """Return scikit-learn's picture of a temple, ``(1, 3, height, about 3 / 2 height)``, from -1 to 1."""
    image = load_sample_image("china.jpg")
    image = mx.image.imresize(mx.nd.array(image, dtype="uint8"), height * 3 // 2 // 8 * 8, height)
    return image.astype("float32").transpose((2, 0, 1)).expand_dims(0) / 127.5 - 1


def pattern(height, rng):
    """Return a picture of that size of bent stripes in warm and cold colours."""
    rows, columns = np.mgrid[:height, : height * 3 // 2 // 8 * 8] / 12
    bent = np.sin(columns + 2 * np.sin(rows * 0.7)) + 0.5 * np.sin(rows * 1.9 + columns * 0.6)
    warm, cold = np.array([[0.9, 0.4, -0.6], [-0.7, -0.2, 0.7]])
    image = np.where(bent[..., None] > 0, warm, cold) * (0.6 + 0.4 * np.abs(bent[..., None]))
    image += rng.normal(0, 0.05, image.shape)
    return mx.nd.array(image.clip(-1, 1).transpose(2, 0, 1)[None])


def train(steps=60, height=96, style_weight=1.0, smoothness=0.02, seed=0):
    """Return the photograph, the pattern and the painting, in a list, and the losses."""
    mx.random.seed(seed)
    content, style = photograph(height), pattern(height, np.random.RandomState(seed))
    steps_of = features()
    outputs = mx.sym.Group([*(gram(step) for step in steps_of), steps_of[1]])
    executor = outputs.simple_bind(mx.cpu(), data=content.shape, grad_req={"data": "write"})
    initializer = mx.init.Xavier(factor_type="in", magnitude=2)
    for name, array in executor.arg_dict.items():
        if name != "data":
            initializer(mx.init.InitDesc(name), array)
    executor.copy_params_from({"data": style})
    grams = [each.copy() for each in executor.forward()[:-1]]
    executor.copy_params_from({"data": content})
    kept = executor.forward()[-1].copy()

    image, losses = content.copy(), []
    optimizer = mx.optimizer.Adam(learning_rate=0.05)
    state = optimizer.create_state(0, image)
    for _ in range(steps):
        *found, here = executor.forward(is_train=True, data=image)
        differences = [(f - g) / mx.nd.norm(g) for f, g in zip(found, grams, strict=True)]
        apart = (here - kept) / mx.nd.norm(kept)
        losses.append((style_weight * sum((d**2).sum() for d in differences) + (apart**2).sum()).asscalar())
        heads = [2 * style_weight * d / mx.nd.norm(g) for d, g in zip(differences, grams, strict=True)]
        executor.backward([*heads, 2 * apart / mx.nd.norm(kept)])
        optimizer.update(0, image, executor.grad_dict["data"] + smoothness * roughness(image) / image.size, state)
        image[:] = mx.nd.clip(image, -1, 1)
    return [content, style, image], losses


def roughness(image):
    """Return the gradient of the squared differences between neighbours."""
    image = image.copy()
    image.attach_grad()
    with mx.autograd.record():
        down, right = image[:, :, 1:] - image[:, :, :-1], image[:, :, :, 1:] - image[:, :, :, :-1]
        total = (down**2).sum() + (right**2).sum()
    total.backward()
    return image.grad


def draw(pictures, out):
    """Write an image of the photograph, the pattern and the painting side by side."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(pictures), figsize=(12, 3), layout="constrained")
    for axis, picture in zip(axes, pictures, strict=True):
        axis.imshow((picture[0].asnumpy().transpose(1, 2, 0) + 1) / 2)
        axis.axis("off")
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--height", type=int, default=128)
    parser.add_argument("--out", default="neural_style.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    images, history = train(args.steps, args.height)
    draw(images, args.out)
    print(f"loss {history[0]:.3f} -> {history[-1]:.3f}; see {args.out}")
