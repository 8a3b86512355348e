"""Names of blocks, by the scopes that they are made in."""

from mxnet import gluon
from mxnet.gluon.block import _BlockScope


def test_a_scope_can_be_made_for_a_block_alone() -> None:
    """As upstream's tests of threads do."""
    with _BlockScope(gluon.nn.Dense(2, prefix="outer_")):
        names = [gluon.nn.Dense(2).name for _ in range(2)]
    assert names == ["outer_dense0", "outer_dense1"]
