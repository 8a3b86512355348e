"""AlexNet, in its form for one device (Krizhevsky 2014)."""

from typing import Any

from ....core.context import takes_device
from ... import nn
from .common import CPU, DEFAULT_ROOT, Classifier, row, with_weights

__all__ = ["AlexNet", "alexnet"]

#: Channels, kernel, stride and padding of each convolution, and whether pooling follows.
_CONVOLUTIONS = [
    (64, 11, 4, 2, True),
    (192, 5, 1, 2, True),
    (384, 3, 1, 1, False),
    (256, 3, 1, 1, False),
    (256, 3, 1, 1, True),
]


class AlexNet(Classifier):
    """AlexNet for images of 224 by 224."""

    def __init__(self, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = row()
            for channels, kernel, stride, padding, pooled in _CONVOLUTIONS:
                self.features.add(nn.Conv2D(channels, kernel, stride, padding, activation="relu"))
                if pooled:
                    self.features.add(nn.MaxPool2D(pool_size=3, strides=2))
            self.features.add(nn.Flatten())
            for _ in range(2):
                self.features.add(nn.Dense(4096, activation="relu"), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


@takes_device
def alexnet(pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any) -> AlexNet:
    """Return AlexNet; ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``."""
    return with_weights(AlexNet(**kwargs), "alexnet", pretrained, ctx, root)
