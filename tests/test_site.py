"""What the site shows of operators: each has a page of its own, and the example on it runs."""

from __future__ import annotations

from collections import Counter

import pytest

from docs.site import operators


def test_every_operator_has_a_page_of_its_own():
    pages = Counter(operator.page for operator in operators.operators())
    assert len(pages) > 500
    assert [page for page, count in pages.items() if count > 1] == []


@pytest.mark.parametrize("place", operators.PLACES)
def test_examples_print_what_they_compute(place):
    of_place = [operator for operator in operators.operators() if operator.place == place]
    shown = [example for example in map(operators.example, of_place) if example]
    assert len(shown) > 0.6 * len(of_place)
    for program, output in shown:
        assert program.startswith("import mxnet as mx\n")
        assert output.strip()


def test_an_example_and_its_expression_in_pytorch():
    (exp,) = [operator for operator in operators.operators() if operator.call == "mx.nd.exp"]
    program, output = operators.example(exp)
    assert program.endswith("y = mx.nd.exp(data)\nprint(y)")
    assert "<NDArray" in output
    assert operators.in_torch(exp) == "x = torch.exp(x0)"
