"""Optimizers, one a file. :class:`Optimizer` is the base class."""

from ..core.lazy_imports import imported_later
from ..ndarray import abs as NDabs  # noqa: F401  (imported from here by programs)
from . import contrib
from .adabelief import AdaBelief
from .adadelta import AdaDelta
from .adagrad import AdaGrad
from .adam import Adam
from .adamax import Adamax
from .adamW import AdamW
from .base import Optimizer, create, register
from .dcasgd import DCASGD
from .ftml import FTML
from .ftrl import Ftrl
from .lamb import LAMB
from .lans import LANS
from .lars import LARS
from .lbsgd import LBSGD
from .nadam import Nadam
from .nag import NAG
from .rmsprop import RMSProp
from .sgd import SGD, ccSGD
from .sgld import SGLD
from .signum import Signum
from .test import Test
from .updater import Updater, get_updater, load_states, save_states

__all__ = [
    "DCASGD",
    "FTML",
    "LAMB",
    "LANS",
    "LARS",
    "LBSGD",
    "NAG",
    "SGD",
    "SGLD",
    "AdaBelief",
    "AdaDelta",
    "AdaGrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Ftrl",
    "Nadam",
    "Optimizer",
    "RMSProp",
    "Signum",
    "Test",
    "Updater",
    "ccSGD",
    "contrib",
    "create",
    "get_updater",
    "load_states",
    "register",
    "save_states",
]

# Files of states name the classes by this module; MXNet and we read each other's.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = f"{__name__}.optimizer"
del _name

from . import optimizer  # noqa: E402, F401

__getattr__, __dir__ = imported_later(__name__, {})
