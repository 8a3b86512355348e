"""Names that programs find in 1.9.1 beside the documented ones: private ones, and what a star or an import brings."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

#: Private names, and helpers without documentation, that libraries import.
IN_MODULES = {
    "mxnet.base": "_as_list _Null _LIB numeric_types integer_types string_types py_str c_str MXNetError NDArrayHandle "
    "SymbolHandle ExecutorHandle mx_uint mx_real_t check_call c_array c_array_buf c_handle_array c_str_array "
    "classproperty with_metaclass build_param_doc",
    "mxnet.ndarray._internal": "_plus _mul _minus _div _mod _power _maximum _minimum _plus_scalar _rminus_scalar "
    "_sample_unique_zipfian _copyto _full _zeros _ones _arange _eye _slice_assign _cvimdecode _cvimresize _split_v2",
    "mxnet.symbol._internal": "_plus _mul _minus _div _plus_scalar _sample_unique_zipfian _zeros _ones _arange _full",
    "mxnet.ndarray.ndarray": "_DTYPE_NP_TO_MX _DTYPE_MX_TO_NP _GRAD_REQ_MAP _STORAGE_TYPE_STR_TO_ID "
    "_STORAGE_TYPE_ID_TO_STR _STORAGE_TYPE_DEFAULT _STORAGE_TYPE_ROW_SPARSE _STORAGE_TYPE_CSR NDArrayBase",
    "mxnet.ndarray": "_DTYPE_NP_TO_MX _DTYPE_MX_TO_NP _GRAD_REQ_MAP _internal",
    "mxnet.symbol.symbol": "_DTYPE_NP_TO_MX _DTYPE_MX_TO_NP _GRAD_REQ_MAP _STORAGE_TYPE_STR_TO_ID",
    "mxnet.util": "is_np_array is_np_shape use_np wraps_safely makedirs get_gpu_count getenv setenv set_module",
    "mxnet.module.executor_group": "DataParallelExecutorGroup",
    "mxnet.module.base_module": "_check_input_names _check_names_match _parse_data_desc _as_list",
    "mxnet.module.module": "_create_kvstore _initialize_kvstore _update_params _update_params_on_kvstore",
    "mxnet.model": "_train_multi_device _create_kvstore _initialize_kvstore _update_params "
    "_update_params_on_kvstore BatchEndParam _create_sparse_kvstore load_params",
    "mxnet.executor_manager": "_bind_exec _split_input_slice _check_arguments _load_data _load_label _load_general",
    "mxnet.gluon.block": "_flatten _regroup _BlockScope _indent",
    "mxnet.gluon.loss": "_apply_weighting _reshape_like",
    "mxnet.gluon.parameter": "tensor_types DeferredInitializationError",
    "mxnet.gluon.data.dataloader": "_MultiWorkerIter default_batchify_fn default_mp_batchify_fn _as_in_context "
    "ForkingPickler",
    "mxnet.gluon.utils": "_get_repo_url _get_repo_file_url replace_file _indent HookHandle shape_is_known",
    "mxnet.gluon.model_zoo.model_store": "_model_sha1 short_hash",
    "mxnet.gluon.rnn.rnn_cell": "_cells_state_info _cells_begin_state _format_sequence _get_begin_state "
    "_mask_sequence_variable_length",
    "mxnet.gluon.rnn.rnn_layer": "_RNNLayer",
    "mxnet.gluon.nn.conv_layers": "_Conv _Pooling",
    "mxnet.image.image": "_get_interp_method",
    "mxnet.registry": "get_register_func get_create_func get_registry get_alias_func",
    "mxnet.io.utils": "_init_data _has_instance _getdata_by_idx",
    "mxnet.metric": "ndarray",
    "mxnet.contrib.amp.amp": "_amp_initialized _amp_loss_scale_initialized _loss_scaler",
    "mxnet.test_utils": "_parse_location _parse_aux_states np rnd mx os sys json gzip zipfile struct OrderedDict "
    "contextmanager Features errno bz2 platform numbers traceback logging time",
    "mxnet.initializer": "InitDesc",
}


@pytest.mark.parametrize(("module", "names"), IN_MODULES.items())
def test_names_of_modules(module, names):
    found = importlib.import_module(module)
    assert [name for name in names.split() if not hasattr(found, name)] == []


def _module():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1)
    made = mx.mod.Module(net, label_names=None)
    made.bind([("data", (1, 1))])
    return made


def _trainer():
    layer = mx.gluon.nn.Dense(1, in_units=1)
    layer.initialize()
    return mx.gluon.Trainer(layer.collect_params(), "sgd")


IN_OBJECTS = [
    (lambda: mx.gluon.nn.Dense(1), "_children _reg_params _alias _collect_params_with_prefix _prefix _params _scope "
     "_clear_cached_op _cached_graph _cached_op _flags _active _forward_hooks"),
    (lambda: mx.gluon.Parameter("w", shape=(1,)), "_data _grad _shape _load_init _init_impl _grad_stype "
     "_check_and_get _ctx_list _ctx_map _deferred_init _var _stype _trainer"),
    (_trainer, "_kvstore _init_kvstore _params _params_to_init _updaters _update_on_kvstore _scale "
     "_allreduce_grads _optimizer _param2idx _contexts"),
    (lambda: mx.optimizer.SGD(), "_update_count _get_lr _get_wd _index_update_count _get_lrs _get_wds"),
    (lambda: mx.init.Xavier(), "_init_bilinear _init_weight _init_bias _init_gamma _init_beta _init_default _kwargs"),
    (lambda: mx.rnn.LSTMCell(2), "_iW _iB _hW _hB _counter _prefix _modified"),
    (lambda: mx.rnn.SequentialRNNCell(), "_cells"),
    (lambda: _module(), "_exec_group _symbol _context _param_names _fixed_param_names _label_shapes _arg_params "
     "_aux_params _params_dirty _optimizer _kvstore _updater"),
    (lambda: _module()._exec_group, "execs grad_arrays param_arrays data_arrays slices output_layouts batch_size"),
    (lambda: mx.mod.BucketingModule(lambda key: (mx.sym.var("x"), ("x",), None), 1), "_curr_module _buckets"),
    (lambda: mx.nd.ones(1), "handle _at _slice _sync_copyfrom _fresh_grad"),
    (lambda: mx.metric.Accuracy(), "_kwargs num_inst sum_metric"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "names"), IN_OBJECTS)
def test_names_of_objects(make, names):
    found = make()
    assert [name for name in names.split() if not hasattr(found, name)] == []


def test_numbers_of_types():
    numbers = mx.nd.ndarray._DTYPE_NP_TO_MX
    assert numbers[None] == -1
    assert numbers[np.float32] == 0
    assert numbers[np.bool_] == 7
    assert {code: dtype for dtype, code in numbers.items()} == mx.nd.ndarray._DTYPE_MX_TO_NP
    assert mx.nd.ndarray._GRAD_REQ_MAP == {"null": 0, "write": 1, "add": 3}
    assert mx.nd.ndarray._STORAGE_TYPE_ID_TO_STR == {-1: "undefined", 0: "default", 1: "row_sparse", 2: "csr"}


BY_STAR = {
    "mxnet": "nd sym gluon mod init kv io image img viz optimizer metric autograd np npx cpu gpu Context test_utils",
    "mxnet.ndarray": "NDArray array zeros Convolution relu dot FullyConnected concat random contrib",
    "mxnet.symbol": "Symbol Variable Convolution relu dot FullyConnected concat Group",
    "mxnet.ndarray.op": "Convolution relu dot",
    "mxnet.ndarray.contrib": "box_nms MultiBoxPrior foreach while_loop cond",
    "mxnet.symbol.contrib": "box_nms MultiBoxPrior foreach while_loop cond",
    "mxnet.ndarray.linalg": "gemm2 potrf det",
    "mxnet.ndarray.image": "resize to_tensor normalize",
    "mxnet.base": "MXNetError",
    "mxnet.test_utils": "np mx os json assert_almost_equal check_numeric_gradient default_context OrderedDict",
    "mxnet.gluon.model_zoo.vision": "get_model resnet18_v1 ResNetV1 alexnet mobilenet_v2_1_0 vgg11",
    "mxnet.contrib.quantization": "quantize_model quantize_net_v2 cpu Context np os logging ndarray Module nd_save",
    "mxnet.gluon.nn": "Dense Conv2D HybridSequential",
    "mxnet.io": "DataBatch DataDesc NDArrayIter PrefetchingIter",
    "mxnet.image": "ImageIter imread imresize image io json logging nd np os random recordio",
    "mxnet.initializer": "Xavier register json logging ndarray np random re sqrt",
    "mxnet.gluon.parameter": "Parameter Constant ParameterDict DeferredInitializationError tensor_types",
}


@pytest.mark.parametrize(("module", "names"), BY_STAR.items())
def test_a_star_brings(module, names):
    scope: dict[str, object] = {}
    exec(f"from {module} import *", scope)
    assert [name for name in names.split() if name not in scope] == []


def test_modules_that_come_along():
    code = (
        "import logging, multiprocessing, urllib, http, xml, mxnet\n"
        "multiprocessing.pool.ThreadPool, multiprocessing.queues, logging.handlers.RotatingFileHandler\n"
        "urllib.request.urlopen, http.cookiejar, xml.parsers.expat\n"
        "import sys; assert 'ctypes' in sys.modules"
    )
    sources = str(Path(mx.__file__).parent.parent)
    subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": sources, "PATH": "", "OMP_NUM_THREADS": "1"}, check=True
    )
