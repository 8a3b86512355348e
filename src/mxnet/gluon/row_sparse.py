"""Reading row-sparse parameters, by rows."""

from typing import Any, NoReturn

from .. import ndarray as nd
from ..core.shared_methods import Shared


class RowSparseReading(metaclass=Shared):
    """Methods to read a parameter of storage type ``'row_sparse'``."""

    name: str
    _stype: str
    _data: list[Any] | None
    _used_trainer: Any
    _check_and_get: Any  # the parameter's

    def _refuse_sparse(self, method: str, other: str) -> NoReturn:
        raise RuntimeError(
            f"Parameter '{self.name}': {method}() cannot be used because its storage type is {self._stype}. "
            f"Please use {other}() instead."
        )

    def row_sparse_data(self, row_id: Any) -> Any:
        """Return the rows ``row_id`` (int64) of a row-sparse parameter, as a row-sparse array where ``row_id`` is.

        Raises RuntimeError for other storage types, and without a :class:`Trainer`, which may keep the values.

        Parameters
        ----------
        row_id : array
            The numbers of the rows, int64.

        Returns
        -------
        A row-sparse array of these rows, in the context of ``row_id``.

        Examples
        --------
        >>> weight = gluon.Parameter('weight', shape=(4, 2), stype='row_sparse')
        >>> weight.initialize(mx.init.One())
        >>> trainer = gluon.Trainer([weight], 'sgd')
        >>> rows = weight.row_sparse_data(nd.array([1, 3], dtype='int64'))
        >>> print(rows.indices.asnumpy())
        [1 3]
        """
        self._check_row_sparse("row_sparse_data")
        return self._get_row_sparse(self._data, row_id.context, row_id)

    def list_row_sparse_data(self, row_id: Any) -> list[Any]:
        """Return the values of a row-sparse parameter in all contexts (see :meth:`row_sparse_data`).

        Parameters
        ----------
        row_id : array
            The numbers of the rows, int64.

        Returns
        -------
        A list of row-sparse arrays, one a context.

        Examples
        --------
        >>> weight = gluon.Parameter('weight', shape=(4, 2), stype='row_sparse')
        >>> weight.initialize(mx.init.One())
        >>> trainer = gluon.Trainer([weight], 'sgd')
        >>> len(weight.list_row_sparse_data(nd.array([1, 3], dtype='int64')))
        1
        """
        self._check_row_sparse("list_row_sparse_data")
        return self._get_row_sparse(self._data, list, row_id)

    def _check_row_sparse(self, method: str) -> None:
        if self._stype != "row_sparse":
            raise RuntimeError(
                f"Parameter '{self.name}': {method}() cannot be used because its storage type is {self._stype}. "
                "Please use data() instead."
            )

    def _get_row_sparse(self, arr_list: list[Any] | None, ctx: Any, row_id: Any) -> Any:
        if not isinstance(row_id, nd.NDArray):
            raise TypeError(f"row_id must have NDArray type, but {type(row_id)} is given")
        if self._used_trainer is None:
            raise RuntimeError(
                f"Cannot get row_sparse data for Parameter '{self.name}' when no Trainer is created with it."
            )
        result = self._check_and_get(arr_list, ctx)
        for item in result if isinstance(result, list) else [result]:
            self._used_trainer._row_sparse_pull(self, item, row_id)
        return result
