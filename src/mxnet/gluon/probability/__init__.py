"""``mx.gluon.probability``: distributions, transformations, divergences, and blocks that collect losses, of MXNet 2.

Distributions take and give arrays of ``mx.np``. Their functions are those of ``torch.distributions``; draws come from
the generators that ``mx.random.seed`` seeds. All are recorded by ``autograd``, and traced in hybridized blocks.

>>> import mxnet.gluon.probability as mgp
>>> q = mgp.Normal(mx.np.array([0.0, 1.0]), mx.np.array([1.0, 2.0]))
>>> q.log_prob(mx.np.array([0.0, 1.0]))
array([-0.9189385, -1.6120857])
>>> q.sample((3, 2)).shape
(3, 2)
>>> mgp.kl_divergence(q, mgp.Normal(0.0, 1.0))
array([0.       , 1.3068528])
"""

from . import block, distributions, transformation
from .block import *
from .distributions import *
from .distributions.families import *  # mypy follows one star
from .transformation import *
from .transformation.transformation import *

__all__ = [*block.__all__, *distributions.__all__, *transformation.__all__]
