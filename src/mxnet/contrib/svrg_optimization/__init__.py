"""SVRG: stochastic gradients of less variance, by comparison with the gradient over all data (Johnson, Zhang 2013)."""

from . import svrg_module, svrg_optimizer

__all__ = ["svrg_module", "svrg_optimizer"]
