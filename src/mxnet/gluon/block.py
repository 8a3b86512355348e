"""``mxnet.gluon.block``: blocks, hybrid blocks and blocks of symbols."""

from collections import OrderedDict, defaultdict

from ..base import mx_real_t
from ..core.errors import MXNetError
from ..ndarray import NDArray
from ..symbol import Symbol, load_json
from ..util import is_np_array, np_array, np_shape
from .arguments import _flatten, _gather_type_ctx_info, _regroup
from .base_block import Block
from .constant import Constant
from .hybrid import HybridBlock
from .naming import _block_scope, _BlockScope
from .parameter import DeferredInitializationError, Parameter, tensor_types
from .parameter_dict import ParameterDict
from .symbol_block import SymbolBlock, _common_prefix, _infer_param_types
from .utils import HookHandle, _brief_print_list, _check_all_np_ndarrays, _check_same_symbol_type, _indent

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
