"""Graphs as csr matrices: neighbourhoods drawn at random, subgraphs, edges."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError

COLUMNS = [1, 2, 3, 4, 0, 2, 3, 4, 0, 1, 3, 4, 0, 1, 2, 4, 0, 1, 2, 3]


def graph():
    """Return the complete graph of five vertices, its edges numbered from 1."""
    return nd.sparse.csr_matrix((np.arange(1, 21), np.array(COLUMNS), np.arange(0, 21, 4)), shape=(5, 5), dtype="int64")


def ids(*values):
    return nd.array(values, dtype="int64")


def parts(array):
    return [array.data.asnumpy().tolist(), array.indptr.asnumpy().tolist(), array.indices.asnumpy().tolist()]


def test_whole_neighbourhoods():
    sample = nd.contrib.dgl_csr_neighbor_uniform_sample
    vertices, edges, layers = sample(graph(), ids(0), num_args=2, num_hops=1, num_neighbor=9, max_num_vertices=7)
    assert vertices.asnumpy().tolist() == [0, 1, 2, 3, 4, 0, 0, 5]
    assert layers.asnumpy().tolist() == [0, 1, 1, 1, 1, 0, 0]
    assert edges.shape == (7, 5)
    assert parts(edges) == [[1, 2, 3, 4], [0, 4, 4, 4, 4, 4, 4, 4], [1, 2, 3, 4]]


def test_samples_for_several_seeds():
    weights = nd.array([0.9, 0.8, 0.2, 0.4, 0.1])
    given = {"num_args": 4, "num_hops": 1, "num_neighbor": 2, "max_num_vertices": 4}
    result = nd.contrib.dgl_csr_neighbor_non_uniform_sample(graph(), weights, ids(0), ids(3), **given)
    assert [item.stype for item in result] == ["default"] * 2 + ["csr"] * 2 + ["default"] * 4
    for i, seed in enumerate((0, 3)):
        vertices, edges, probabilities, layers = result[i::2]
        number = int(vertices.asnumpy()[-1])
        assert number == 3
        chosen = vertices.asnumpy()[:number]
        assert seed in chosen
        edges.check_format()
        assert set(edges.indices.asnumpy()) == set(chosen) - {seed}
        np.testing.assert_array_equal(probabilities.asnumpy()[:number], weights.asnumpy()[chosen])
        assert sorted(layers.asnumpy()[:number]) == [0, 1, 1]


def test_the_seed_of_the_generator_decides():
    def draw():
        mx.random.seed(5)
        return nd.contrib.dgl_csr_neighbor_uniform_sample(graph(), ids(0), num_args=2, num_hops=2, num_neighbor=1)[0]

    np.testing.assert_array_equal(draw().asnumpy(), draw().asnumpy())


def test_induced_subgraphs():
    numbered, original = nd.contrib.dgl_subgraph(graph(), ids(0, 2, 3), num_args=2, return_mapping=True)
    assert parts(numbered) == [[0, 1, 2, 3, 4, 5], [0, 2, 4, 6], [1, 2, 0, 2, 0, 1]]
    assert parts(original)[0] == [2, 3, 9, 11, 13, 15]
    assert numbered.shape == original.shape == (3, 3)


def test_compact_graphs():
    sample = nd.contrib.dgl_csr_neighbor_uniform_sample
    vertices, edges, _ = sample(graph(), ids(0, 3), num_args=2, num_hops=1, num_neighbor=9, max_num_vertices=8)
    compact = nd.contrib.dgl_graph_compact
    numbered, original = compact(edges, vertices, graph_sizes=(5,), return_mapping=True)
    assert parts(numbered) == [list(range(8)), [0, 4, 4, 4, 8, 8], [1, 2, 3, 4, 0, 1, 2, 4]]
    assert parts(original)[0] == [1, 2, 3, 4, 13, 14, 15, 16]
    assert numbered.shape == original.shape == (5, 5)


def test_edge_ids_and_adjacency():
    assert nd.contrib.edge_id(graph(), ids(0, 1, 2), ids(1, 1, 2)).asnumpy().tolist() == [1, -1, -1]
    ones = nd.contrib.dgl_adjacency(graph())
    assert (ones.stype, ones.dtype) == ("csr", np.float32)
    assert parts(ones) == [[1] * 20, list(range(0, 21, 4)), COLUMNS]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: nd.contrib.edge_id(graph(), ids(7), ids(0)),
        lambda: nd.contrib.edge_id(graph(), ids(0), ids(-1)),
        lambda: nd.contrib.dgl_subgraph(graph(), ids(3, 0), return_mapping=False),
        lambda: nd.contrib.dgl_subgraph(nd.ones((5, 5)), ids(0), return_mapping=False),
        lambda: nd.contrib.dgl_csr_neighbor_uniform_sample(graph(), ids(9), num_args=2),
        lambda: nd.contrib.dgl_csr_neighbor_uniform_sample(graph(), ids(0, 1), num_args=2, max_num_vertices=1),
        lambda: nd.contrib.dgl_csr_neighbor_non_uniform_sample(graph(), nd.ones(3), ids(0), num_args=3),
        lambda: nd.contrib.dgl_graph_compact(graph(), ids(0, 1), graph_sizes=(3,), return_mapping=False),
    ],
)
def test_what_is_refused(wrong):
    with pytest.raises(MXNetError):
        wrong()
