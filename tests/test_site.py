"""What the site shows of operators: each has a page of its own, whose example runs; and links that lead nowhere."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from docs.site import links, operators, reference_pages, search


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


@pytest.mark.parametrize("place", operators.PLACES)
def test_pages_are_made_of_every_operator(place):
    pages = ["\n".join(operators._page(item)) for item in operators.operators() if item.place == place]
    assert pages
    assert all("## Gradient" in page for page in pages)


def test_a_page_stands_beside_those_of_its_namespace():
    listed = operators.functions()
    assert sum(map(len, listed.values())) == len(operators.operators())
    assert ("exp", "operators/top/exp") in listed["top"]


def test_an_example_and_its_expression_in_pytorch():
    (exp,) = [operator for operator in operators.operators() if operator.call == "mx.nd.exp"]
    program, output = operators.example(exp)
    assert program.endswith("y = mx.nd.exp(data)\nprint(y)")
    assert "<NDArray" in output
    assert operators.in_torch(exp) == "x = torch.exp(x0)"


def test_a_layer_without_arrays_is_written_in_pytorch():
    (dense,) = [operator for operator in operators.operators() if operator.call == "mx.nd.FullyConnected"]
    assert operators.in_torch(dense) == "x = F.linear(x0, x1, x2)"


def test_links_that_lead_nowhere(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "index.html").write_text(
        '<h1 id="top">A</h1> <a class="x" href="folder/page.html#there">B</a> <a href="#top">C</a> '
        '<a href="https://example.com/no">D</a> <a href="mailto:a@b">E</a> <img src="data:image/png;base64,AA==">'
        '<a href="gone.html">F</a> <a href="folder/page.html#a%20b">G</a> <a href="#none">H</a>'
    )
    (tmp_path / "folder" / "page.html").write_text(
        '<a href="../index.html?v=1#top">A</a> <dt id="there">B</dt> <p id="a b"></p> <img src="../no.png"> '
        "<code>&lt;a href=&quot;never.html&quot;&gt;</code>"
    )
    assert [*links.broken(tmp_path, ["index.html", "folder/page.html"])] == [
        "index.html: #none", "index.html: gone.html", "folder/page.html: ../no.png",
    ]  # fmt: skip


MEMBERS = {
    "module": "Module.bind Module.fit Module.predict Module.score Module.init_params Module.save_checkpoint",
    "executor": "Executor.forward Executor.backward Executor.outputs Executor.copy_params_from",
    "symbol": "Symbol.bind Symbol.simple_bind Symbol.infer_shape Symbol.get_internals Symbol.list_arguments",
    "ndarray": "NDArray.attach_grad NDArray.asnumpy NDArray.as_in_context NDArray.shape NDArray.grad",
    "gluon": "Trainer.step Trainer.allreduce_grads Parameter.set_data Block.collect_params HybridBlock.hybridize",
    "metric": "EvalMetric.update EvalMetric.get",
    "io": "DataIter.next",
}


@pytest.mark.parametrize("page", MEMBERS)
def test_members_have_a_heading_that_the_search_finds(page):
    text = "\n".join(reference_pages._page(page, reference_pages._module(page)))
    headings = re.findall(r"^### (\S+)$", text, re.MULTILINE)
    assert set(MEMBERS[page].split()) <= set(headings)


def test_names_that_the_search_does_not_find(tmp_path, monkeypatch):
    monkeypatch.setattr(search.shutil, "which", lambda name: None)
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / "module.html").write_text('<section id="module-fit"></section>')
    index = {
        "docnames": ["reference/module"],
        "titles": ["mx.module"],
        "objnames": {"0": ["mx", "class", "class"], "1": ["mx", "member", "member"]},
        "objects": {"mx.module.Module": [[0, 1, 1, "module-fit", "fit"]], "mx.module": [[0, 0, 1, "gone", "Module"]]},
    }
    (tmp_path / "searchindex.js").write_text(f"Search.setIndex({json.dumps(index)})")
    names = ["Module.fit", "module.Module", "odule.bind", "mx.mod.Module.fit", "mx.sym.fit"]
    assert [*search.lost(tmp_path, names)] == [
        "module.Module: reference/module.html#gone leads nowhere",
        "odule.bind: no page has it for a heading",
        "mx.sym.fit: no page has it for a heading",
    ]


@pytest.mark.parametrize(
    ("page", "names"),
    {
        "gluon.nn": "Dense BatchNorm Flatten", "numpy": "sum abs dot", "random": "uniform seed", "image": "random_crop",
        "ndarray.contrib": "foreach", "ndarray.sparse": "csr_matrix", "numpy.linalg": "svd",
    }.items(),
)  # fmt: skip
def test_functions_and_layers_named_as_operators_have_a_heading(page, names):
    public = [name for name, _ in reference_pages._public(reference_pages._module(page))]
    assert {*names.split()} <= {*public}
    assert {"box_nms", "dot", "retain", "Context"}.isdisjoint(public) or page == "numpy"
