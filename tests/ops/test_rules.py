"""Rules of operators: how they are declared, asked and named."""

import pytest
from mxnet.contrib.onnx.onnx2mx import graph as onnx_import
from mxnet.contrib.onnx.onnx2mx import import_onnx  # noqa: F401  (fills the table)
from mxnet.ops import to_onnx, to_source
from mxnet.ops.elementwise_table import BINARY, UNARY
from mxnet.registry.op import OPS, Op
from mxnet.registry.rule_class import OperatorRule, only_if
from mxnet.registry.rules import Slots


def _new():
    return Op("new", lambda data: data)


def test_an_answer_is_a_constant_or_a_function_of_the_attributes():
    op = _new()
    assert not op.layer
    assert op.layer.of({}) is None
    op.layer((0, 6))
    assert op.layer.of({}) == (0, 6)
    op.layer(only_if(lambda p: p["axis"] == 1, (0, 1)))
    assert (op.layer.of({"axis": 1}), op.layer.of({"axis": 0})) == ((0, 1), None)
    assert not _new().layer  # an answer is this operator's alone


def test_a_function_without_a_name_is_named_after_operator_and_rule():
    op = _new()

    @op.shapes
    def _(p, s):
        raise ValueError

    assert (op.shapes.answer.__name__, op.shapes.answer.__code__.co_name) == ("new.shapes", "new.shapes")


def test_a_deduction_names_the_inputs_that_it_needs_known_and_returns_the_fact_about_the_first_output():
    op = Op("new", lambda data, other=None: data, shapes=lambda p, s, data: (*data, p["depth"]))
    for given, expected in ((None, None), ((2, 3), (2, 3, 4))):
        slots = Slots(("data", "other"), (given, None), (None,))
        op.shapes.of({"depth": 4}, slots)
        assert slots.out[0] == expected


def test_facts_are_filled_and_assigned_to_together():
    facts = Slots(("a", "b"), (None, (2, None)), (None, None))
    facts.inputs.fill((2, 3), 1)
    facts.out[:] = (1,), (2,)
    assert (list(facts.inputs), list(facts.out)) == ([None, (2, 3)], [(1,), (2,)])


def test_options_go_with_the_answer():
    op = _new()

    @op.fast_path(records=True)
    def _(p):
        return None

    assert op.fast_path
    assert op.fast_path.options == {"records": True, "one_type": False}
    assert not any(_new().fast_path.options.values())
    with pytest.raises(TypeError, match=r"new\.fast_path takes an answer and options"):
        op.fast_path(None, recods=True)


def test_facts_are_keywords_and_unknown_ones_are_refused():
    assert Op("new", lambda data: data, view=True, blocks=True).blocks.of({})
    with pytest.raises(TypeError, match="no trait 'veiw'"):
        Op("new", lambda data: data, veiw=True)


def _functions():
    to_onnx.load()
    to_source.load()
    for op in OPS.values():
        yield from (rule.answer for rule in vars(op).values() if isinstance(rule, OperatorRule))
        yield from (form.call for form in op.sparse_forms)
        yield op.gradient
    yield from onnx_import.convert_map.values()


def test_rules_and_kernels_of_rows_have_names():
    kernels = (row.kernel for row in (*UNARY, *BINARY))
    codes = [code for rule in (*_functions(), *kernels) if (code := getattr(rule, "__code__", None)) is not None]
    assert len(codes) > 1000
    nameless = [code for code in codes if code.co_name in ("_", "<lambda>")]
    assert [(code.co_filename, code.co_firstlineno) for code in nameless] == []
